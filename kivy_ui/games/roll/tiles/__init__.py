"""Tiles of Roll for the Galaxy in words, and finding one."""
