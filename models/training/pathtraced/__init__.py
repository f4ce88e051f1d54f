"""Path-traced training images: physically based light, contact and occlusion (Mitsuba 3)."""
