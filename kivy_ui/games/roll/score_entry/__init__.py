"""Score entry for a final position of Roll for the Galaxy."""
