"""The board: its 37 hexes, what lies on them, where ships can go (sections 1 and 4.5)."""
