"""Screens of the score entry (tally)."""
