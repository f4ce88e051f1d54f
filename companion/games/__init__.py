"""One folder per game: its rules as pure functions of state, standard library only."""
