"""Apply one event to the state."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never, cast

from companion.games.roll.model.apply_corrections import CORRECTION_HANDLERS
from companion.games.roll.model.apply_tasks import TASK_HANDLERS
from companion.games.roll.model.commands import Correctable, PlacedDie
from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.model.events import (
    ComputersSeated,
    Corrected,
    CreditsChanged,
    DiceReturned,
    DieAdded,
    DieCorrected,
    DieRemoved,
    Event,
    GameEnded,
    GameStarted,
    LevelLowered,
    ManageStarted,
    MarkerRaised,
    MatRecorded,
    PhaseFinished,
    PhasesActivated,
    PhaseStarted,
    ReadySignalled,
    ReadyWithdrawn,
    RevealStarted,
    RoundFinished,
    RoundStarted,
    SpareDieRolled,
    TableEvent,
    TilesChanged,
    VpChanged,
)
from companion.games.roll.model.holdings import Holdings, Turn
from companion.games.roll.model.state import Assignment, Empire, GameState, Round
from companion.games.roll.model.state_edits import each_held
from companion.games.roll.model.steps import Step

_HANDLERS: Final = {**TASK_HANDLERS, **CORRECTION_HANDLERS}
_NEW_TURN: Final = Turn()


def apply(state: GameState, event: Event) -> GameState:
    """Return the state after *event*.

    Total and deterministic. Rule checks belong to ``decide``: an event is a fact and is never
    refused.
    """
    handler = _HANDLERS.get(type(event))  # faster than a match over all classes
    return handler(state, event) if handler else _apply(state, cast(TableEvent, event))


def _apply(state: GameState, event: TableEvent) -> GameState:
    match event:
        case GameStarted() | RoundStarted() | RoundFinished() | GameEnded():
            return _apply_frame(state, event)
        case (
            ReadySignalled()
            | ReadyWithdrawn()
            | RevealStarted()
            | PhasesActivated()
            | PhaseStarted()
            | PhaseFinished()
            | ManageStarted()
            | SpareDieRolled()
        ):
            return _apply_flow(state, event)
        case MatRecorded() | DieCorrected() | DieAdded() | DieRemoved() | DiceReturned():
            return _apply_mat(state, event)
        case CreditsChanged() | MarkerRaised() | VpChanged() | TilesChanged() | Corrected():
            return _apply_counter(state, event)
        case ComputersSeated(computers=computers):
            return replace(state, computers=computers)
        case LevelLowered(seat=seat, level=level):
            seats = tuple(
                replace(each, level=level) if each.seat == seat else each
                for each in state.computers.seats
            )
            return replace(state, computers=replace(state.computers, seats=seats))
        case _:
            assert_never(event)


def _apply_frame(
    state: GameState, event: GameStarted | RoundStarted | RoundFinished | GameEnded
) -> GameState:
    match event:
        case GameStarted(players=players, credits=credits_, vp_pool=vp_pool):
            empires = tuple(
                Empire(player, amount) for player, amount in zip(players, credits_, strict=True)
            )
            return replace(state, empires=empires, vp_pool=vp_pool)
        case RoundStarted(number=number):
            parts = tuple(Assignment(seat) for seat in state.seats)
            state = each_held(state, lambda held, _: replace(held, recruited=False))
            return replace(state, step=Step.ASSIGN, round=Round(number, parts))
        case RoundFinished():
            return state  # informative only: a RoundStarted or GameEnded event follows
        case GameEnded(reasons=reasons):
            return _nobody_ready(replace(state, step=Step.OVER, ended_by=reasons))
        case _:
            assert_never(event)


def _apply_flow(
    state: GameState,
    event: ReadySignalled
    | ReadyWithdrawn
    | RevealStarted
    | PhasesActivated
    | PhaseStarted
    | PhaseFinished
    | ManageStarted
    | SpareDieRolled,
) -> GameState:
    match event:
        case ReadySignalled(seat=seat):
            return state.with_assignment(replace(state.assignment(seat), ready=True))
        case ReadyWithdrawn(seat=seat):
            part = replace(state.assignment(seat), ready=False)
            if state.step is Step.ASSIGN:
                part = replace(part, dice=None)
            return state.with_assignment(part)
        case RevealStarted():
            return _nobody_ready(replace(state, step=Step.REVEAL))
        case PhasesActivated(phases=phases):
            state = each_held(state, lambda held, seat: _to_columns(state, held, seat, phases))
            return replace(state, round=replace(state.round, active=phases))
        case PhaseStarted(phase=phase):
            state = each_held(state, _with_new_turn)
            return replace(state, step=Step.PHASE, round=replace(state.round, current=phase))
        case PhaseFinished(phase=phase):
            state = each_held(state, lambda held, _: _answered(held, phase))
            return replace(state, round=replace(state.round, current=None))
        case ManageStarted():
            return replace(each_held(state, _with_new_turn), step=Step.MANAGE)
        case SpareDieRolled(face=face):
            return replace(state, round=replace(state.round, spare_die=face))
        case _:
            assert_never(event)


def _apply_mat(
    state: GameState, event: MatRecorded | DieCorrected | DieAdded | DieRemoved | DiceReturned
) -> GameState:
    part = state.assignment(event.seat)
    dice: tuple[PlacedDie, ...] = part.dice or ()
    match event:
        case MatRecorded(dice=recorded):
            part = replace(part, dice=recorded)
        case DieCorrected(index=index, die=die):
            part = replace(part, dice=(*dice[:index], die, *dice[index + 1 :]))
        case DieAdded(die=die):
            part = replace(part, dice=(*dice, die))
        case DieRemoved(index=index):
            part = replace(part, dice=(*dice[:index], *dice[index + 1 :]))
        case DiceReturned(dice=to_cup):
            part = replace(part, returned=to_cup)
            state = each_held(
                state, lambda held, seat: _returned(held) if seat == event.seat else held
            )
        case _:
            assert_never(event)
    return state.with_assignment(part)


def _apply_counter(
    state: GameState,
    event: CreditsChanged | MarkerRaised | VpChanged | TilesChanged | Corrected,
) -> GameState:
    match event:
        case CreditsChanged(seat=seat, delta=delta):
            empire = state.empire(seat)
            return state.with_empire(replace(empire, credits=empire.credits + delta))
        case MarkerRaised(seat=seat):
            return state.with_empire(replace(state.empire(seat), credits=1))
        case VpChanged(seat=seat, from_pool=from_pool, from_reserve=from_reserve):
            empire = state.empire(seat)
            total = empire.vp_chips + from_pool + from_reserve
            return replace(
                state.with_empire(replace(empire, vp_chips=total)),
                vp_pool=state.vp_pool - from_pool,
                vp_beyond_pool=state.vp_beyond_pool + from_reserve,
            )
        case TilesChanged(seat=seat, delta=delta):
            empire = state.empire(seat)
            return state.with_empire(replace(empire, tiles=empire.tiles + delta))
        case Corrected():
            return _correct(state, event)
        case _:
            assert_never(event)


def _correct(state: GameState, event: Corrected) -> GameState:
    match event.what:
        case Correctable.VP_POOL:
            # Chips in the pool again: the reserve has not been used.
            beyond = 0 if event.value else state.vp_beyond_pool
            return replace(state, vp_pool=event.value, vp_beyond_pool=beyond)
        case Correctable.ROUND:
            return replace(state, round=replace(state.round, number=event.value))
        case Correctable.CREDITS | Correctable.VP_CHIPS | Correctable.TILES:
            return _correct_empire(state, event)
        case _:
            assert_never(event.what)


def _correct_empire(state: GameState, event: Corrected) -> GameState:
    if event.seat is None:
        return state
    empire = state.empire(event.seat)
    match event.what:
        case Correctable.CREDITS:
            return state.with_empire(replace(empire, credits=event.value))
        case Correctable.VP_CHIPS:
            return state.with_empire(replace(empire, vp_chips=event.value))
        case _:
            return state.with_empire(replace(empire, tiles=event.value))


def _nobody_ready(state: GameState) -> GameState:
    parts = tuple(replace(part, ready=False) for part in state.round.assignments)
    return replace(state, round=replace(state.round, assignments=parts))


# --- fully tracked dice --------------------------------------------------------------------------


def _with_new_turn(held: Holdings, _: int) -> Holdings:
    return held if held.turn is _NEW_TURN else replace(held, turn=_NEW_TURN)


def _answered(held: Holdings, phase: Phase) -> Holdings:
    """Drop the pending completion question of *phase*: no player completed the unnamed tile."""
    if phase not in held.maybe_complete:
        return held
    left = tuple(each for each in held.maybe_complete if each is not phase)
    return replace(held, maybe_complete=left)


def _returned(held: Holdings) -> Holdings:
    """Put the rolled dice that did not become workers into the cup (R-4.3)."""
    back = tuple(die.type for die in held.rolled)
    return replace(held, cup=held.cup + back, rolled=())


def _to_columns(state: GameState, held: Holdings, seat: int, active: tuple[Phase, ...]) -> Holdings:
    """Move workers of active phases from the rolled dice to columns; the rest returns (R-4.3)."""
    columns: dict[Phase, list[DieType]] = {phase: [] for phase in active}
    rest = list(held.rolled)
    for die in state.assignment(seat).dice or ():
        if die.place.phase in columns:
            columns[die.place.phase].append(die.type)
            index = next(i for i, rolled in enumerate(rest) if rolled.type is die.type)
            del rest[index]
    return replace(
        held,
        rolled=tuple(rest),
        columns=tuple(tuple(columns.get(phase, ())) for phase in PHASES),
    )
