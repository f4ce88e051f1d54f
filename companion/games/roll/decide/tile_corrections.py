"""Corrections of tiles: their place and their identity."""

from __future__ import annotations

from typing import Final

from companion.games.roll.decide.explore import is_seen
from companion.games.roll.decide.setup import FACTIONS
from companion.games.roll.model import errors
from companion.games.roll.model.correction_events import StartTilesReplaced, TileMoved, TileReplaced
from companion.games.roll.model.corrections import (
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Holdings
from companion.games.roll.model.state import TILES_AT_SETUP, GameState, holdings, tracking
from companion.games.roll.model.state_edits import stack_at
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.producing import goods_limit

_BOX: Final = (TileLocation.BAG, TileLocation.ABANDONED)


def move_tile(rules: Rules, state: GameState, command: MoveTile) -> TileMoved:
    """Move a tile from place to place, without game effects.

    Raises:
        RefusedError: it is not there, it must be named, or it cannot be at the target now.
    """
    source, target = _tidy(command.source), _tidy(command.target)
    tile = _tile_there(rules, state, source, command.tile)
    if source == target:
        raise errors.NO_CHANGE()
    if target.location not in _BOX:
        held_at(state, target.seat)
    exploring = state.round.current is Phase.EXPLORE
    if target.location in (TileLocation.HAND, TileLocation.ABANDONED) and not exploring:
        raise errors.TILE_CORRECTION()
    if target.location is TileLocation.STACK:
        _check_place_in_stack(state, source, target)
    if target.location is TileLocation.TABLEAU:
        if tile == UNKNOWN or target.stack is None:
            raise errors.TILE_CORRECTION()
        side = rules.side_of(tile, target.stack)
        target = TileSpot(TileLocation.TABLEAU, target.seat, target.stack, side=side.key)
    return TileMoved(tile, source, target, command.reason)


def _tidy(spot: TileSpot) -> TileSpot:
    """Return the place with the fields that do not apply to its location reset."""
    match spot.location:
        case TileLocation.BAG | TileLocation.ABANDONED:
            return TileSpot(spot.location)
        case TileLocation.HAND:
            return TileSpot(spot.location, spot.seat, index=spot.index)
        case TileLocation.STACK:
            return TileSpot(spot.location, spot.seat, spot.stack, spot.index)
        case TileLocation.TABLEAU:
            return TileSpot(spot.location, spot.seat, spot.stack, side=spot.side)


def _check_place_in_stack(state: GameState, source: TileSpot, target: TileSpot) -> None:
    if target.stack is None:
        raise errors.TILE_CORRECTION()
    most = len(stack_at(held_at(state, target.seat), target.stack))
    if (source.location, source.seat, source.stack) == (
        TileLocation.STACK,
        target.seat,
        target.stack,
    ):
        most -= 1  # it is removed from the stack first
    if not 0 <= target.index <= most:
        raise errors.TILE_CORRECTION()


def replace_tile(rules: Rules, state: GameState, command: ReplaceTile) -> TileReplaced:
    """Set the identity of a tile; its previously tracked place gets the other one.

    Raises:
        RefusedError: there is no tile, or the tile is built in front of somebody.
    """
    spot, tile = _tidy(command.spot), command.tile
    if spot.location in _BOX:
        raise errors.TILE_CORRECTION()
    old = _tile_there(rules, state, spot, UNKNOWN)
    if old == tile:
        raise errors.NO_CHANGE()
    if tile == UNKNOWN:
        if spot.location is TileLocation.TABLEAU:
            raise errors.TILE_CORRECTION()
        return TileReplaced(spot, tile, old, reason=command.reason)
    if tile not in rules.catalog.tile_by_id:
        raise errors.TILE_ELSEWHERE(tile=tile)
    exchanged = _listed(state, tile)
    if exchanged is None and is_seen(rules, state, tile):
        raise errors.TILE_ELSEWHERE(tile=tile)
    side = ""
    if spot.location is TileLocation.TABLEAU:
        category = rules.catalog.sides[spot.side].category
        side = rules.side_of(tile, category).key
    return TileReplaced(spot, tile, old, side, exchanged, command.reason)


def replace_start_tiles(
    rules: Rules, state: GameState, command: ReplaceStartTiles
) -> StartTilesReplaced:
    """Set the faction and home world of a player.

    Raises:
        RefusedError: there is no such tile, another player has it, or nothing would change.
    """
    held = held_at(state, command.seat)
    if command.faction not in FACTIONS:
        raise errors.FACTION_NUMBER(faction=command.faction)
    others = [empire.player for empire in state.empires if empire.seat != command.seat]
    if any(player.faction == command.faction for player in others):
        raise errors.FACTION_TAKEN(faction=command.faction)
    home = rules.catalog.home_by_key.get(command.home_world)
    if home is None or any(player.home_world == command.home_world for player in others):
        raise errors.HOME_WORLD(home_world=command.home_world)
    halves = rules.catalog.faction(command.faction).halves
    sides = (*(side.key for side in halves), home.world.key)
    if sides == held.tableau[:TILES_AT_SETUP]:
        raise errors.NO_CHANGE()
    return StartTilesReplaced(
        command.seat, command.faction, command.home_world, sides, command.reason
    )


def check_goods(rules: Rules, state: GameState, seat: int) -> None:
    """Refuse goods on worlds that are not in the tableau or have no room (R-8.1).

    Raises:
        RefusedError: the goods must be moved first.
    """
    held = holdings(state, seat)
    tableau = rules.sides(held.tableau)
    built: dict[str, Side] = {side.key: side for side in tableau}
    lying = [good.world for good in held.goods]
    for world in dict.fromkeys(lying):
        side = built.get(world)
        if not isinstance(side, World) or lying.count(world) > goods_limit(side, tableau):
            raise errors.GOODS_IN_THE_WAY(name=state.empire(seat).name, world=world)


def _tile_there(rules: Rules, state: GameState, spot: TileSpot, named: int) -> int:
    """Return the number of the tile at *spot*, or the number given by a person.

    Raises:
        RefusedError: there is no tile, or another one; the named tile is elsewhere.
    """
    if spot.location in _BOX:
        tiles = (
            tracking(state).bag if spot.location is TileLocation.BAG else tracking(state).abandoned
        )
        if named in tiles:
            return named
        found = UNKNOWN if UNKNOWN in tiles else None
    else:
        found = _in_front(rules, held_at(state, spot.seat), spot)
    if found is None or (found != UNKNOWN and named not in (UNKNOWN, found)):
        raise errors.TILE_CORRECTION()
    if found == UNKNOWN and named != UNKNOWN:
        if is_seen(rules, state, named):
            raise errors.TILE_ELSEWHERE(tile=named)
        return named
    return found


def _in_front(rules: Rules, held: Holdings, spot: TileSpot) -> int | None:
    if spot.location is TileLocation.TABLEAU:
        if spot.side not in held.tableau[TILES_AT_SETUP:]:
            return None
        return rules.catalog.tile_by_side[spot.side].id
    if spot.location is TileLocation.STACK and spot.stack is None:
        return None
    hand = spot.location is TileLocation.HAND
    tiles = held.turn.hand if hand else stack_at(held, spot.stack or Category.WORLD)
    return tiles[spot.index] if 0 <= spot.index < len(tiles) else None


def _listed(state: GameState, tile: int) -> TileSpot | None:
    """Return the tracked place of a tile by its number, tableaus excluded."""
    if tile in tracking(state).bag:
        return TileSpot(TileLocation.BAG)
    if tile in tracking(state).abandoned:
        return TileSpot(TileLocation.ABANDONED)
    for seat in state.seats:
        held = holdings(state, seat)
        if tile in held.turn.hand:
            return TileSpot(TileLocation.HAND, seat, index=held.turn.hand.index(tile))
        for stack in Category:
            if tile in stack_at(held, stack):
                index = stack_at(held, stack).index(tile)
                return TileSpot(TileLocation.STACK, seat, stack, index)
    return None


def held_at(state: GameState, seat: int | None) -> Holdings:
    """Return the holdings of *seat*.

    Raises:
        RefusedError: nobody plays there, or no player is named.
    """
    if seat is None:
        raise errors.WHOSE()
    if seat not in state.seats:
        raise errors.UNKNOWN_SEAT(seat=seat)
    return holdings(state, seat)
