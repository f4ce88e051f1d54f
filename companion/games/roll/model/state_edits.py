"""Parts of a fully tracked state, and copies of it with one part changed; for ``apply``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from companion.games.roll.model.commands import Spot
from companion.games.roll.model.dice import KINDS, PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.fast_replace import changed
from companion.games.roll.model.holdings import Dice, Holdings, Tracking, without
from companion.games.roll.model.state import GameState


def tracking_of(state: GameState) -> Tracking:
    """Return where everything is.

    Raises:
        LookupError: an event in a fully tracked game in a log without one.
    """
    if state.tracking is None:
        raise LookupError("the game has no tracking")
    return state.tracking


def held_by(state: GameState, seat: int) -> Holdings:
    """Return what lies in front of *seat*.

    Raises:
        LookupError: an event in a fully tracked game in a log without one.
    """
    held = state.empire(seat).holdings
    if held is None:
        raise LookupError("the empire has no tracking")
    return held


def hold(state: GameState, seat: int, **changes: Any) -> GameState:
    """Return the state with other things in front of *seat*."""
    empire = state.empire(seat)
    held = changed(held_by(state, seat), **changes)
    return state.with_empire(changed(empire, holdings=held))


def each_held(state: GameState, change: Callable[[Holdings, int], Holdings]) -> GameState:
    """Return the state with everybody's holdings changed; what comes back as it was is kept."""
    return changed(
        state,
        empires=tuple(
            empire
            if empire.holdings is None
            or (after := change(empire.holdings, empire.seat)) is empire.holdings
            else changed(empire, holdings=after)
            for empire in state.empires
        ),
    )


def stocked(state: GameState, dice: Dice, sign: int) -> GameState:
    """Return the state with *dice* put in the common stock, or taken with ``-1``."""
    tracking = tracking_of(state)
    stock = list(tracking.stock)
    for die in dice:
        stock[KINDS.index(die)] += sign
    return changed(state, tracking=changed(tracking, stock=tuple(stock)))


def less(columns: tuple[Dice, ...], phase: Phase, dice: Dice) -> tuple[Dice, ...]:
    """Return the columns without *dice* in that of *phase*."""
    index = PHASES.index(phase)
    left = without(columns[index], dice)
    return (*columns[:index], left, *columns[index + 1 :])


def stack_at(held: Holdings, kind: Category) -> tuple[int, ...]:
    """Return a construction stack."""
    return held.developments if kind is Category.DEVELOPMENT else held.worlds


def cut(held: Holdings, kind: Category, spots: Iterable[Spot]) -> tuple[int, ...]:
    """Return a construction stack without the tiles at *spots*."""
    gone = {spot.index for spot in spots if spot.stack is kind}
    return tuple(tile for index, tile in enumerate(stack_at(held, kind)) if index not in gone)
