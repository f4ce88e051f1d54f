"""When each command may be sent: step and phase of the round (section 2), kind of game."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, get_args

from companion.games.refusals import RefusedError
from companion.games.roll.model import commands as c
from companion.games.roll.model import errors
from companion.games.roll.model.corrections import Correction
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step

PLAYERS_WITH_SPARE_DIE: Final = 2
"""R-4.2 holds for this many players only."""


@dataclass(frozen=True, slots=True)
class When:
    """When commands of a class are legal.

    Attributes:
        phases: of step PHASE; empty for all.
        tracked: True where only fully tracked games have the command, False where only tables that
            keep their counters by hand have it.
        tracked_steps: the steps in a fully tracked game, if they differ.
    """

    steps: frozenset[Step]
    phases: tuple[Phase, ...] = ()
    tracked: bool | None = None
    tracked_steps: frozenset[Step] | None = None


def _at(*steps: Step) -> frozenset[Step]:
    return frozenset(steps)


_RUNNING: Final = _at(Step.ASSIGN, Step.REVEAL, Step.PHASE, Step.MANAGE)
_READYING: Final = When(_at(Step.ASSIGN, Step.MANAGE))
# In a fully tracked game the dice have moved on after Reveal is confirmed; ``MoveDice`` corrects
# them.
_MAT_BY_HAND: Final = When(_at(Step.REVEAL, Step.PHASE), tracked_steps=_at(Step.REVEAL))
# Forgotten bookkeeping may be entered at any time while the game runs.
_COUNTERS: Final = When(_RUNNING, tracked=False)
_EXPLORING: Final = When(_at(Step.PHASE), (Phase.EXPLORE,), tracked=True)
_BUILDING: Final = When(_at(Step.PHASE), (Phase.DEVELOP, Phase.SETTLE), tracked=True)
_MANAGING: Final = When(_at(Step.MANAGE), tracked=True)

WHEN: Final = MappingProxyType(
    {
        c.StartGame: When(_at(Step.SETUP)),
        c.SetUpGame: When(_at(Step.SETUP)),
        c.SignalReady: _READYING,
        c.WithdrawReady: _READYING,
        c.RecordMat: When(_at(Step.ASSIGN, Step.REVEAL)),
        c.CorrectDie: _MAT_BY_HAND,
        c.AddDie: _MAT_BY_HAND,
        c.RemoveDie: _MAT_BY_HAND,
        c.RecordSpareDie: When(_at(Step.REVEAL)),
        c.ConfirmReveal: When(_at(Step.REVEAL)),
        c.FinishPhase: When(_at(Step.PHASE)),
        c.FinishRound: When(_at(Step.MANAGE)),
        c.StopGame: When(_RUNNING),
        c.SeatComputers: When(_RUNNING, tracked=True),
        c.ChangeCredits: _COUNTERS,
        c.ChangeVp: _COUNTERS,
        c.ChangeTiles: _COUNTERS,
        c.Correct: When(_RUNNING | {Step.OVER}),
        c.RollDice: When(_at(Step.ASSIGN), tracked=True),
        c.Stock: _EXPLORING,
        c.Scout: _EXPLORING,
        c.PlaceTiles: _EXPLORING,
        c.ReturnTile: _EXPLORING,
        c.DrawOwed: _EXPLORING,
        c.DrawExtra: _EXPLORING,
        c.Rearrange: _EXPLORING,
        c.PlaceWorkers: _BUILDING,
        c.LeaveUnfinished: _BUILDING,
        c.CompleteTile: _BUILDING,
        c.Produce: When(_at(Step.PHASE), (Phase.PRODUCE,), tracked=True),
        c.Ship: When(_at(Step.PHASE), (Phase.SHIP,), tracked=True),
        c.Recruit: _MANAGING,
        c.Recall: _MANAGING,
        **dict.fromkeys(get_args(Correction), When(frozenset(Step), tracked=True)),
    }
)
"""Command class -> when it is legal."""

TASKS: Final = tuple(
    command for command in get_args(c.TrackedCommand) if command is not c.SetUpGame
)
"""Commands of a single player; its question offers those that have a use now."""


def is_legal(command: type, state: GameState) -> bool:
    """Whether commands of this class are legal in the current step and phase."""
    when, tracked = WHEN[command], state.tracking is not None
    if when.tracked not in (None, tracked):
        return False
    steps = when.tracked_steps if tracked and when.tracked_steps is not None else when.steps
    return state.step in steps and (not when.phases or state.round.current in when.phases)


def check_legal(state: GameState, command: c.Command) -> None:
    """Check that a command is legal in the current step.

    Raises:
        RefusedError: another step or phase, another kind of game, or nobody plays at its seat.
    """
    kind = type(command)
    if not is_legal(kind, state):
        raise _refusal(kind, state)
    seat = getattr(command, "seat", None)
    if seat is not None and seat not in state.seats:
        raise errors.UNKNOWN_SEAT(seat=seat)


def _refusal(kind: type, state: GameState) -> RefusedError:
    if kind in (c.StartGame, c.SetUpGame) and state.step is not Step.SETUP:
        return errors.ALREADY_STARTED()
    match WHEN[kind].tracked:
        case True if state.tracking is None:
            return errors.NO_ACCOUNT()
        case False if state.tracking is not None:
            return errors.COUNTED_BY_RULES()
    return errors.WRONG_STEP(step=state.step.value)


def legal_names(state: GameState) -> frozenset[str]:
    """Return the names of the command classes that may be sent now, except tasks of players."""
    names = {each.__name__ for each in WHEN if each not in TASKS and is_legal(each, state)}
    names.discard(c.SetUpGame.__name__)
    if len(state.empires) != PLAYERS_WITH_SPARE_DIE:
        names.discard(c.RecordSpareDie.__name__)
    return frozenset(names)
