"""Corrections in a fully tracked game: dice, counters, and their consequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.roll.decide.counters import correct
from companion.games.roll.decide.manage import final_scores
from companion.games.roll.decide.tile_corrections import (
    check_goods,
    held_at,
    move_tile,
    replace_start_tiles,
    replace_tile,
)
from companion.games.roll.model import errors
from companion.games.roll.model.apply import apply
from companion.games.roll.model.commands import Correct, Correctable
from companion.games.roll.model.correction_events import (
    CorrectionEvent,
    DiceMoved,
    VpCorrected,
    WorkersWithdrawn,
)
from companion.games.roll.model.corrections import (
    Correction,
    DieSpot,
    MoveDice,
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
)
from companion.games.roll.model.dice import FACES, DieType, Phase
from companion.games.roll.model.events import Event, Events
from companion.games.roll.model.holdings import Dice, DieLocation
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.model.task_events import TaskEvent, TilesAskedBack, WorkersBorrowed
from companion.games.roll.rules.lent_workers import lenders
from companion.games.roll.rules.lookup import Rules

_ROLLING: Final = (Step.ASSIGN, Step.REVEAL)


def decide_correction(rules: Rules, state: GameState, command: Correction | Correct) -> Events:
    """Return the events of a correction and of its consequences.

    Raises:
        RefusedError: the pieces cannot be at the target, or are not at the source.
    """
    corrected = _corrected(rules, state, command)
    after = state
    for event in corrected:
        after = apply(after, event)
    for seat in after.seats:
        check_goods(rules, after, seat)
    return *corrected, *_due(rules, state, after)


def _corrected(rules: Rules, state: GameState, command: Correction | Correct) -> Events:
    match command:
        case MoveDice():
            return (_move_dice(state, command),)
        case MoveTile():
            return (move_tile(rules, state, command),)
        case ReplaceTile():
            return (replace_tile(rules, state, command),)
        case ReplaceStartTiles():
            return (replace_start_tiles(rules, state, command),)
        case Correct():
            return _correct_counter(state, command)


# --- dice ----------------------------------------------------------------------------------------


def dice_at(state: GameState, spot: DieSpot) -> Dice:
    """Return the tracked dice at *spot*.

    Raises:
        RefusedError: there is no such place on the table; nobody plays there.
    """
    if spot.location is DieLocation.STOCK:
        counts = zip(DieType, tracking(state).stock, strict=True)
        return tuple(die for die, count in counts for _ in range(count))
    held = held_at(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            return () if spot.phase is None else held.workers(spot.phase)
        case DieLocation.MAT:
            return tuple(die.type for die in held.rolled if die.face is spot.face)
        case DieLocation.GOOD:
            return tuple(good.die for good in held.goods if good.world == spot.world)
        case DieLocation.CUP:
            return held.cup
        case DieLocation.CITIZENRY:
            return held.citizenry
        case DieLocation.DEVELOPERS:
            return held.developers
        case DieLocation.SETTLERS:
            return held.settlers


def _move_dice(state: GameState, command: MoveDice) -> DiceMoved:
    source, target = _tidy(command.source), _tidy(command.target)
    there = dice_at(state, source).count(command.die)
    if command.count < 1 or source == target:
        raise errors.NO_CHANGE()
    if there < command.count:
        raise errors.NOT_LYING_THERE(
            die=command.die.value, place=source.location.value, count=there
        )
    _check_target(state, command.die, target)
    return DiceMoved(command.die, command.count, source, target, command.reason)


def _tidy(spot: DieSpot) -> DieSpot:
    """Return the place with the fields that do not apply to its location reset."""
    return DieSpot(
        spot.location,
        None if spot.location is DieLocation.STOCK else spot.seat,
        spot.phase if spot.location is DieLocation.COLUMN else None,
        spot.face if spot.location is DieLocation.MAT else None,
        spot.world if spot.location is DieLocation.GOOD else "",
    )


def _check_target(state: GameState, die: DieType, spot: DieSpot) -> None:
    """Check that dice can be there in this step, so that the round ends in a valid position."""
    if spot.location is DieLocation.STOCK:
        return
    held = held_at(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            possible = _still_to_come(state, spot.phase)
        case DieLocation.MAT:
            entered = bool(held.rolled) or not held.cup
            possible = state.step in _ROLLING and entered and spot.face in FACES[die]
        case DieLocation.GOOD:
            possible = spot.world in held.tableau
        case _:
            possible = True
    if not possible:
        raise errors.CORRECTION_PLACE(die=die.value, place=spot.location.value)


def _still_to_come(state: GameState, phase: Phase | None) -> bool:
    """Whether workers of *phase* have a use in this round."""
    current = state.round.current
    if state.step is not Step.PHASE or phase is None or current is None:
        return False
    return phase in state.round.active and phase.number >= current.number


# --- counters ------------------------------------------------------------------------------------


def _correct_counter(state: GameState, command: Correct) -> Events:
    """Correct credits, round or chips; tile counts and the VP pool are derived values."""
    if command.what in (Correctable.TILES, Correctable.VP_POOL):
        raise errors.COUNTED_BY_RULES()
    corrected = correct(state, command)
    if command.what is not Correctable.VP_CHIPS or command.seat is None:
        return corrected
    old = state.empire(command.seat).vp_chips
    delta = command.value - old
    # In reverse order of issue: first the reserve, then the pool.
    from_pool = min(delta, state.vp_pool) if delta > 0 else min(0, delta + state.vp_beyond_pool)
    return (
        VpCorrected(command.seat, command.value, old, from_pool, delta - from_pool, command.reason),
    )


# --- what follows --------------------------------------------------------------------------------


def _due(rules: Rules, before: GameState, after: GameState) -> Iterator[Event]:
    """Events required by the correction: lent workers, tiles asked back, scores at the end."""
    givers = tracking(after).givers
    able = tuple(seat for seat in givers if holdings(after, seat).zone_size)
    if able != givers:
        yield TilesAskedBack(able)
    if after.step is Step.PHASE and after.round.current is not None:
        for seat in after.seats:
            yield from _lent(rules, before, after, seat, after.round.current)
    if after.step is Step.OVER:
        yield from final_scores(rules, after)


def _lent(
    rules: Rules, before: GameState, after: GameState, seat: int, phase: Phase
) -> Iterator[TaskEvent | CorrectionEvent]:
    """Add or withdraw workers of tiles that entered or left the tableau."""
    old, new = holdings(before, seat).tableau, holdings(after, seat).tableau
    if old == new:
        return
    had, has = dict(lenders(rules.sides(old), phase)), dict(lenders(rules.sides(new), phase))
    unused = Counter(holdings(after, seat).turn.borrowed)
    for tile in had.keys() - has.keys():
        gone = tuple((Counter(had[tile]) & unused).elements())
        unused -= Counter(gone)
        if gone:
            yield WorkersWithdrawn(seat, gone, tile)
    for tile in has.keys() - had.keys():
        yield WorkersBorrowed(seat, has[tile], tile)
