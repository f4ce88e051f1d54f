"""Helpers of ``apply`` for a fully tracked state: read parts, copy with one part changed."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import is_
from typing import Any, Final, TypeVar

from companion.games.roll.model.dice import KINDS, PHASES, DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import (
    UNKNOWN,
    Dice,
    DieLocation,
    DieSpot,
    Good,
    Holdings,
    RolledDie,
    Spot,
    without,
)
from companion.games.roll.model.state import GameState, holdings, tracking

T = TypeVar("T")


def hold(state: GameState, seat: int, **changes: Any) -> GameState:
    """Return the state with changed holdings of *seat*."""
    empire = state.empire(seat)
    held = replace(holdings(state, seat), **changes)
    return state.with_empire(replace(empire, holdings=held))


def each_held(state: GameState, change: Callable[[Holdings, int], Holdings]) -> GameState:
    """Return the state with *change* applied to all holdings; unchanged objects are reused."""
    before = state.empires
    after = []
    for empire in before:
        held = empire.holdings and change(empire.holdings, empire.player.seat)
        after.append(empire if held is empire.holdings else replace(empire, holdings=held))
    return state if all(map(is_, before, after)) else replace(state, empires=tuple(after))


def stocked(state: GameState, dice: Dice, sign: int) -> GameState:
    """Return the state with *dice* added to the common stock, or removed if *sign* is -1."""
    box = tracking(state)
    stock = list(box.stock)
    for die in dice:
        stock[KINDS.index(die)] += sign
    return replace(state, tracking=replace(box, stock=tuple(stock)))


def less(columns: tuple[Dice, ...], phase: Phase, dice: Dice) -> tuple[Dice, ...]:
    index = PHASES.index(phase)
    left = without(columns[index], dice)
    return (*columns[:index], left, *columns[index + 1 :])


def with_new_top(state: GameState, seat: int, *phases: Phase) -> GameState:
    """Return the state with ``maybe_complete`` set for *phases* whose top tile is unnamed.

    Only unnamed tiles with workers on them count: for all others the rules know what is missing.
    """
    held = holdings(state, seat)
    found = tuple(
        phase
        for phase in phases
        if phase not in held.maybe_complete
        and (stack := held.developments if phase is Phase.DEVELOP else held.worlds)
        and stack[0] == UNKNOWN
        and (held.developers if phase is Phase.DEVELOP else held.settlers)
    )
    if not found:
        return state
    return hold(state, seat, maybe_complete=(*held.maybe_complete, *found))


def put_away(state: GameState, tiles: Iterable[int]) -> tuple[int, ...]:
    """Return *tiles* as they are stored face down: ``UNKNOWN`` if any tile of the game is unnamed.

    They are drawn again unseen, so their identity cannot be tracked.
    """
    found = tuple(tiles)
    return (UNKNOWN,) * len(found) if found and _has_unnamed(state) else found


def _has_unnamed(state: GameState) -> bool:
    box = tracking(state)
    if UNKNOWN in box.bag or UNKNOWN in box.abandoned:
        return True
    return any(
        UNKNOWN in (*held.developments, *held.worlds, *held.turn.hand)
        for held in (empire.holdings for empire in state.empires)
        if held is not None
    )


def stack_at(held: Holdings, kind: Category) -> tuple[int, ...]:
    return held.developments if kind is Category.DEVELOPMENT else held.worlds


def cut(held: Holdings, kind: Category, spots: Iterable[Spot]) -> tuple[int, ...]:
    """Return a construction stack without the tiles at *spots*."""
    gone = {spot.index for spot in spots if spot.stack is kind}
    return tuple(tile for index, tile in enumerate(stack_at(held, kind)) if index not in gone)


STACKS: Final = {
    Phase.DEVELOP: ("developments", "developers"),
    Phase.SETTLE: ("worlds", "settlers"),
}
"""The fields of a construction stack: its tiles, and the dice on it."""

PHASE_OF: Final = {Category.DEVELOPMENT: Phase.DEVELOP, Category.WORLD: Phase.SETTLE}


def used(held: Holdings, phase: Phase, die: DieType, *, borrowed: bool) -> dict[str, Any]:
    """Return the changes when a worker is used: to the Citizenry, or removed if borrowed."""
    if borrowed:
        return {"turn": replace(held.turn, borrowed=without(held.turn.borrowed, (die,)))}
    return {
        "columns": less(held.columns, phase, (die,)),
        "citizenry": (*held.citizenry, die),
    }


def with_dice(state: GameState, spot: DieSpot, dice: Dice, sign: int) -> GameState:
    """Return the state with *dice* added at *spot*, or removed if *sign* is -1."""

    def changed(whole: tuple[T, ...], part: tuple[T, ...]) -> tuple[T, ...]:
        return (*whole, *part) if sign > 0 else without(whole, part)

    if spot.seat is None:
        return stocked(state, dice, sign)
    held = holdings(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            columns = tuple(
                changed(column, dice) if phase is spot.phase else column
                for phase, column in zip(PHASES, held.columns, strict=True)
            )
            return hold(state, spot.seat, columns=columns)
        case DieLocation.MAT:
            faces = tuple(RolledDie(die, spot.face or Face.WILD) for die in dice)
            return hold(state, spot.seat, rolled=changed(held.rolled, faces))
        case DieLocation.GOOD:
            goods = tuple(Good(spot.world, die) for die in dice)
            return hold(state, spot.seat, goods=changed(held.goods, goods))
        case place:
            there: Dice = getattr(held, place.value)
            return hold(state, spot.seat, **{place.value: changed(there, dice)})
