"""Credits, victory points, tile counts, and setting any of them to its real value."""

from __future__ import annotations

from typing import Final

from companion.games.refusals import RefusedError
from companion.games.roll.decide.setup import VP_PER_PLAYER
from companion.games.roll.model import errors
from companion.games.roll.model.commands import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
    Correctable,
)
from companion.games.roll.model.events import (
    Corrected,
    CreditsChanged,
    Events,
    TilesChanged,
    VpChanged,
)
from companion.games.roll.model.state import MAX_CREDITS, TILES_AT_SETUP, GameState
from companion.games.roll.rules.managing import add_credits

MAX_TILES: Final = 58
"""The 55 game tiles, a faction (2) and a home world (R-1.2)."""

MAX_VP: Final = 999
"""An upper limit above the chips of the box: tables may continue on paper (R-9.4)."""

MAX_ROUND: Final = 99


def change_credits(state: GameState, command: ChangeCredits) -> Events:
    """Move the marker; the surplus over $10 is lost (R-5.3)."""
    _check_change(command.delta)
    empire = state.empire(command.seat)
    after, lost = add_credits(empire.credits, command.delta)
    if after < 0:
        raise errors.NOT_ENOUGH_CREDITS(name=empire.name, credits=empire.credits)
    return (CreditsChanged(command.seat, command.delta - lost, lost),)


def change_vp(state: GameState, command: ChangeVp) -> Events:
    """Take chips from the pool, then from the reserve, or put them back (R-1.3, R-9.4)."""
    _check_change(command.delta)
    empire = state.empire(command.seat)
    if empire.vp_chips + command.delta < 0:
        raise errors.NOT_ENOUGH_VP(name=empire.name, vp=empire.vp_chips)
    if empire.vp_chips + command.delta > MAX_VP:
        raise _out_of_range(Correctable.VP_CHIPS, empire.vp_chips + command.delta, (0, MAX_VP))
    if command.delta > 0:
        from_pool = min(command.delta, state.vp_pool)
    else:
        # In reverse order of issue: first the reserve, then the pool.
        from_pool = min(0, command.delta + state.vp_beyond_pool)
    return (VpChanged(command.seat, from_pool, command.delta - from_pool),)


def change_tiles(state: GameState, command: ChangeTiles) -> Events:
    """Change the tile count of a tableau (R-10.4)."""
    _check_change(command.delta)
    total = state.empire(command.seat).tiles + command.delta
    if not TILES_AT_SETUP <= total <= MAX_TILES:
        raise errors.TILE_COUNT(least=TILES_AT_SETUP, most=MAX_TILES)
    return (TilesChanged(command.seat, command.delta),)


def correct(state: GameState, command: Correct) -> Events:
    """Set a counter to its real value on the table; the old value stays in the log."""
    of_a_seat = command.what not in (Correctable.VP_POOL, Correctable.ROUND)
    if of_a_seat is (command.seat is None):
        raise errors.WHOSE()
    least, most = _limits(state, command.what)
    if not least <= command.value <= most:
        raise _out_of_range(command.what, command.value, (least, most))
    old = _current(state, command)
    if old == command.value:
        raise errors.NO_CHANGE()
    return (Corrected(command.what, command.value, old, command.seat, command.reason),)


def _check_change(delta: int) -> None:
    if delta == 0:
        raise errors.NO_CHANGE()


def _limits(state: GameState, what: Correctable) -> tuple[int, int]:
    """Return the minimum and maximum of a counter."""
    match what:
        case Correctable.CREDITS:
            return 0, MAX_CREDITS
        case Correctable.VP_CHIPS:
            return 0, MAX_VP
        case Correctable.TILES:
            return TILES_AT_SETUP, MAX_TILES
        case Correctable.VP_POOL:
            return 0, VP_PER_PLAYER * len(state.empires)
        case Correctable.ROUND:
            return 1, MAX_ROUND


def _current(state: GameState, command: Correct) -> int:
    if command.what is Correctable.VP_POOL:
        return state.vp_pool
    if command.what is Correctable.ROUND or command.seat is None:
        return state.round.number
    empire = state.empire(command.seat)
    match command.what:
        case Correctable.CREDITS:
            return empire.credits
        case Correctable.VP_CHIPS:
            return empire.vp_chips
        case _:
            return empire.tiles


def _out_of_range(what: Correctable, value: int, limits: tuple[int, int]) -> RefusedError:
    least, most = limits
    return errors.BAD_VALUE(what=what.value, value=value, least=least, most=most)
