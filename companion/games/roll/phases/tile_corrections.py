"""Corrections of tiles: their place and their identity."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.games.messages import OfPlayer
from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, without_tiles
from companion.games.roll.model.state import TILES_AT_SETUP, GameState, holdings, tracking
from companion.games.roll.model.state_edits import PHASE_OF, STACKS, hold, put_away, stack_at
from companion.games.roll.phases.corrections import Correction, held_at, looked_at, tidy
from companion.games.roll.phases.set_up import check_start_tiles
from companion.games.roll.rules.lookup import Rules, is_seen


class TileLocation(Enum):
    """Where a game tile can be; ``STACK`` is a stack of a construction zone."""

    BAG = "bag"
    ABANDONED = "abandoned"
    HAND = "hand"
    STACK = "stack"
    TABLEAU = "tableau"


@dataclass(frozen=True, slots=True)
class TileSpot:
    """A place for a tile.

    Attributes:
        seat: None for BAG and ABANDONED.
        stack: which stack of the zone; in a TABLEAU the category of the visible side.
        index: in a STACK from its top, 0 first; in a HAND in the order of drawing.
        side: in a TABLEAU the key of a built side; empty for a tile that is put there.
    """

    location: TileLocation
    seat: int | None = None
    stack: Category | None = None
    index: int = 0
    side: str = ""


class MoveTile(Correction, Event):
    """A tile is at *target* and not at *source*.

    *tile* is its number: required for a bag with known tiles and for an unnamed tile that goes to
    a tableau; it may be ``UNKNOWN`` elsewhere.
    """

    source: TileSpot
    target: TileSpot
    tile: int = UNKNOWN
    reason: str = ""

    def corrected(self, rules: Rules, state: GameState) -> Event:
        source, target = tidy(self.source, _FIELDS), tidy(self.target, _FIELDS)
        tile = _tile_there(rules, state, source, self.tile)
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
        return replace(self, source=source, target=target, tile=tile)

    def apply(self, state: GameState) -> GameState:
        state = _put_tile(_take_tile(state, self.source, self.tile), self.target, self.tile)
        return looked_at(looked_at(state, self.source.seat), self.target.seat)


class ReplaceTile(Correction, Event):
    """The tile at *spot* is number *tile*; ``UNKNOWN``: nobody knows which one it is.

    If *tile* was tracked in the bag, in a construction zone or a hand, the two swap places. Dice
    and goods stay where they are.

    Attributes:
        old: the tile that was tracked there, as an event.
        side: key of the side that *tile* shows in a tableau, as an event.
    """

    spot: TileSpot
    tile: int
    reason: str = ""
    old: int = UNKNOWN
    side: str = ""

    def corrected(self, rules: Rules, state: GameState) -> Event:
        spot, tile = tidy(self.spot, _FIELDS), self.tile
        built = spot.location is TileLocation.TABLEAU
        if spot.location in _BOX or (built and tile == UNKNOWN):
            raise errors.TILE_CORRECTION()
        old = _tile_there(rules, state, spot, UNKNOWN)
        if old == tile:
            raise errors.NO_CHANGE()
        if tile != UNKNOWN and _listed(state, tile) is None and is_seen(rules, state, tile):
            raise errors.TILE_ELSEWHERE(tile=tile)
        side = rules.side_of(tile, rules.catalog.sides[spot.side].category).key if built else ""
        return replace(self, spot=spot, old=old, side=side)

    def apply(self, state: GameState) -> GameState:
        other = None if self.tile == UNKNOWN else _listed(state, self.tile)
        if other is not None and other.location in _BOX:
            state = _put_tile(_take_tile(state, other, self.tile), other, self.old)
        elif other is not None:
            state = _set_tile(state, other, self.old, "")
        return looked_at(_set_tile(state, self.spot, self.tile, self.side), self.spot.seat)


class ReplaceStartTiles(OfPlayer, Correction, Event):
    """A player has another faction or home world than recorded; as an event with its *sides*."""

    faction: int
    home_world: str
    reason: str = ""
    sides: tuple[str, ...] = ()

    def corrected(self, rules: Rules, state: GameState) -> Event:
        held = held_at(state, self.seat)
        players = {empire.seat: empire.player for empire in state.empires}
        player = players.pop(self.seat)
        changed = replace(player, faction=self.faction, home_world=self.home_world)
        check_start_tiles(rules, changed, players.values())
        home = rules.catalog.home_by_key[self.home_world]
        halves = rules.catalog.faction(self.faction).halves
        sides = (*(side.key for side in halves), home.world.key)
        if sides == held.tableau[:TILES_AT_SETUP]:
            raise errors.NO_CHANGE()
        return replace(self, sides=sides)

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        empire = state.empire(self.seat)
        player = replace(empire.player, faction=self.faction, home_world=self.home_world)
        tableau = (*self.sides, *held.tableau[TILES_AT_SETUP:])
        return state.with_empire(
            replace(empire, player=player, holdings=replace(held, tableau=tableau))
        )


_FIELDS: Final = {
    TileLocation.BAG: (),
    TileLocation.ABANDONED: (),
    TileLocation.HAND: ("seat", "index"),
    TileLocation.STACK: ("seat", "stack", "index"),
    TileLocation.TABLEAU: ("seat", "stack", "side"),
}
_BOX: Final = (TileLocation.BAG, TileLocation.ABANDONED)


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


def _tile_there(rules: Rules, state: GameState, spot: TileSpot, named: int) -> int:
    """Return the number of the tile at *spot*, or the number given by a person."""
    if spot.location in _BOX:
        tiles = _lying(state, spot)
        if named in tiles:
            return named
        found = UNKNOWN if UNKNOWN in tiles else None
    else:
        found = _in_front(rules, state, spot)
    if found is None or (found != UNKNOWN and named not in (UNKNOWN, found)):
        raise errors.TILE_CORRECTION()
    if found == UNKNOWN and named != UNKNOWN:
        if is_seen(rules, state, named):
            raise errors.TILE_ELSEWHERE(tile=named)
        return named
    return found


def _in_front(rules: Rules, state: GameState, spot: TileSpot) -> int | None:
    if spot.location is TileLocation.TABLEAU:
        if spot.side not in _lying(state, spot)[TILES_AT_SETUP:]:
            return None
        return rules.catalog.tile_by_side[spot.side].id
    tiles = _lying(state, spot)
    if spot.location is TileLocation.STACK and spot.stack is None:
        return None
    return tiles[spot.index] if 0 <= spot.index < len(tiles) else None


def _listed(state: GameState, tile: int) -> TileSpot | None:
    """Return the tracked place of a tile by its number, tableaus excluded."""
    spots = [TileSpot(location) for location in _BOX]
    for seat in state.seats:
        spots.append(TileSpot(TileLocation.HAND, seat))
        spots += [TileSpot(TileLocation.STACK, seat, stack) for stack in Category]
    for spot in spots:
        tiles = _lying(state, spot)
        if tile in tiles:
            return spot if spot.seat is None else replace(spot, index=tiles.index(tile))
    return None


def _take_tile(state: GameState, spot: TileSpot, tile: int) -> GameState:
    tiles = _lying(state, spot)
    if spot.location in _BOX:
        return _with(state, spot, without_tiles(tiles, (tile,)))
    index = _index(state, spot)
    return _with(state, spot, (*tiles[:index], *tiles[index + 1 :]))


def _put_tile(state: GameState, spot: TileSpot, tile: int) -> GameState:
    tiles = _lying(state, spot)
    boxed = spot.location in _BOX
    new: tuple[Any, ...] = put_away(state, (tile,)) if boxed else (spot.side or tile,)
    index = spot.index if spot.location is TileLocation.STACK else len(tiles)
    return _with(state, spot, (*tiles[:index], *new, *tiles[index:]))


def _set_tile(state: GameState, spot: TileSpot, tile: int, side: str) -> GameState:
    """Replace the tile at *spot*, which is in front of a player."""
    tiles, index = _lying(state, spot), _index(state, spot)
    state = _with(state, spot, (*tiles[:index], side or tile, *tiles[index + 1 :]))
    goods = tuple(
        replace(good, world=side) if good.world == spot.side else good
        for good in held_at(state, spot.seat).goods
    )
    return hold(state, spot.seat or 0, goods=goods)


def _index(state: GameState, spot: TileSpot) -> int:
    return _lying(state, spot).index(spot.side) if spot.side else spot.index


def _lying(state: GameState, spot: TileSpot) -> tuple[Any, ...]:
    """Return the numbers of the tiles at a place, of a tableau the keys of its sides."""
    holder: Any = tracking(state) if spot.location in _BOX else held_at(state, spot.seat)
    if spot.location is TileLocation.HAND:
        holder = holder.turn
    tiles: tuple[Any, ...] = getattr(holder, _field(spot))
    return tiles


def _field(spot: TileSpot) -> str:
    if spot.location is TileLocation.STACK:
        return STACKS[PHASE_OF[spot.stack or Category.WORLD]][0]
    return str(spot.location.value)


def _with(state: GameState, spot: TileSpot, tiles: tuple[Any, ...]) -> GameState:
    changes: dict[str, Any] = {_field(spot): tiles}
    if spot.seat is None:
        return replace(state, tracking=replace(tracking(state), **changes))
    if spot.location is TileLocation.HAND:
        changes = {"turn": replace(holdings(state, spot.seat).turn, **changes)}
    state = hold(state, spot.seat, **changes)
    if spot.location is not TileLocation.TABLEAU:
        return state
    return state.with_empire(replace(state.empire(spot.seat), tiles=len(tiles)))
