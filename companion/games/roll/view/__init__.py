"""Views: the visible part of a state, for the screen and the camera."""
