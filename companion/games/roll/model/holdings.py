"""Dice, tiles and goods of each player, by place, and the contents of the box.

At a table that keeps its counters by hand ``GameState.tracking`` is None. In a fully tracked game
the state holds the place of each of the 111 dice and of each tile (R-1.1, R-1.2). An unidentified
tile is ``UNKNOWN``: the simulation knows every tile, a real table only those that were revealed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, TypeVar

from companion.games.messages import OfPlayer
from companion.games.roll.model.dice import COUNTS, PHASES, DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event

T = TypeVar("T")
Dice = tuple[DieType, ...]

UNKNOWN: Final = 0
"""A tile in the bag, or a drawn one, that has not been identified."""

NO_WORKERS: Final[tuple[Dice, ...]] = ((),) * len(PHASES)

FULL_STOCK: Final = tuple(COUNTS[die] for die in DieType)
"""The dice of the box by kind, before set-up (R-1.1)."""


@dataclass(frozen=True, slots=True)
class Good:
    """A die used as a good; ``world`` is the key of its world."""

    world: str
    die: DieType


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die and the face that it shows (R-2.1)."""

    type: DieType
    face: Face


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
    """A die of a player by kind and place: *phase* of a COLUMN, *world* (a key) of a GOOD."""

    die: DieType
    location: DieLocation
    phase: Phase | None = None
    world: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's part of the current phase; reset at the start of each phase.

    Attributes:
        borrowed: borrowed workers that have not been used.
        scouted: explorers that scouted, borrowed ones included.
        hand: tiles drawn but not yet placed.
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
            assigned is in the round's ``Assignment``. Empty where rolls are not entered: then the
            whole cup is on the mat, and the mat shows what was rolled.
        columns: workers of active phases that have not been used, Explore first, the selecting die
            among them.
        developers, settlers: dice in the places of the two construction stacks (R-6.4).
        developments, worlds: the construction stacks, top first, by the number of the tile.
        tableau: keys of the built sides: faction halves, home world, then the game tiles.
        recruited: whether recruiting is done this round (R-10.1).
        maybe_complete: Develop or Settle where the unnamed top tile may have enough workers:
            something has changed since a player last answered that it has not, or since the phase
            ended.
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
        """Dice on or under the phase strip, including rolled dice that are not yet assigned."""
        rolled = tuple(die.type for die in self.rolled)
        return (*rolled, *(die for column in self.columns for die in column))

    def dice(self) -> Iterator[OwnedDie]:
        """Every die with its place, but for those behind the screen."""
        for location in (
            DieLocation.CUP,
            DieLocation.CITIZENRY,
            DieLocation.DEVELOPERS,
            DieLocation.SETTLERS,
        ):
            for die in getattr(self, location.value):
                yield OwnedDie(die, location)
        for phase, column in zip(PHASES, self.columns, strict=True):
            for die in column:
                yield OwnedDie(die, DieLocation.COLUMN, phase)
        for good in self.goods:
            yield OwnedDie(good.die, DieLocation.GOOD, world=good.world)

    @property
    def spots(self) -> "tuple[Spot, ...]":
        """The positions of all tiles in the construction zone."""
        developments = (Spot(Category.DEVELOPMENT, i) for i in range(len(self.developments)))
        return *developments, *(Spot(Category.WORLD, i) for i in range(len(self.worlds)))

    @property
    def zone_size(self) -> int:
        """Tiles in the construction zone, both stacks together."""
        return len(self.developments) + len(self.worlds)

    @property
    def recallable(self) -> int:
        """Dice in the construction zone and goods (R-10.2)."""
        return len(self.developers) + len(self.settlers) + len(self.goods)


@dataclass(frozen=True, slots=True)
class BonusScore:
    """The bonus of one 6+ development; ``why`` is its calculation as text."""

    tile: str
    vp: int
    why: str


class SeatScore(OfPlayer, Event):
    """A player's final score (R-11.1 to R-11.5).

    Attributes:
        total: chips, tiles and bonuses.
        tiles: cost of the whole tableau, start tiles included.
        tiebreak: dice in the cup and credits (R-11.5); compared among equal totals only.
        rank: 1 for the winners; standard competition ranking, so ties skip the next ranks.
    """

    total: int
    vp_chips: int
    tiles: int
    bonuses: tuple[BonusScore, ...]
    tiebreak: int
    rank: int

    def apply(self, state: Any) -> Any:
        others = tuple(each for each in state.tracking.scores if each.seat != self.seat)
        return replace(state, tracking=replace(state.tracking, scores=(*others, self)))


@dataclass(frozen=True, slots=True)
class Tracking:
    """Common pieces that belong to no player, and the final scores.

    Attributes:
        bag, abandoned: tile numbers, ``UNKNOWN`` for unidentified ones; the order is arbitrary.
        stock: dice of the common stock by kind, in the order of ``DieType``.
        givers: seats that must return a tile to the bag now (R-6.5).
        scores: in the order of the empires; empty before the end.
    """

    bag: tuple[int, ...] = ()
    abandoned: tuple[int, ...] = ()
    stock: tuple[int, ...] = FULL_STOCK
    givers: tuple[int, ...] = ()
    scores: tuple[SeatScore, ...] = ()


def contains(whole: Sequence[T], part: Iterable[T]) -> bool:
    """Whether *part* is a sub-multiset of *whole*."""
    rest = list(whole)
    for item in part:
        if item not in rest:
            return False
        rest.remove(item)
    return True


def without(whole: Sequence[T], part: Iterable[T]) -> tuple[T, ...]:
    """Return *whole* minus one of each item in *part*; keeps the order.

    Raises:
        ValueError: *part* is not contained in *whole*.
    """
    rest = list(whole)
    for item in part:
        rest.remove(item)
    return tuple(rest)


def without_tiles(whole: Sequence[int], tiles: Iterable[int]) -> tuple[int, ...]:
    """Return *whole* minus *tiles*; an identified tile may match an ``UNKNOWN`` one.

    Raises:
        ValueError: there is neither such a tile nor an ``UNKNOWN`` one.
    """
    rest = list(whole)
    for tile in tiles:
        rest.remove(tile if tile in rest else UNKNOWN)
    return tuple(rest)


class ShipTask(Enum):
    """The two tasks of a shipper (R-9.1)."""

    __hash__ = object.__hash__

    TRADE = "trade"
    CONSUME = "consume"


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile of a construction stack; 0 is the top."""

    stack: Category
    index: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A drawn tile goes to the bottom of a stack, or to its top where a power allows it."""

    tile: int
    stack: Category
    on_top: bool = False


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
