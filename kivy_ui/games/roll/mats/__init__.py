"""Recognised dice on each mat, and their correction."""
