"""Apply corrections to a fully tracked game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.roll.model.correction_events import (
    DiceMoved,
    StartTilesReplaced,
    TileMoved,
    TileReplaced,
    VpCorrected,
    WorkersWithdrawn,
)
from companion.games.roll.model.corrections import DieSpot, TileLocation, TileSpot
from companion.games.roll.model.dice import PHASES, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import (
    Dice,
    DieLocation,
    Good,
    Holdings,
    RolledDie,
    without,
    without_tiles,
)
from companion.games.roll.model.state import TILES_AT_SETUP, GameState, holdings, tracking
from companion.games.roll.model.state_edits import (
    hold,
    less,
    put_away,
    stack_at,
    stocked,
    with_new_top,
)

# --- dice ----------------------------------------------------------------------------------------


def _dice_moved(state: GameState, event: DiceMoved) -> GameState:
    dice = (event.die,) * event.count
    state = _put_dice(_take_dice(state, event.source, dice), event.target, dice)
    return _looked_at(state, event.target.seat)


def _looked_at(state: GameState, seat: int | None) -> GameState:
    """Mark unnamed top tiles as maybe complete: the tile or its workers may have changed."""
    return state if seat is None else with_new_top(state, seat, Phase.DEVELOP, Phase.SETTLE)


def _take_dice(state: GameState, spot: DieSpot, dice: Dice) -> GameState:
    if spot.location is DieLocation.STOCK or spot.seat is None:
        return stocked(state, dice, -1)
    held = holdings(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            columns = less(held.columns, spot.phase or Phase.EXPLORE, dice)
            return hold(state, spot.seat, columns=columns)
        case DieLocation.MAT:
            return hold(state, spot.seat, rolled=without(held.rolled, _rolled(spot, dice)))
        case DieLocation.GOOD:
            return hold(state, spot.seat, goods=without(held.goods, _goods(spot, dice)))
        case place:
            return hold(
                state, spot.seat, **{place.value: without(getattr(held, place.value), dice)}
            )


def _put_dice(state: GameState, spot: DieSpot, dice: Dice) -> GameState:
    if spot.location is DieLocation.STOCK or spot.seat is None:
        return stocked(state, dice, 1)
    held = holdings(state, spot.seat)
    match spot.location:
        case DieLocation.COLUMN:
            columns = tuple(
                (*column, *dice) if phase is spot.phase else column
                for phase, column in zip(PHASES, held.columns, strict=True)
            )
            return hold(state, spot.seat, columns=columns)
        case DieLocation.MAT:
            return hold(state, spot.seat, rolled=(*held.rolled, *_rolled(spot, dice)))
        case DieLocation.GOOD:
            return hold(state, spot.seat, goods=(*held.goods, *_goods(spot, dice)))
        case place:
            return hold(state, spot.seat, **{place.value: (*getattr(held, place.value), *dice)})


def _rolled(spot: DieSpot, dice: Dice) -> tuple[RolledDie, ...]:
    return tuple(RolledDie(die, spot.face or Face.WILD) for die in dice)


def _goods(spot: DieSpot, dice: Dice) -> tuple[Good, ...]:
    return tuple(Good(spot.world, die) for die in dice)


def _workers_withdrawn(state: GameState, event: WorkersWithdrawn) -> GameState:
    turn = holdings(state, event.seat).turn
    return hold(state, event.seat, turn=replace(turn, borrowed=without(turn.borrowed, event.dice)))


# --- tiles ---------------------------------------------------------------------------------------


def _tile_moved(state: GameState, event: TileMoved) -> GameState:
    state = _put_tile(_take_tile(state, event.source, event.tile), event.target, event.tile)
    return _looked_at(_looked_at(state, event.source.seat), event.target.seat)


def _tile_replaced(state: GameState, event: TileReplaced) -> GameState:
    other = event.exchanged
    if other is not None and other.location in (TileLocation.BAG, TileLocation.ABANDONED):
        state = _put_tile(_take_tile(state, other, event.tile), other, event.old)
    elif other is not None:
        state = _set_tile(state, other, event.old, "")
    return _looked_at(_set_tile(state, event.spot, event.tile, event.side), event.spot.seat)


def _take_tile(state: GameState, spot: TileSpot, tile: int) -> GameState:
    if spot.seat is None:
        return _with_box(state, spot, without_tiles(_box(state, spot), (tile,)))
    held = holdings(state, spot.seat)
    match spot.location:
        case TileLocation.HAND:
            hand = _cut(held.turn.hand, spot.index)
            return hold(state, spot.seat, turn=replace(held.turn, hand=hand))
        case TileLocation.STACK:
            return hold(state, spot.seat, **_stack(spot, _cut(_tiles(held, spot), spot.index)))
        case _:
            return _built(state, spot.seat, without(held.tableau, (spot.side,)))


def _put_tile(state: GameState, spot: TileSpot, tile: int) -> GameState:
    if spot.seat is None:
        return _with_box(state, spot, _box(state, spot) + put_away(state, (tile,)))
    held = holdings(state, spot.seat)
    match spot.location:
        case TileLocation.HAND:
            hand = (*held.turn.hand, tile)
            return hold(state, spot.seat, turn=replace(held.turn, hand=hand))
        case TileLocation.STACK:
            tiles = _tiles(held, spot)
            tiles = (*tiles[: spot.index], tile, *tiles[spot.index :])
            return hold(state, spot.seat, **_stack(spot, tiles))
        case _:
            return _built(state, spot.seat, (*held.tableau, spot.side))


def _set_tile(state: GameState, spot: TileSpot, tile: int, side: str) -> GameState:
    """Replace the tile at *spot*, which is in front of a player."""
    seat = spot.seat or 0  # never None here
    held = holdings(state, seat)
    match spot.location:
        case TileLocation.HAND:
            hand = _swapped(held.turn.hand, spot.index, tile)
            return hold(state, seat, turn=replace(held.turn, hand=hand))
        case TileLocation.STACK:
            return hold(state, seat, **_stack(spot, _swapped(_tiles(held, spot), spot.index, tile)))
        case _:
            tableau = tuple(side if key == spot.side else key for key in held.tableau)
            goods = tuple(
                replace(good, world=side) if good.world == spot.side else good
                for good in held.goods
            )
            return hold(state, seat, tableau=tableau, goods=goods)


def _start_tiles_replaced(state: GameState, event: StartTilesReplaced) -> GameState:
    held = holdings(state, event.seat)
    empire = state.empire(event.seat)
    player = replace(empire.player, faction=event.faction, home_world=event.home_world)
    tableau = (*event.sides, *held.tableau[TILES_AT_SETUP:])
    return state.with_empire(
        replace(empire, player=player, holdings=replace(held, tableau=tableau))
    )


def _built(state: GameState, seat: int, tableau: tuple[str, ...]) -> GameState:
    state = hold(state, seat, tableau=tableau)
    return state.with_empire(replace(state.empire(seat), tiles=len(tableau)))


def _box(state: GameState, spot: TileSpot) -> tuple[int, ...]:
    box = tracking(state)
    return box.bag if spot.location is TileLocation.BAG else box.abandoned


def _with_box(state: GameState, spot: TileSpot, tiles: tuple[int, ...]) -> GameState:
    box = tracking(state)
    in_bag = spot.location is TileLocation.BAG
    box = replace(box, bag=tiles) if in_bag else replace(box, abandoned=tiles)
    return replace(state, tracking=box)


def _tiles(held: Holdings, spot: TileSpot) -> tuple[int, ...]:
    return stack_at(held, spot.stack or Category.WORLD)


def _stack(spot: TileSpot, tiles: tuple[int, ...]) -> dict[str, Any]:
    return {"developments" if spot.stack is Category.DEVELOPMENT else "worlds": tiles}


def _cut(tiles: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*tiles[:index], *tiles[index + 1 :])


def _swapped(tiles: tuple[int, ...], index: int, tile: int) -> tuple[int, ...]:
    return (*tiles[:index], tile, *tiles[index + 1 :])


# --- counters ------------------------------------------------------------------------------------


def _vp_corrected(state: GameState, event: VpCorrected) -> GameState:
    empire = state.empire(event.seat)
    return replace(
        state.with_empire(replace(empire, vp_chips=event.value)),
        vp_pool=state.vp_pool - event.from_pool,
        vp_beyond_pool=state.vp_beyond_pool + event.from_reserve,
    )


CORRECTION_HANDLERS: Final[Mapping[type, Callable[[GameState, Any], GameState]]] = MappingProxyType(
    {
        DiceMoved: _dice_moved,
        TileMoved: _tile_moved,
        TileReplaced: _tile_replaced,
        StartTilesReplaced: _start_tiles_replaced,
        VpCorrected: _vp_corrected,
        WorkersWithdrawn: _workers_withdrawn,
    }
)
"""Event class -> its handler; tests check that none is missing."""
