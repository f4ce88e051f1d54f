"""Shapes of our own drawing (glyphs of the dice) as plain geometry for screen, print and training."""
