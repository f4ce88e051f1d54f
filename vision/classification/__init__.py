"""Classification of dice: faces, joint types of all dice of an image, tilt."""
