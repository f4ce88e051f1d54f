"""Panels of the final score entry."""
