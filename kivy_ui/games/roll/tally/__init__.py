"""Entering a final position of Roll for the Galaxy."""
