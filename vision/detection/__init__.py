"""Where the dice are: the finder at several scales, each die once, sizes made consistent."""
