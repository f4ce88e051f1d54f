"""The demonstration: a scripted game session with pictures, and its player."""
