"""What lies in front of a player, from what the camera read."""
