"""Events: past facts, stored in the log and applied by ``apply``.

An event carries all data needed to follow the game without re-running the rule checks of its
decision. Fields are only ever added with defaults; any other change needs a new schema.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.commands import Correctable, PlacedDie, PlayerSetup
from companion.games.roll.model.correction_events import CorrectionEvent
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.seating import Computers
from companion.games.roll.model.steps import EndReason
from companion.games.roll.model.task_events import TaskEvent

SCHEMA = 1
"""Schema version of the event types in the log."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game begins (section 1); ``credits`` are in the order of ``players``."""

    players: tuple[PlayerSetup, ...]
    credits: tuple[int, ...]
    vp_pool: int


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The cups are rolled and the players assign (R-2.1)."""

    number: int


@dataclass(frozen=True, slots=True)
class ReadySignalled:
    """A player has finished the step."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReadyWithdrawn:
    """A player continues the step; a mat recorded early is deleted."""

    seat: int


@dataclass(frozen=True, slots=True)
class RevealStarted:
    """Everybody was ready: the screens go up (R-4.1)."""


@dataclass(frozen=True, slots=True)
class MatRecorded:
    """All dice on a player's mat, replacing what was recorded before."""

    seat: int
    dice: tuple[PlacedDie, ...]


@dataclass(frozen=True, slots=True)
class DieCorrected:
    """Die number *index* of a mat is a different die or at a different place."""

    seat: int
    index: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class DieAdded:
    """A die that was missed; appended to the mat's dice."""

    seat: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class DieRemoved:
    """Die number *index* of a mat does not exist."""

    seat: int
    index: int


@dataclass(frozen=True, slots=True)
class SpareDieRolled:
    """Two players: the spare Home die shows *face* (R-4.2)."""

    face: Face


@dataclass(frozen=True, slots=True)
class PhasesActivated:
    """The phases of this round in their order (R-4.1, R-4.2)."""

    phases: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class DiceReturned:
    """Dice return to the seat's cup at Reveal (R-4.3), by kind.

    Repeated after a correction; the latest one of a round is valid.
    """

    seat: int
    dice: tuple[tuple[DieType, int], ...]


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """An active phase begins (R-5.1)."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class PhaseFinished:
    """Everybody has used their workers of the phase."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class ManageStarted:
    """The last active phase is done: Manage Empire (section 3)."""


@dataclass(frozen=True, slots=True)
class CreditsChanged:
    """The marker moves by *delta*; *lost* credits did not fit on the track (R-5.3)."""

    seat: int
    delta: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class MarkerRaised:
    """The marker stood on $0 after recruiting and goes to $1 (R-10.1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class VpChanged:
    """Chips move between the supply and a player.

    Attributes:
        from_pool: VP out of the initial pool; negative when put back.
        from_reserve: VP out of the reserve that opens when the pool is empty (R-9.4).
    """

    seat: int
    from_pool: int
    from_reserve: int = 0


@dataclass(frozen=True, slots=True)
class TilesChanged:
    """A tableau grew by completed tiles, or its count was corrected."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """A counter was set to its real value; ``old`` is the previous value."""

    what: Correctable
    value: int
    old: int
    seat: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundFinished:
    """Manage Empire is done and the end was checked (R-10.4)."""

    number: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """An end condition held at the end of a round."""

    reasons: tuple[EndReason, ...]


@dataclass(frozen=True, slots=True)
class ComputersSeated:
    """The set of seats played by the companion from now on."""

    computers: Computers


@dataclass(frozen=True, slots=True)
class LevelLowered:
    """A computer player could not decide at its level and continues at a lower one.

    Attributes:
        wanted: the level that failed.
        level: the new level.
        reason: key of the cause: ``network`` or ``position``.
    """

    seat: int
    wanted: str
    level: str
    reason: str


TableEvent = (
    GameStarted
    | RoundStarted
    | ReadySignalled
    | ReadyWithdrawn
    | RevealStarted
    | MatRecorded
    | DieCorrected
    | DieAdded
    | DieRemoved
    | SpareDieRolled
    | PhasesActivated
    | DiceReturned
    | PhaseStarted
    | PhaseFinished
    | ManageStarted
    | CreditsChanged
    | MarkerRaised
    | VpChanged
    | TilesChanged
    | Corrected
    | RoundFinished
    | GameEnded
    | ComputersSeated
    | LevelLowered
)
"""Events of every table."""

Event = TableEvent | TaskEvent | CorrectionEvent
"""Every event of the log. The class name is stored in the log and must not change."""

Events = tuple[Event, ...]
