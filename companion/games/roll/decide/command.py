"""Check any command in a fully tracked game; tables without one use ``decide``."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, assert_never

from companion.games.roll.decide.build import complete_tile, place_workers
from companion.games.roll.decide.corrections import decide_correction
from companion.games.roll.decide.counted import decide
from companion.games.roll.decide.explore import (
    draw_extra,
    draw_owed,
    place_tiles,
    rearrange,
    return_tile,
    scout,
    stock,
)
from companion.games.roll.decide.goods import produce, ship
from companion.games.roll.decide.manage import check_managed, final_scores, recall, recruit
from companion.games.roll.decide.timing import TASKS, check_turn, is_own_turn
from companion.games.roll.decide.tracked_setup import set_up
from companion.games.roll.decide.turns import end_phase, reveal, roll_dice
from companion.games.roll.model.commands import (
    Command,
    ConfirmReveal,
    Correct,
    FinishPhase,
    FinishRound,
    SignalReady,
)
from companion.games.roll.model.correction_events import CorrectionEvent
from companion.games.roll.model.corrections import TrackingCorrection
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.errors import AlreadyStartedError, UnknownSeatError, WrongStepError
from companion.games.roll.model.events import Event, GameEnded
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.model.task_commands import (
    CompleteTile,
    DrawExtra,
    DrawOwed,
    PlaceTiles,
    PlaceWorkers,
    Produce,
    Rearrange,
    Recall,
    Recruit,
    ReturnTile,
    RollDice,
    RoundCommand,
    Scout,
    SetUpGame,
    Ship,
    Stock,
)
from companion.games.roll.model.task_errors import CountedByRulesError, NotTrackedError, TimingError
from companion.games.roll.model.task_events import RoundEvent
from companion.games.roll.rules.legal import BY_HAND, is_legal
from companion.games.roll.rules.lookup import Rules, tracking

AnyEvent = Event | RoundEvent | CorrectionEvent
Events = tuple[AnyEvent, ...]

_BUILDING: Final = (Phase.DEVELOP, Phase.SETTLE)

STEPS: Final = MappingProxyType(
    {
        SetUpGame: (Step.SETUP, ()),
        RollDice: (Step.ASSIGN, ()),
        Stock: (Step.PHASE, (Phase.EXPLORE,)),
        Scout: (Step.PHASE, (Phase.EXPLORE,)),
        PlaceTiles: (Step.PHASE, (Phase.EXPLORE,)),
        ReturnTile: (Step.PHASE, (Phase.EXPLORE,)),
        DrawOwed: (Step.PHASE, (Phase.EXPLORE,)),
        DrawExtra: (Step.PHASE, (Phase.EXPLORE,)),
        Rearrange: (Step.PHASE, (Phase.EXPLORE,)),
        PlaceWorkers: (Step.PHASE, _BUILDING),
        CompleteTile: (Step.PHASE, _BUILDING),
        Produce: (Step.PHASE, (Phase.PRODUCE,)),
        Ship: (Step.PHASE, (Phase.SHIP,)),
        Recruit: (Step.MANAGE, ()),
        Recall: (Step.MANAGE, ()),
    }
)
"""Command class -> the step and the phases in which it may be sent."""


def decide_game(
    rules: Rules, state: GameState, command: Command | RoundCommand | TrackingCorrection
) -> Events:
    """Return the events that *command* causes in *state*.

    Pure: no clock, no chance, nothing is changed. A game begins with ``SetUpGame`` to have an
    tracking and with ``StartGame`` to go without.

    Raises:
        RulesError: the command is refused; the subclass and its ``code`` say why.
    """
    if isinstance(command, RoundCommand):
        _check_step(state, command)
        if isinstance(command, TASKS):
            check_turn(rules, state, command.seat)
        elif isinstance(command, Rearrange) and not is_own_turn(rules, state, command.seat):
            raise TimingError(name=state.empire(command.seat).name)
        return _decide_round(rules, state, command)
    if isinstance(command, TrackingCorrection):
        tracking(state)
        return decide_correction(rules, state, command)
    if state.tracking is None:
        return decide(state, command)
    if isinstance(command, BY_HAND):
        raise CountedByRulesError
    return _decide_flow(rules, state, command)


def _check_step(state: GameState, command: RoundCommand) -> None:
    if isinstance(command, SetUpGame):
        if state.step is not Step.SETUP:
            raise AlreadyStartedError
        return
    if state.tracking is None:
        raise NotTrackedError
    step, phases = STEPS[type(command)]
    if state.step is not step or (phases and state.round.current not in phases):
        raise WrongStepError(step=state.step.value)
    _check_seat(state, command.seat)


def _check_seat(state: GameState, seat: int) -> None:
    try:
        state.empire(seat)
    except KeyError as error:
        raise UnknownSeatError(seat=seat) from error


def _decide_flow(rules: Rules, state: GameState, command: Command) -> Events:
    """The commands that every table has, where the tracking adds to them."""
    if not is_legal(type(command), state):
        raise WrongStepError(step=state.step.value)
    seat = getattr(command, "seat", None)
    if seat is not None:
        _check_seat(state, seat)
    match command:
        case ConfirmReveal():
            return reveal(rules, state)
        case FinishPhase():
            return end_phase(rules, state)
        case SignalReady(seat=ready) if state.step is Step.MANAGE:
            # A correction may have left work to those who were ready before.
            parts = state.round.assignments
            last = all(part.ready for part in parts if part.seat != ready)
            check_managed(rules, state, state.seats if last else (ready,))
        case FinishRound():
            check_managed(rules, state, state.seats)
        case Correct():
            return decide_correction(rules, state, command)
        case _:
            pass
    return _scored(rules, state, decide(state, command))


def _scored(rules: Rules, state: GameState, events: tuple[Event, ...]) -> Events:
    """Count the points before the game ends (R-11.1)."""
    if events and isinstance(events[-1], GameEnded):
        return *events[:-1], *final_scores(rules, state), events[-1]
    return events


def _decide_round(rules: Rules, state: GameState, command: RoundCommand) -> Events:  # noqa: C901 - one line a command
    match command:
        case SetUpGame():
            return set_up(rules, command)
        case RollDice():
            return roll_dice(state, command)
        case Stock():
            return stock(rules, state, command)
        case Scout():
            return scout(rules, state, command)
        case PlaceTiles():
            return place_tiles(rules, state, command)
        case ReturnTile():
            return return_tile(state, command)
        case DrawOwed():
            return draw_owed(rules, state, command)
        case DrawExtra():
            return draw_extra(rules, state, command)
        case Rearrange():
            return rearrange(rules, state, command)
        case PlaceWorkers():
            return place_workers(rules, state, command)
        case CompleteTile():
            return complete_tile(rules, state, command)
        case Produce():
            return produce(rules, state, command)
        case Ship():
            return ship(rules, state, command)
        case Recruit():
            return recruit(state, command)
        case Recall():
            return recall(state, command)
        case _:
            assert_never(command)
