"""A round: the table, the phases, and each player's tasks."""
