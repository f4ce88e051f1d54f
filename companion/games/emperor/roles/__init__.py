"""Roles of a round and what they count with (sections 3, 4.1 to 4.4, 4.6, 4.7)."""
