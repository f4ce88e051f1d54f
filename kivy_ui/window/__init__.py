"""Presenters of the window and of the side screens."""
