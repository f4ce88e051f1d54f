"""Panels of the score entry (tally)."""
