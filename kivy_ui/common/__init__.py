"""What presenters share: context, pages of the board, texts and the picture; knows no game."""
