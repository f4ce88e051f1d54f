"""What the pages of the other games are made of."""
