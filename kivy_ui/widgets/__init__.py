"""Small pieces that the screens are made of."""
