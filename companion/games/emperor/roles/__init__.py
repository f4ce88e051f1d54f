"""Roles of a round, market and influence (sections 3, 4.1 to 4.4, 4.6, 4.7)."""
