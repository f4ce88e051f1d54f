"""One module for each part of a round: its commands and events."""
