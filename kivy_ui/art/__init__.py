"""Pictures of the game's pieces, drawn by code into one texture atlas."""
