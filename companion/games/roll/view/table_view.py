"""What may be seen of a state: the only thing that a screen ever gets.

``view(state, None)`` is the shared table; ``view(state, seat)`` adds what that player may look at.
Dice on a mat are behind the screen until Reveal (R-12.1) and appear in no other view before.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.roll.model.commands import PlacedDie
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.steps import EndReason, Step
from companion.games.roll.rules.needs import Need
from companion.games.roll.view.tracked_view import SeatTracking, TableTracking


class PhaseStatus(Enum):
    """How far a phase of this round is."""

    UNKNOWN = "unknown"
    INACTIVE = "inactive"
    WAITING = "waiting"
    CURRENT = "current"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player as the table sees them.

    Attributes:
        dice: the mat's dice in the order of their correction index; empty before Reveal and while
            nothing is recorded.
        recorded: whether this round's mat has been recorded.
        selected: the phase this player selected, once known.
        workers: number of workers in each phase of this round, by phase, after Reveal is confirmed.
        to_cup: dice that went back to the cup at Reveal (R-4.3): kind and count.
        final_rank: 1 for the winner(s) by chips and tie-break known so far; None before the end.
        tracking: dice and tiles by place; None where counters are kept by hand.
    """

    seat: int
    name: str
    colour: str
    faction: int | None
    home_world: str | None
    ready: bool
    credits: int
    vp_chips: int
    tiles: int
    recorded: bool
    dice: tuple[PlacedDie, ...]
    selected: Phase | None
    workers: tuple[tuple[Phase, int], ...]
    to_cup: tuple[tuple[DieType, int], ...]
    final_rank: int | None = None
    tracking: SeatTracking | None = None


@dataclass(frozen=True, slots=True)
class PhaseView:
    """One of the five phases of this round; ``by_spare_die`` is the two-player rule R-4.2."""

    phase: Phase
    status: PhaseStatus
    selected_by: tuple[int, ...]
    by_spare_die: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """The table, immutable, ready to be drawn.

    Attributes:
        round: 1 for the first; 0 before the game starts.
        seats: in the timing order of R-5.6 where all factions are known, else by seat.
        vp_pool: VP left in the initial pool, never below 0.
        vp_beyond_pool: VP issued from the reserve after the pool ran out (R-9.4).
        current_phase: set in step PHASE only.
        spare_die: face of the two-player die this round; None if not rolled or not needed.
        needs: what the table waits for, most urgent first.
        end_reasons: conditions that hold now; the game ends at the end of this round.
        legal: names of the command classes that may be sent now.
        tracking: bag, stock and what is expected; None where counters are kept by hand.
    """

    step: Step
    round: int
    seats: tuple[SeatView, ...]
    vp_pool: int
    vp_beyond_pool: int
    phases: tuple[PhaseView, ...]
    current_phase: Phase | None
    spare_die: Face | None
    needs: tuple[Need, ...]
    end_reasons: tuple[EndReason, ...]
    legal: frozenset[str]
    tracking: TableTracking | None = None
