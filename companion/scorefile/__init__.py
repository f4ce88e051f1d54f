"""Score files: strict parsing, validation and scoring of final positions in JSON."""
