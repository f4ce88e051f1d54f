"""The demonstration: a scripted game session ("evening") with pictures, and its player."""
