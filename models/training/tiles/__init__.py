"""Synthetic images of invented tiles and the two small networks that detect tiles."""
