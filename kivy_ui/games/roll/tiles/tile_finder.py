"""A tile of a list, and the keys of the keyboard that finds it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.catalog.tile_search import fold
from companion.games.roll.model.tiles import Side

KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WIDE_KEYS: Final = ("abcdefghijklm", "nopqrstuvwxyz")
"""Two keyboard rows for wide screens: four rows of tiles remain visible above them.

Lower-case letters without accents find names in all languages.
"""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A tile of the list.

    Attributes:
        key: identifies the tile.
        note: cost and colour, or who has it already.
        free: whether it can be chosen.
        proposed: whether it is highlighted because the camera has recognised it.
        side: side to draw; None for a faction.
        halves: of a faction, whose icons are drawn together.
    """

    key: str
    name: str
    note: str
    free: bool = True
    die: str = ""
    proposed: bool = False
    side: Side | None = None
    halves: tuple[Side, ...] = ()


def matches(letters: str, *names: str) -> bool:
    """Return whether a name contains these letters, ignoring accents and case."""
    return not letters or any(fold(letters) in fold(name) for name in names)
