"""Dice detection: the finder at several scales, non-maximum suppression, consistent sizes."""
