"""What to lay out before a game: drawn pieces with how many, and words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kivy_ui.common.board.signs import Sign


class PileShape(Enum):
    """What is drawn."""

    CARD = "card"
    CARDS = "cards"
    CHIP = "chip"
    CUBES = "cubes"
    HEX = "hex"
    SHIP = "ship"
    TILE = "tile"
    TILES = "tiles"
    DISC = "disc"


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces of a kind that lie together.

    Attributes:
        count: stands on the drawing.
        text: what they are, and where they lie.
        signs: the pieces themselves, in the place of the drawing.
    """

    shape: PileShape
    count: str
    text: str
    signs: tuple[Sign, ...] = ()
