"""Touch panels."""
