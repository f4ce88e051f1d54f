"""Screens of the final score entry."""
