"""The game's tiles in a picture: detected, read and named."""
