"""What each player has, by place: dice, tiles and goods, and what is left in the box.

At a table that keeps its counters by hand ``GameState.tracking`` is None. In a fully tracked game
the engine knows where each of the 111 dice and each tile is (R-1.1, R-1.2). A tile that nobody has
named is ``UNKNOWN``: the simulation knows every tile, a table knows those that it has seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from companion.games.roll.model.dice import COUNTS, PHASES, DieType, Face, Phase
from companion.games.roll.model.fast_replace import make_fast

T = TypeVar("T")

Dice = tuple[DieType, ...]

UNKNOWN: Final = 0
"""A tile that was drawn or lies in the bag and has not been named."""

NO_WORKERS: Final[tuple[Dice, ...]] = ((),) * len(PHASES)

FULL_STOCK: Final = tuple(COUNTS[die] for die in DieType)
"""The dice of the box by kind, before anybody has any (R-1.1)."""


@dataclass(frozen=True, slots=True)
class Good:
    """A die lying as a good on the world with that key."""

    world: str
    die: DieType


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die and the face that it shows behind the screen (R-2.1)."""

    type: DieType
    face: Face


make_fast(RolledDie, Good)


class DieLocation(Enum):
    """Where a die can be: the places of a player, and the box's common stock.

    ``MAT`` is behind the screen, from the roll until Reveal is confirmed; ``COLUMN`` is a worker of
    an active phase after that.
    """

    CUP = "cup"
    CITIZENRY = "citizenry"
    COLUMN = "column"
    DEVELOPERS = "developers"
    SETTLERS = "settlers"
    GOOD = "good"
    MAT = "mat"
    STOCK = "stock"


@dataclass(frozen=True, slots=True)
class OwnedDie:
    """One die of a player, found by its kind and place.

    Attributes:
        phase: of a worker in a COLUMN, else None.
        world: key of the world of a GOOD, else empty.
    """

    die: DieType
    location: DieLocation
    phase: Phase | None = None
    world: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's part of the current phase; begins anew with each phase.

    Attributes:
        borrowed: borrowed workers that have not been used.
        scouted: explorers that scouted, borrowed ones included.
        hand: tiles drawn and not yet placed.
        hand_scouted: whether they were scouted (R-6.3) and not drawn by a power.
        owed: tiles still to be drawn after the bag ran short (R-6.5).
        extra_drawn: whether the draw at the end of Explore has happened.
        tasks: how many explorers have scouted or stocked.
    """

    borrowed: Dice = ()
    scouted: Dice = ()
    hand: tuple[int, ...] = ()
    hand_scouted: bool = True
    owed: int = 0
    extra_drawn: bool = False
    tasks: int = 0


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything in front of one player; a die or a tile is in one place only.

    Attributes:
        rolled: dice behind the screen, from the roll until Reveal is confirmed; how they are
            assigned is in the round's ``Assignment``. Empty where nobody enters rolls: then the
            whole cup lies on the mat, and the mat says what was rolled.
        columns: workers of active phases that have not been used, Explore first, the selecting die
            among them.
        developers, settlers: dice in the places of the two construction stacks (R-6.4).
        developments, worlds: the construction stacks, top first, by the number of the tile.
        tableau: keys of the built sides: faction halves, home world, then the game tiles.
        recruited: whether recruiting is done this round (R-10.1).
        maybe_complete: Develop or Settle where the unnamed top tile may have enough workers:
            something has changed since a person last said that it has not, or the phase ended.
    """

    cup: Dice = ()
    citizenry: Dice = ()
    rolled: tuple[RolledDie, ...] = ()
    columns: tuple[Dice, ...] = NO_WORKERS
    developers: Dice = ()
    settlers: Dice = ()
    goods: tuple[Good, ...] = ()
    developments: tuple[int, ...] = ()
    worlds: tuple[int, ...] = ()
    tableau: tuple[str, ...] = ()
    turn: Turn = Turn()
    recruited: bool = False
    maybe_complete: tuple[Phase, ...] = ()

    def workers(self, phase: Phase) -> Dice:
        """The player's own unused workers of that phase."""
        return self.columns[PHASES.index(phase)]

    @property
    def strip(self) -> Dice:
        """Dice on or under the phase strip, also while they are only rolled."""
        rolled = tuple(die.type for die in self.rolled)
        return (*rolled, *(die for column in self.columns for die in column))

    @property
    def zone_size(self) -> int:
        """Tiles in the construction zone, both stacks together."""
        return len(self.developments) + len(self.worlds)


@dataclass(frozen=True, slots=True)
class BonusScore:
    """The bonus of one 6+ development; ``why`` is the sum as it would be written down."""

    tile: str
    vp: int
    why: str


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A player's final score (R-11.1 to R-11.5); fields as in ``scoring.PlayerScore``."""

    seat: int
    total: int
    vp_chips: int
    tiles: int
    bonuses: tuple[BonusScore, ...]
    tiebreak: int
    rank: int


@dataclass(frozen=True, slots=True)
class Tracking:
    """What belongs to nobody, and the final scores.

    Attributes:
        bag, abandoned: numbers of tiles, ``UNKNOWN`` for those not named; the order means nothing.
        stock: dice of the common stock by kind, in the order of ``DieType``.
        givers: seats that must return a tile to the bag now (R-6.5).
        scores: by seat as in the empires; empty before the end.
    """

    bag: tuple[int, ...] = ()
    abandoned: tuple[int, ...] = ()
    stock: tuple[int, ...] = FULL_STOCK
    givers: tuple[int, ...] = ()
    scores: tuple[SeatScore, ...] = ()


def contains(whole: Sequence[T], part: Iterable[T]) -> bool:
    """Whether *part* can be taken out of *whole*, repetitions counted."""
    rest = list(whole)
    for item in part:
        if item not in rest:
            return False
        rest.remove(item)
    return True


def without(whole: Sequence[T], part: Iterable[T]) -> tuple[T, ...]:
    """Return *whole* less one of each in *part*; the order of the rest stays.

    Raises:
        ValueError: there is not so much of it.
    """
    rest = list(whole)
    for item in part:
        rest.remove(item)
    return tuple(rest)


def without_tiles(whole: Sequence[int], tiles: Iterable[int]) -> tuple[int, ...]:
    """Return *whole* less *tiles*; a named tile may be one of the unknown ones.

    Raises:
        ValueError: there is neither such a tile nor an unknown one.
    """
    rest = list(whole)
    for tile in tiles:
        rest.remove(tile if tile in rest else UNKNOWN)
    return tuple(rest)
