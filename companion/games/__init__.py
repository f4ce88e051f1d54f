"""One pure folder for each game: rules as functions of state, standard library only."""
