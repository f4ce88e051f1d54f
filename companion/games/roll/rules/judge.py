"""When each command may be sent (section 2), what it causes, and how events are applied."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.games.cases import Appliers, Cases
from companion.games.refusals import RefusedError
from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.timing import check_turn

SCHEMA: Final = 1
"""Schema version of the event types in the log."""

Command = object
"""A person's tap, a button or a reading of the camera, as a value with a decider.

It is not stored. Randomness is part of it: what was rolled and drawn.
"""

Event = object
"""A past fact, stored in the log with all data needed to follow the game; a value with an applier.

A ``reason`` is the cause: a rule number, the key of a tile, or free text of a correction.
"""

Events = tuple[Event, ...]

RUNNING: Final = (Step.ASSIGN, Step.REVEAL, Step.PHASE, Step.MANAGE)

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class When:
    """When commands of a class are legal.

    Attributes:
        phases: of step PHASE; empty for all.
        tracked: True where only fully tracked games have the command, False where only tables that
            keep their counters by hand have it.
        tracked_steps: the steps in a fully tracked game, if they differ.
        is_task: whether it is one player's move in a fully tracked game, or its set-up.
        in_order: whether it follows the turn order (R-5.6).
    """

    steps: tuple[Step, ...]
    phases: tuple[Phase, ...] = ()
    tracked: bool | None = None
    tracked_steps: tuple[Step, ...] | None = None
    is_task: bool = False
    in_order: bool = False


def task(*phases: Phase, in_order: bool = False) -> When:
    """Return when the tasks of these phases are legal."""
    return When((Step.PHASE,), phases, tracked=True, is_task=True, in_order=in_order)


apply: Final[Appliers[GameState]] = Appliers()
"""Return the state after an event.

Total and deterministic. Rule checks belong to ``decide``: an event is a fact and is never refused.
"""

WHEN: Final[dict[type, When]] = {}
"""Command class -> when it is legal."""


class Judge(Cases[Events]):
    """Calls the decider of a command that is legal now."""

    def __call__(self, rules: Rules, state: GameState, command: Command) -> Events:
        """Return the events that *command* causes in *state*.

        Pure: no clock, no randomness, no side effects. Dice are rolled on the table, so a roll is
        input. ``SetUpGame`` begins a fully tracked game, ``StartGame`` one with counters kept by
        hand; only the former needs the tiles.

        Raises:
            RefusedError: the command is refused; its ``reason`` says why.
        """
        check_legal(state, command)
        when = WHEN[type(command)]
        if (state.tracking is not None or when.is_task) and not rules.catalog.tiles:
            raise errors.NO_ACCOUNT()
        if when.in_order:
            check_turn(rules, state, command.seat)  # type: ignore[attr-defined] # a task has a seat
        return super().__call__(rules, state, command)


decide: Final = Judge()


def decides(when: When) -> Callable[[F], F]:
    """Add a function of rules, state and command: it returns the events, or refuses."""

    def add(function: F) -> F:
        decide.case(function)
        WHEN.update(dict.fromkeys(decide.types[len(WHEN) :], when))
        return function

    return add


def is_legal(command: type, state: GameState) -> bool:
    """Whether commands of this class are legal in the current step and phase."""
    when, tracked = WHEN[command], state.tracking is not None
    if when.tracked not in (None, tracked):
        return False
    steps = when.tracked_steps if tracked and when.tracked_steps is not None else when.steps
    return state.step in steps and (not when.phases or state.round.current in when.phases)


def check_legal(state: GameState, command: Command) -> None:
    """Refuse a command in another step, phase or kind of game, or of a seat where nobody plays."""
    if not is_legal(type(command), state):
        raise _refusal(WHEN[type(command)], state)
    seat = getattr(command, "seat", None)
    if seat is not None and seat not in state.seats:
        raise errors.UNKNOWN_SEAT(seat=seat)


def _refusal(when: When, state: GameState) -> RefusedError:
    if when.steps == (Step.SETUP,):
        return errors.ALREADY_STARTED()
    match when.tracked:
        case True if state.tracking is None:
            return errors.NO_ACCOUNT()
        case False if state.tracking is not None:
            return errors.COUNTED_BY_RULES()
    return errors.WRONG_STEP(step=state.step.value)
