"""Shapes of our own drawing (the dice's glyphs) as plain geometry for all who draw."""
