"""The complete state of a game as frozen values, grouped by lifetime.

``GameState`` holds what lasts for the game, ``Empire`` what a player keeps from round to round,
``Round`` and ``Assignment`` what is reset at the end of a round. Extensions of the rules (tiles by
name, dice by place, tasks of a phase) are new fields on the value that they belong to.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Face, Phase, PlacedDie
from companion.games.roll.model.holdings import Holdings, Tracking
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.seating import NO_COMPUTERS, Computers, PlayerSetup

MAX_CREDITS: Final = 10
"""End of the credit track (R-5.3)."""

PLAYERS_WITH_SPARE_DIE: Final = 2
"""R-4.2 holds for this many players only."""

TILES_AT_SETUP: Final = 3
"""Faction 2, home world 1 (R-10.4)."""

TILES_TO_END: Final = 12
"""A tableau of this many tiles ends the game (R-10.4)."""


class Step(Enum):
    """The current step of the round (section 2)."""

    __hash__ = object.__hash__

    SETUP = "setup"
    ASSIGN = "assign"
    REVEAL = "reveal"
    PHASE = "phase"
    MANAGE = "manage"
    OVER = "over"


class EndReason(Enum):
    """Why the game ends (R-10.4), or that the players stopped before."""

    __hash__ = object.__hash__

    VP_POOL = "vp_pool"
    TILES = "tiles"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Empire:
    """What a player keeps between rounds: the set-up, credits, chips and tableau.

    ``holdings`` is None at a table that keeps its counters by hand.
    """

    player: PlayerSetup
    credits: int
    vp_chips: int = 0
    tiles: int = TILES_AT_SETUP
    holdings: Holdings | None = None

    @property
    def seat(self) -> int:
        """The number of the player's mat."""
        return self.player.seat

    @property
    def name(self) -> str:
        return self.player.name


@dataclass(frozen=True, slots=True)
class Assignment:
    """One player's part of the current round.

    Attributes:
        ready: whether the player has finished the step (Assign or Manage).
        dice: the dice on the mat; None while nothing is recorded.
        returned: dice that went back to the cup at Reveal (R-4.3), by kind.
    """

    seat: int
    ready: bool = False
    dice: tuple[PlacedDie, ...] | None = None
    returned: tuple[tuple[DieType, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One round; number 0 before the game starts.

    Attributes:
        assignments: one for each seat, in the order of the state's empires.
        spare_die: face of the two-player die (R-4.2); None if it was not rolled.
        active: the phases that happen, in their order; empty before Reveal is confirmed.
        current: the phase being played; None outside step PHASE.
    """

    number: int = 0
    assignments: tuple[Assignment, ...] = ()
    spare_die: Face | None = None
    active: tuple[Phase, ...] = ()
    current: Phase | None = None


@dataclass(frozen=True, slots=True)
class GameState:
    """The complete state of a game.

    Attributes:
        empires: one for each player, by seat number.
        vp_pool: VP left in the initial pool (R-1.3), never below 0.
        vp_beyond_pool: VP issued from the reserve after the pool ran out (R-9.4).
        ended_by: why the game is over; empty while it runs.
        tracking: bag, common stock and final scores; None where counters are kept by hand.
        computers: the seats played by the companion.
        options: the table's readings of ambiguous rules.
    """

    step: Step = Step.SETUP
    round: Round = Round()
    empires: tuple[Empire, ...] = ()
    vp_pool: int = 0
    vp_beyond_pool: int = 0
    ended_by: tuple[EndReason, ...] = ()
    tracking: Tracking | None = None
    computers: Computers = NO_COMPUTERS
    options: TableOptions = DEFAULT_OPTIONS

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are played, in ascending order."""
        return tuple([empire.player.seat for empire in self.empires])

    def empire(self, seat: int) -> Empire:
        """Return the empire at *seat*.

        Raises:
            KeyError: nobody plays there.
        """
        return self.empires[self._index(seat)]

    def assignment(self, seat: int) -> Assignment:
        """Return the part of *seat* in this round.

        Raises:
            KeyError: nobody plays there.
        """
        return self.round.assignments[self._index(seat)]

    def with_empire(self, empire: Empire) -> "GameState":
        """Return the state with the seat's empire replaced."""
        index = self._index(empire.seat)
        return replace(self, empires=(*self.empires[:index], empire, *self.empires[index + 1 :]))

    def with_assignment(self, assignment: Assignment) -> "GameState":
        """Return the state with the seat's part of the round replaced."""
        index = self._index(assignment.seat)
        parts = self.round.assignments
        return replace(
            self,
            round=replace(
                self.round, assignments=(*parts[:index], assignment, *parts[index + 1 :])
            ),
        )

    def _index(self, seat: int) -> int:
        index = seat - 1  # if all lower seats are taken, which is usual
        if 0 <= index < len(self.empires) and self.empires[index].player.seat == seat:
            return index
        for index, empire in enumerate(self.empires):
            if empire.player.seat == seat:
                return index
        raise KeyError(seat)


def end_reasons(state: "GameState") -> tuple[EndReason, ...]:
    """Return the end conditions that hold now; checked at the end of the round (R-10.4)."""
    if not state.empires:
        return ()
    reasons = []
    if state.vp_pool == 0:
        reasons.append(EndReason.VP_POOL)
    if any(empire.tiles >= TILES_TO_END for empire in state.empires):
        reasons.append(EndReason.TILES)
    return tuple(reasons)


def timing_order(state: "GameState") -> tuple[int, ...]:
    """Return the seats clockwise from the lowest faction number (R-5.6).

    Mats are numbered clockwise. If a faction is unknown, the order is by seat.
    """
    seats = state.seats
    factions = [empire.player.faction for empire in state.empires]
    if not factions or None in factions:
        return seats
    first = factions.index(min(factions))  # type: ignore[type-var] # none is None
    return seats[first:] + seats[:first]


def tracking(state: "GameState") -> Tracking:
    """Return the common part of a state; refuse where the table keeps its counters by hand."""
    if state.tracking is None:
        raise errors.NO_ACCOUNT()
    return state.tracking


def holdings(state: "GameState", seat: int) -> Holdings:
    """Return the dice, tiles and goods of the player at *seat*.

    Raises:
        RefusedError: the table keeps its counters by hand.
        KeyError: nobody plays there.
    """
    held = state.empire(seat).holdings
    if held is None:
        raise errors.NO_ACCOUNT()
    return held
