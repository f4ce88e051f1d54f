"""Command handlers: each command is checked against the rules and converted to events."""
