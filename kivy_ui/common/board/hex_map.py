"""Model of a board of hexes: the content of each hex, and which can be tapped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

HEX: Final = "hex:"
"""Prefix of what the screen passes on for a tapped hex; the hex's number follows."""


class HexState(Enum):
    """Meaning of a tap on a hex; each is drawn with a distinction besides its colour."""

    PLAIN = "plain"
    OFFERED = "offered"
    CHOSEN = "chosen"
    ATTACK = "attack"


@dataclass(frozen=True, slots=True)
class HexPieces:
    """Pieces of one player on a hex.

    Attributes:
        kinds: names of their pictures, one per kind.
        count: total number of pieces.
    """

    seat: int
    colour: str
    kinds: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class HexMark:
    """A hex.

    Attributes:
        number: printed on it; identifies it in a tap.
        column, row: position right of and below the board's centre.
        ground: ``planets``, ``empty``, ``sun``, ``omega``, ``black_hole``; empty: no tile.
        planets: number of planets.
        seat, colour: the owner; 0 for nobody.
        held: kind of ownership: ``empire``, ``starbase`` or ``home``; empty for none.
        pieces: ships on it.
        tokens: influence placed on it, shown as discs beside the number.
        key: passed to ``Pages.tap``; empty if a tap has no effect.
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
    key: str = ""

    @property
    def tappable(self) -> bool:
        """Whether a tap has an effect."""
        return bool(self.key)


HexMap = tuple[HexMark, ...]
