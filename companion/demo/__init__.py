"""The demonstration: an evening with its pictures, and the hands that play it."""
