"""Correction commands of a fully tracked game; the physical table is always right.

A correction moves pieces: a die or a tile always has a source, so that the tracking stays exact. It
has no game effects: a world put in a tableau brings no dice, those are moved separately.
Corrections are possible in every step; the counters are set with ``commands.Correct``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, DieLocation


@dataclass(frozen=True, slots=True)
class DieSpot:
    """A place for dice on the table.

    Attributes:
        seat: None for the common STOCK only.
        phase: the column of a worker (COLUMN).
        face: the upper face of a die on a MAT.
        world: key of the world of a GOOD.
    """

    location: DieLocation
    seat: int | None = None
    phase: Phase | None = None
    face: Face | None = None
    world: str = ""


@dataclass(frozen=True, slots=True)
class MoveDice:
    """*count* dice of a kind are at *target* and not at *source*.

    A corrected face of a rolled die is a move within the MAT.
    """

    die: DieType
    source: DieSpot
    target: DieSpot
    count: int = 1
    reason: str = ""


class TileLocation(Enum):
    """Where a game tile can be; ``STACK`` is a stack of a construction zone."""

    BAG = "bag"
    ABANDONED = "abandoned"
    HAND = "hand"
    STACK = "stack"
    TABLEAU = "tableau"


@dataclass(frozen=True, slots=True)
class TileSpot:
    """A place for a tile.

    Attributes:
        seat: None for BAG and ABANDONED.
        stack: which stack of the zone; in a TABLEAU the category of the visible side.
        index: in a STACK from its top, 0 first; in a HAND in the order of drawing.
        side: in a TABLEAU the key of a built side; empty for a tile that is put there.
    """

    location: TileLocation
    seat: int | None = None
    stack: Category | None = None
    index: int = 0
    side: str = ""


@dataclass(frozen=True, slots=True)
class MoveTile:
    """A tile is at *target* and not at *source*.

    *tile* is its number: required for a bag with known tiles and for an unnamed tile that goes to
    a tableau; it may be ``UNKNOWN`` elsewhere.
    """

    source: TileSpot
    target: TileSpot
    tile: int = UNKNOWN
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplaceTile:
    """The tile at *spot* is number *tile*; ``UNKNOWN``: nobody knows which one it is.

    If *tile* was tracked in the bag, in a construction zone or a hand, the two swap places. Dice
    and goods stay where they are.
    """

    spot: TileSpot
    tile: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplaceStartTiles:
    """The player at *seat* has another faction or home world than set-up recorded."""

    seat: int
    faction: int
    home_world: str
    reason: str = ""


Correction = MoveDice | MoveTile | ReplaceTile | ReplaceStartTiles
