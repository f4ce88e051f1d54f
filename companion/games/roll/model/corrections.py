"""What a person says lies elsewhere than the companion believes; physical truth wins.

A correction moves what is there: a die or a tile comes from somewhere, so that the tracking stays
exact. Nothing is earned by it: a world put in a tableau brings no dice, those are moved, too. Any
step of a fully tracked game takes corrections; the counters are set with ``commands.Correct``.
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
        face: what a die on a MAT shows.
        world: key of the world of a GOOD.
    """

    location: DieLocation
    seat: int | None = None
    phase: Phase | None = None
    face: Face | None = None
    world: str = ""


@dataclass(frozen=True, slots=True)
class MoveDice:
    """*count* dice of a kind lie at *target* and not at *source*.

    A die that shows another face moves from one face of the MAT to the other.
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
        stack: which stack of the zone; in a TABLEAU the category of the side that lies up.
        index: in a STACK from its top, 0 first; in a HAND in the order of drawing.
        side: in a TABLEAU the key of a built side; a tile that is put there has none yet.
    """

    location: TileLocation
    seat: int | None = None
    stack: Category | None = None
    index: int = 0
    side: str = ""


@dataclass(frozen=True, slots=True)
class MoveTile:
    """A tile lies at *target* and not at *source*.

    *tile* is its number: needed out of a bag whose tiles are known and on the way to a tableau,
    where nobody has named it; it may stay ``UNKNOWN`` elsewhere.
    """

    source: TileSpot
    target: TileSpot
    tile: int = UNKNOWN
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplaceTile:
    """The tile at *spot* is number *tile*; ``UNKNOWN``: nobody knows which one it is.

    Where the tracking had *tile* in the bag, in a zone or a hand, the two change places. Dice and
    goods stay where they are.
    """

    spot: TileSpot
    tile: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplaceStartTiles:
    """The player at *seat* has another faction or home world than set-up said."""

    seat: int
    faction: int
    home_world: str
    reason: str = ""


Correction = MoveDice | MoveTile | ReplaceTile | ReplaceStartTiles
