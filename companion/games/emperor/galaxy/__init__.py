"""The board: its 37 hexes, tiles and ships on them, movement of ships (sections 1 and 4.5)."""
