"""Charts: bars and curves."""
