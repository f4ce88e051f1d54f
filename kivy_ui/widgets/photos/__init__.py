"""Pictures of the camera with what was found in them."""
