"""A board of hexes on the screen: what stands on each, and which of them can be tapped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

HEX: Final = "hex:"
"""Begins the key that a tap on a hex gives to ``Pages.tap``; its number follows."""


class HexState(Enum):
    """What a tap on a hex means now; the picture has a sign for each besides its colour."""

    PLAIN = "plain"
    OFFERED = "offered"
    CHOSEN = "chosen"
    ATTACK = "attack"


@dataclass(frozen=True, slots=True)
class HexPieces:
    """Pieces of one player on a hex, as short words such as ``2F``."""

    seat: int
    colour: str
    text: str


@dataclass(frozen=True, slots=True)
class HexMark:
    """A hex.

    Attributes:
        number: printed on it; what a tap names.
        column, row: place right of and below the board's middle.
        ground: ``planets``, ``empty``, ``sun``, ``omega``, ``black_hole``; empty: no tile.
        planets: how many.
        seat, colour: who holds it; 0 for nobody.
        held: by what: ``empire``, ``starbase`` or ``home``; empty for none.
        pieces: ships that stand there.
        note: a short word in the place of the number, such as ``+1``.
        tappable: whether a tap does something.
    """

    number: int
    column: float
    row: int
    ground: str = ""
    planets: int = 0
    seat: int = 0
    colour: str = ""
    held: str = ""
    pieces: tuple[HexPieces, ...] = ()
    note: str = ""
    state: HexState = HexState.PLAIN
    tappable: bool = False


HexMap = tuple[HexMark, ...]
