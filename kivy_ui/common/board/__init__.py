"""Models of the pages of the other games, without Kivy."""
