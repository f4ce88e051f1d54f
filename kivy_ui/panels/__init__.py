"""What opens over a screen and closes again."""
