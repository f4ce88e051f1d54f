"""One folder a game: its pages, words, inventory of the table and sentences of the log."""
