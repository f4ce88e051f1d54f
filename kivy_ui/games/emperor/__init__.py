"""Galactic Emperor on the screen."""
