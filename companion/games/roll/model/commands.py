"""Commands that a table can send to the game; handled by ``decide``.

Every command comes from a person (a tap, a button) or from a reading of the camera. It is checked
against the rules and answered with events or with a ``RefusedError``; it is not stored. Randomness
is part of the command: what was rolled and drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.roll.model.corrections import Correction
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.effects import Category
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
    """The position of a die on a strip mat: under a column, on a selection place or on Dictate.

    Attributes:
        phase: the column; None for the Dictate place.
        selecting: whether the die is on the strip and selects the phase (R-3.2).
    """

    phase: Phase | None
    selecting: bool = False


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die on a player's mat, as read or as corrected.

    Attributes:
        doubtful: whether a person should check the reading before it counts.
        mark: opaque to the rules; links the die to its outline in the source picture. Empty for a
            die added by hand; a correction keeps the mark of the die it replaces.
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
    """Withdraw the ready signal; possible while not everybody is ready."""

    seat: int


@dataclass(frozen=True, slots=True)
class RecordMat:
    """Record all dice on a player's mat; replaces the seat's earlier record of this round.

    Before Reveal only a mat of a player who is ready counts; it stays hidden (R-12.1), and
    withdrawing the ready signal deletes it.
    """

    seat: int
    dice: tuple[PlacedDie, ...]


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """Replace die number *index* of a recorded mat by *die*; clears its ``doubtful`` flag.

    In the phases, corrections may not change what a player selected: undo does that.
    """

    seat: int
    index: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class AddDie:
    """Add a die that the camera missed; starts the seat's record if there is none."""

    seat: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class RemoveDie:
    """Remove a die that was recorded but is not on the mat."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class RecordSpareDie:
    """Two players only: the face of the spare Home die rolled at Reveal (R-4.2)."""

    face: Face


@dataclass(frozen=True, slots=True)
class ConfirmReveal:
    """Everybody agrees with what is recorded: phases become active, unused workers return."""


@dataclass(frozen=True, slots=True)
class FinishPhase:
    """The players have finished the current phase; continue with the next active one or Manage."""


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
    """The players end the game now; it is scored as it is."""


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
    """Set a counter to its real value on the table; the table is always right.

    Attributes:
        seat: whose counter; None for the pool and the round.
        reason: free text of the player or a key from the screen; kept in the log.
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
    """A drawn tile goes to the bottom of a stack, or to its top where a power allows it."""

    tile: int
    stack: Category
    on_top: bool = False


@dataclass(frozen=True, slots=True)
class FirstTiles:
    """The numbers of the two set-up tiles: development side up, world side up (R-1.5)."""

    development: int = UNKNOWN
    world: int = UNKNOWN


@dataclass(frozen=True, slots=True)
class SetUpGame:
    """Begin a fully tracked game (section 1).

    Attributes:
        players: with faction and home world.
        first_tiles: in the order of *players*.
        named_bag: whether every tile is identified when it is drawn (simulation).
        computers: the seats played by the companion.
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
    """An explorer stocks (R-6.2); ``borrowed``: a power lends the worker."""

    seat: int
    die: DieType
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class Scout:
    """An explorer scouts: abandons tiles of the construction zone, then draws (R-6.3)."""

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
    """Return a tile of the construction zone because the bag ran short (R-6.5)."""

    seat: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class DrawOwed:
    """The scout draws the rest after the others returned tiles (R-6.5)."""

    seat: int
    drawn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DrawExtra:
    """The draw at the end of Explore (Alien Research Team)."""

    seat: int
    drawn: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rearrange:
    """The new order of both stacks, top first, with all tiles of both (Advanced Logistics).

    Attributes:
        spots: current positions of these tiles, developments first; required where several are
            unnamed, to identify which of them goes where.
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
    """Put all workers on the unnamed top tile without completing it (R-7.1, R-7.2).

    States what cannot be derived while the tile is unnamed. ``PlaceWorkers`` leaves it open.
    """

    seat: int


@dataclass(frozen=True, slots=True)
class CompleteTile:
    """The top tile has its workers and is built (R-7.2).

    Attributes:
        workers: which dice of the stack pay; empty for all of them.
        to_cup: those of them that a power sends to the cup.
        give_up: dice that an instant effect takes (R-7.4).
        tile: its number, if it is still unnamed.
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
    """The dice to recruit, when there are more than can be paid for (R-10.1)."""

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
"""Commands of fully tracked games: set-up, the roll, the tasks of the phases, Manage Empire."""

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
"""Commands of every table; counter changes only where counters are kept by hand."""

Command = TableCommand | TrackedCommand | Correction
"""Every command of the rules."""
