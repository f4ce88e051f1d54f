"""What was corrected in a fully tracked game: facts for the log; ``reason`` in people's words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.corrections import DieSpot, TileSpot
from companion.games.roll.model.dice import DieType


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Dice lie elsewhere than the tracking had them."""

    die: DieType
    count: int
    source: DieSpot
    target: DieSpot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TileMoved:
    """A tile lies elsewhere than the tracking had it; in a tableau *target* names its side."""

    tile: int
    source: TileSpot
    target: TileSpot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TileReplaced:
    """The tile at *spot* is another one than the tracking had there.

    Attributes:
        old: what the tracking had there.
        side: key of the side that lies up now, in a tableau.
        exchanged: where the tracking had *tile*, which has *old* now; None where it was unknown.
    """

    spot: TileSpot
    tile: int
    old: int
    side: str = ""
    exchanged: TileSpot | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StartTilesReplaced:
    """A player's start tiles are other ones; *sides* are their keys, as in the tableau."""

    seat: int
    faction: int
    home_world: str
    sides: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class VpCorrected:
    """A player has *value* VP in chips; the difference went to or came from pool and reserve."""

    seat: int
    value: int
    old: int
    from_pool: int
    from_reserve: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WorkersWithdrawn:
    """Borrowed workers that were not used are gone: their tile is not in the tableau."""

    seat: int
    dice: tuple[DieType, ...]
    reason: str


CorrectionEvent = (
    DiceMoved | TileMoved | TileReplaced | StartTilesReplaced | VpCorrected | WorkersWithdrawn
)
