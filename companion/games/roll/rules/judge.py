"""When each command may be sent (section 2), and what it causes."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from companion.games import messages
from companion.games.refusals import RefusedError
from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.event import Event
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.timing import check_turn

SCHEMA: Final = 1
"""Schema version of the event types in the log."""

Events = tuple[Event, ...]

RUNNING: Final = (Step.ASSIGN, Step.REVEAL, Step.PHASE, Step.MANAGE)


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


class Command(messages.Command):
    """A person's tap, a button or a reading of the camera; *when* it is legal."""

    when: ClassVar[When]

    def __init_subclass__(cls, when: When | None = None, **named: Any) -> None:
        super().__init_subclass__(**named)
        if when is not None:
            cls.when = when


class Move(messages.OfPlayer, Command):
    """A command of one player."""


def decide(rules: Rules, state: GameState, command: Command) -> Events:
    """Return the events that *command* causes in *state*.

    ``SetUpGame`` begins a fully tracked game, ``StartGame`` one with counters kept by hand; only
    the former needs the tiles.

    Raises:
        RefusedError: the command is refused; its ``reason`` says why.
    """
    check_legal(state, command)
    when = command.when
    if (state.tracking is not None or when.is_task) and not rules.catalog.tiles:
        raise errors.NO_ACCOUNT()
    if when.in_order and isinstance(command, Move):
        check_turn(rules, state, command.seat)
    events = command.decide(rules, state)
    return (command,) if events is None else events


def is_legal(command: type[Command], state: GameState) -> bool:
    """Whether commands of this class are legal in the current step and phase."""
    when, tracked = command.when, state.tracking is not None
    if when.tracked not in (None, tracked):
        return False
    steps = when.tracked_steps if tracked and when.tracked_steps is not None else when.steps
    return state.step in steps and (not when.phases or state.round.current in when.phases)


def check_legal(state: GameState, command: Command) -> None:
    """Refuse a command in another step, phase or kind of game, or of a seat where nobody plays."""
    if not is_legal(type(command), state):
        raise _refusal(command.when, state)
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
