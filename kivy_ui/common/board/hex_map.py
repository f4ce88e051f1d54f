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
    """Pieces of one player on a hex.

    Attributes:
        kinds: names of their pictures, a picture each.
        count: how many they are together.
    """

    seat: int
    colour: str
    kinds: tuple[str, ...]
    count: int


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
        tokens: influence that is put there, as discs beside the number.
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
    tokens: tuple[HexPieces, ...] = ()
    state: HexState = HexState.PLAIN
    tappable: bool = False


HexMap = tuple[HexMark, ...]
