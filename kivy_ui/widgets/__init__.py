"""Reusable widgets of the screens."""
