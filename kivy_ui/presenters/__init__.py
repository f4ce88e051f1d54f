"""What the screens show and do, in plain Python without Kivy."""
