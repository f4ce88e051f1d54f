"""What players ask for in a fully tracked game: the roll, the tasks of the phases, managing.

Chance comes from the table: what was rolled and drawn is part of the command. Commands that every
table has (ready, mats, reveal, the ends of phase and round) are in ``commands``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.roll.model.commands import PlayerSetup
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Good, OwnedDie, RolledDie


class ShipTask(Enum):
    """The two tasks of a shipper (R-9.1)."""

    TRADE = "trade"
    CONSUME = "consume"


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile of a construction stack; 0 is the top."""

    stack: Category
    index: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A drawn tile goes to the bottom of a stack, or on top of it where a power allows."""

    tile: int
    stack: Category
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class FirstTiles:
    """The two tiles of set-up by number: development side up, world side up (R-1.5)."""

    development: int = UNKNOWN
    world: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class SetUpGame:
    """Begin a fully tracked game (section 1).

    Attributes:
        players: with faction and home world.
        first_tiles: in the order of *players*.
        named_bag: whether every tile will be named when it is drawn (the simulation).
    """

    players: tuple[PlayerSetup, ...]
    first_tiles: tuple[FirstTiles, ...]
    named_bag: bool = False


@dataclass(frozen=True, slots=True)
class RollDice:
    """All dice of the cup with the faces that they show (R-2.1)."""

    seat: int
    dice: tuple[RolledDie, ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """An explorer stocks (R-6.2); ``borrowed`` where a power lends it."""

    seat: int
    die: DieType
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class Scout:
    """An explorer scouts: tiles of the zone are abandoned, then others drawn (R-6.3)."""

    seat: int
    die: DieType
    abandon: tuple[Spot, ...] = ()
    drawn: tuple[int, ...] = ()
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class PlaceTiles:
    """Drawn tiles go to the stacks, one after the other (R-6.3)."""

    seat: int
    placings: tuple[Placing, ...]


@dataclass(frozen=True, slots=True)
class ReturnTile:
    """A tile of the zone goes back to the bag because the bag ran short (R-6.5)."""

    seat: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class DrawOwed:
    """The scout draws the rest after the others gave back tiles (R-6.5)."""

    seat: int
    drawn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawExtra:
    """The draw at the end of Explore (Alien Research Team)."""

    seat: int
    drawn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Both stacks anew, top first, with all tiles of both (Advanced Logistics)."""

    seat: int
    developments: tuple[int, ...]
    worlds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceWorkers:
    """Developers or settlers go on the top tile of their stack (R-7.1)."""

    seat: int
    dice: tuple[DieType, ...]


@dataclass(frozen=True, slots=True)
class CompleteTile:
    """The top tile has its workers and is built (R-7.2).

    Attributes:
        workers: which dice of the stack pay; empty for all of them.
        to_cup: those of them that a power sends to the cup.
        give_up: dice that an instant effect takes (R-7.4).
        tile: its number, where nobody has named it yet.
    """

    seat: int
    workers: tuple[DieType, ...] = ()
    to_cup: tuple[DieType, ...] = ()
    give_up: tuple[OwnedDie, ...] = ()
    tile: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class Produce:
    """Producers become goods on worlds (R-8.1)."""

    seat: int
    goods: tuple[Good, ...]


@dataclass(frozen=True, slots=True)
class Ship:
    """One shipper takes one good (R-9.1); ``buy_vp``: a power turns a credit into VP."""

    seat: int
    shipper: DieType
    good: Good
    task: ShipTask
    borrowed: bool = False
    buy_vp: bool = False


@dataclass(frozen=True, slots=True)
class Recruit:
    """Which dice are recruited, when there are more than can be paid for (R-10.1)."""

    seat: int
    dice: tuple[DieType, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """Dice of the construction zone and goods go back to the cup (R-10.2)."""

    seat: int
    developers: tuple[DieType, ...] = ()
    settlers: tuple[DieType, ...] = ()
    goods: tuple[Good, ...] = ()


RoundCommand = (
    SetUpGame
    | RollDice
    | Stock
    | Scout
    | PlaceTiles
    | ReturnTile
    | DrawOwed
    | DrawExtra
    | Rearrange
    | PlaceWorkers
    | CompleteTile
    | Produce
    | Ship
    | Recruit
    | Recall
)
