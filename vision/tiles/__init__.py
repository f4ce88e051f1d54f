"""The game's tiles in a picture: found, read and named."""
