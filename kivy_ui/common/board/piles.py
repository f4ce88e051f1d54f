"""Model of the pieces to lay out during set-up: drawn pieces with their number, and text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kivy_ui.common.board.icons import Icon


class PileShape(Enum):
    """Shapes of drawn pieces."""

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
    """A pile of identical pieces.

    Attributes:
        count: text on the drawing.
        text: name of the pieces and their place.
        icons: icons of the pieces, instead of the drawing.
    """

    shape: PileShape
    count: str
    text: str
    icons: tuple[Icon, ...] = ()
