"""The printable mats: what is drawn on them, and how it gets onto paper and into pictures."""
