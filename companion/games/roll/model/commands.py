"""What a table can ask of the game: imperatives, decided by ``decide``.

Every command comes from a person (a tap, a button) or from a reading of the camera. It is checked
against the rules and answered with events or with a ``RulesError``; it is not stored. Chance comes
from the table: what was rolled and drawn is part of the command.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import get_args

from companion.games.roll.model.corrections import Correction
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.fast_replace import make_fast
from companion.games.roll.model.holdings import UNKNOWN, Good, OwnedDie, RolledDie
from companion.games.roll.model.seating import NO_COMPUTERS, Computers


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """One player at set-up.

    Attributes:
        seat: 1..5, the number on the player's strip mat.
        colour: key of the seat's colour on the screen, such as ``blue``.
        faction: number printed on the faction tile, 1..9 (timing order, R-5.6); None if unknown.
        home_world: key of the home world; None if unknown. ``doomed_world`` starts with $8 (R-1.7).
    """

    seat: int
    name: str
    colour: str
    faction: int | None = None
    home_world: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a die lies on a strip mat: under a column, on a selection place or on Dictate.

    Attributes:
        phase: the column; None for the Dictate place.
        selecting: whether the die lies on the strip and selects the phase (R-3.2).
    """

    phase: Phase | None
    selecting: bool = False


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die on a player's mat, as read or as corrected.

    Attributes:
        doubtful: a reading that a person should look at before it counts.
        mark: opaque to the rules: links the die to its outline in the picture that it was read
            from. Empty for a die added by hand; a correction keeps the mark of the die it replaces.
    """

    type: DieType
    face: Face
    place: Place
    doubtful: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin with 2..5 players (section 1)."""

    players: tuple[PlayerSetup, ...]


@dataclass(frozen=True, slots=True)
class SignalReady:
    """The player at *seat* has finished assigning (R-3.7) or, while managing, the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class WithdrawReady:
    """Take the ready signal back, as long as not everybody is ready."""

    seat: int


@dataclass(frozen=True, slots=True)
class RecordMat:
    """What lies on a player's mat; replaces what was recorded for the seat this round.

    Before Reveal only a player who is ready has a mat that counts; it stays hidden (R-12.1), and
    withdrawing the ready signal forgets it.
    """

    seat: int
    dice: tuple[PlacedDie, ...]


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """Put *die* in the place of the die number *index* of a recorded mat; clears its doubt.

    Once the phases run, corrections may not change what a player selected: undo does that.
    """

    seat: int
    index: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class AddDie:
    """Add a die that the camera missed; begins the seat's mat where none is recorded."""

    seat: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class RemoveDie:
    """Take away a die that is not there."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class RecordSpareDie:
    """Two players only: the face of the spare Home die rolled at Reveal (R-4.2)."""

    face: Face


@dataclass(frozen=True, slots=True)
class ConfirmReveal:
    """Everybody agrees with what is recorded: phases become active, idle workers go back."""


@dataclass(frozen=True, slots=True)
class FinishPhase:
    """The current phase is done at the table; go on to the next active one or to Manage."""


@dataclass(frozen=True, slots=True)
class ChangeCredits:
    """Gain or spend credits; gains stop at $10 (R-5.3), spending below $0 is refused."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class ChangeVp:
    """Take VP from the pool (positive) or put them back (negative) (R-9.4)."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class ChangeTiles:
    """A tile was completed (+1) or one was counted wrongly (-1); set-up counts 3 (R-10.4)."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class FinishRound:
    """Manage Empire is done; check the end (R-10.4), else start the next round."""


@dataclass(frozen=True, slots=True)
class StopGame:
    """The players end the game now; the points are those of what lies on the table."""


@dataclass(frozen=True, slots=True)
class SeatComputers:
    """From now on the companion plays these seats and no others."""

    computers: Computers


class Correctable(Enum):
    """The counters that a person can set by hand at any time."""

    CREDITS = "credits"
    VP_CHIPS = "vp_chips"
    TILES = "tiles"
    VP_POOL = "vp_pool"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Correct:
    """Physical truth wins: set a counter to what lies on the table.

    Attributes:
        seat: whose counter; None for the pool and the round.
        reason: in the player's words or a key of the screen; kept in the log.
    """

    what: Correctable
    value: int
    seat: int | None = None
    reason: str = ""


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
        computers: who is played by the companion.
    """

    players: tuple[PlayerSetup, ...]
    first_tiles: tuple[FirstTiles, ...]
    named_bag: bool = False
    computers: Computers = NO_COMPUTERS


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
    """Both stacks anew, top first, with all tiles of both (Advanced Logistics).

    Attributes:
        spots: where these tiles lie now, developments first; needed where several have no name, to
            tell which of them goes where.
    """

    seat: int
    developments: tuple[int, ...]
    worlds: tuple[int, ...]
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceWorkers:
    """Developers or settlers go on the top tile of their stack (R-7.1)."""

    seat: int
    dice: tuple[DieType, ...]


@dataclass(frozen=True, slots=True)
class LeaveUnfinished:
    """Put all workers on the unnamed top tile, which they do not complete (R-7.1, R-7.2).

    Says what nobody can know where a tile has no name. ``PlaceWorkers`` leaves that open.
    """

    seat: int


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


TrackedCommand = (
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
    | LeaveUnfinished
    | CompleteTile
    | Produce
    | Ship
    | Recruit
    | Recall
)
"""The roll, the tasks of the phases, managing: they begin a fully tracked game or need one."""

TableCommand = (
    StartGame
    | SignalReady
    | WithdrawReady
    | RecordMat
    | CorrectDie
    | AddDie
    | RemoveDie
    | RecordSpareDie
    | ConfirmReveal
    | FinishPhase
    | ChangeCredits
    | ChangeVp
    | ChangeTiles
    | FinishRound
    | StopGame
    | Correct
    | SeatComputers
)
"""What every table has; the changes of counters only where these are kept by hand."""

Command = TableCommand | TrackedCommand | Correction
"""Every command of the rules."""

make_fast(PlacedDie, *get_args(TrackedCommand), *get_args(TableCommand))
