"""All presenters of the window, and those of the screens beside the game."""
