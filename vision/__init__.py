"""From a frame to a reading of the dice."""
