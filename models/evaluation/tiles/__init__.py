"""Independent evaluation images of tiles, and accuracy of detection and identification."""
