"""Names, texts and search of the tiles of Roll for the Galaxy."""
