"""Trains the value networks of the hard computer player by self-play."""
