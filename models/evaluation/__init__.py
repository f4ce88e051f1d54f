"""Evaluation images of dice, independent of the training images, and their scoring."""
