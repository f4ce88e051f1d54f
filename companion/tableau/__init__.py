"""Converts camera readings of tiles and dice to a player's tableau."""
