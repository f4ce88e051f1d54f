"""What may be seen of a state, by the screen and by the camera."""
