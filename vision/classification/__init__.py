"""What each die shows and how it stands: faces, types of all dice together, tilt."""
