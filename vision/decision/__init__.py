"""Final reading of each die, and which dice are flagged ``check``."""
