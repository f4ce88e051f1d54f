"""What happened at the table: past facts, stored in the log and folded by ``apply``.

An event carries what a reader of the log needs to follow the game without knowing the rules that
were checked when it was decided. Fields are only ever added with defaults; anything else needs a
new schema and an upcast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from companion.games.roll.model.commands import Correctable, PlacedDie, PlayerSetup
from companion.games.roll.model.correction_events import CorrectionEvent
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.fast_replace import make_fast
from companion.games.roll.model.seating import Computers
from companion.games.roll.model.steps import EndReason
from companion.games.roll.model.task_events import TaskEvent

SCHEMA = 1
"""Version of these types in the log."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Players sit down (section 1); ``credits`` are theirs in the order of ``players``."""

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
    """A player goes on with the step; a mat recorded early is forgotten."""

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
    """The die number *index* of a mat is another one or lies elsewhere."""

    seat: int
    index: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class DieAdded:
    """A die that was missed, at the end of the mat's dice."""

    seat: int
    die: PlacedDie


@dataclass(frozen=True, slots=True)
class DieRemoved:
    """The die number *index* of a mat is not there."""

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
    """Dice go back to the seat's cup at Reveal (R-4.3), by kind.

    Said again after a correction; the newest one of a round holds.
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
    """A tableau grew by completed tiles, or was counted wrongly."""

    seat: int
    delta: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """A counter was set to what lies on the table; ``old`` is what the companion believed."""

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
    """From now on the companion plays these seats and no others."""

    computers: Computers


@dataclass(frozen=True, slots=True)
class LevelLowered:
    """A computer player could not decide at its level, and plays on at a lower one.

    Attributes:
        wanted: the level that failed.
        level: the one from now on.
        reason: key of what is wrong: ``network`` or ``position``.
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
"""What happens at every table."""

Event = TableEvent | TaskEvent | CorrectionEvent
"""Every event of the log. The name of its class is its name there, so it stays."""

Events = tuple[Event, ...]

make_fast(*get_args(TableEvent))
