"""The touchscreen."""
