"""Widgets of the pages of the other games."""
