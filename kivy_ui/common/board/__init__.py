"""What the pages of the other games show: models without Kivy."""
