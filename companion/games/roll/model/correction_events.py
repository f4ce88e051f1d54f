"""Events of corrections in a fully tracked game; ``reason`` is free text."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.corrections import DieSpot, TileSpot
from companion.games.roll.model.dice import DieType


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Dice are at another place than tracked."""

    die: DieType
    count: int
    source: DieSpot
    target: DieSpot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TileMoved:
    """A tile is at another place than tracked; in a tableau *target* names its side."""

    tile: int
    source: TileSpot
    target: TileSpot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TileReplaced:
    """The tile at *spot* differs from the tracked one.

    Attributes:
        old: the tile that was tracked there.
        side: key of the visible side, in a tableau.
        exchanged: where *tile* was tracked, which holds *old* now; None if *tile* was unknown.
    """

    spot: TileSpot
    tile: int
    old: int
    side: str = ""
    exchanged: TileSpot | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StartTilesReplaced:
    """A player's start tiles are different ones; *sides* are their keys, as in the tableau."""

    seat: int
    faction: int
    home_world: str
    sides: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VpCorrected:
    """A player has *value* VP in chips; the difference goes to or comes from pool and reserve."""

    seat: int
    value: int
    old: int
    from_pool: int
    from_reserve: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WorkersWithdrawn:
    """Borrowed workers that were not used are removed: their tile is not in the tableau."""

    seat: int
    dice: tuple[DieType, ...]
    reason: str


CorrectionEvent = (
    DiceMoved | TileMoved | TileReplaced | StartTilesReplaced | VpCorrected | WorkersWithdrawn
)
