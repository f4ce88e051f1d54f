"""Our own vector drawings of the die faces, independent of any graphics library."""
