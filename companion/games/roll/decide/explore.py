"""Phase I: scouting, stocking, drawing from a short bag, and the powers of Explore."""

from __future__ import annotations

from typing import Final

from companion.games.roll.decide.ledger import Ledger
from companion.games.roll.model import errors
from companion.games.roll.model.commands import (
    DrawExtra,
    DrawOwed,
    PlaceTiles,
    Rearrange,
    ReturnTile,
    Scout,
    Spot,
    Stock,
)
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.events import Event, Events
from companion.games.roll.model.holdings import UNKNOWN, contains, without_tiles
from companion.games.roll.model.options import EmptyBag
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.state_edits import put_away
from companion.games.roll.model.task_events import (
    BagRefilled,
    Scouted,
    Stocked,
    TileReturned,
    TilesAskedBack,
    TilesDrawn,
    TilesPlaced,
    ZoneRearranged,
)
from companion.games.roll.rules.exploring import may_place_on_top, may_rearrange, stocking
from companion.games.roll.rules.lookup import Rules, before, explorers

GIVES_BACK_FROM: Final = {EmptyBag.THREE_OR_MORE: 3, EmptyBag.MORE_THAN_THREE: 4}
"""Size of a construction zone from which a tile must be returned (R-6.5, D-12)."""

_EXTRA_DRAW: Final = "alien_research_team"
_REARRANGING: Final = "advanced_logistics"


def stock(rules: Rules, state: GameState, command: Stock) -> Events:
    """Stock with an explorer and book its income (R-6.2)."""
    _check_explorer(state, command.seat, command.die, borrowed=command.borrowed)
    found = stocking(command.die, rules.tableau(state, command.seat))
    ledger = Ledger(state)
    ledger.pay(command.seat, found.credits, found.tile or "R-6.2")
    return Stocked(command.seat, command.die, command.borrowed), *ledger.events


def scout(rules: Rules, state: GameState, command: Scout) -> Events:
    """Abandon tiles and draw 1 + that many (R-6.3)."""
    _check_explorer(state, command.seat, command.die, borrowed=command.borrowed)
    gone = _tiles_at(state, command.seat, command.abandon)
    wanted = 1 + len(gone)
    # Players earlier in turn order need one tile in the bag for each explorer.
    waiting = sum(explorers(state, seat) for seat in before(state, command.seat))
    if waiting and len(tracking(state).bag) - wanted < waiting:
        raise errors.TIMING(name=state.empire(command.seat).name)
    scouted = Scouted(command.seat, command.die, command.abandon, command.borrowed)
    abandoned = (*tracking(state).abandoned, *put_away(state, gone))
    return scouted, *_draw(rules, state, command.seat, wanted, command.drawn, abandoned)


def place_tiles(rules: Rules, state: GameState, command: PlaceTiles) -> Events:
    """Put the drawn tiles on the stacks; if tiles are still owed, ask for them (R-6.5)."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    placed = tuple(placing.tile for placing in command.placings)
    if not placed or sorted(placed) != sorted(held.turn.hand):
        raise errors.PLACING(name=name)
    if any(placing.on_top for placing in command.placings) and not may_place_on_top(
        rules.tableau(state, command.seat),
        scouted=held.turn.hand_scouted,
        options=rules.options,
    ):
        raise errors.PLACING(name=name)
    events = TilesPlaced(command.seat, command.placings)
    if not held.turn.owed:
        return (events,)
    return events, *_ask_back(rules, state, command.seat, len(placed))


def _ask_back(rules: Rules, state: GameState, scout_seat: int, placed: int) -> Events:
    """Determine who must return a tile; if nobody, the owed tiles are dropped."""
    least = GIVES_BACK_FROM[rules.options.empty_bag]
    givers = tuple(
        seat
        for seat in state.seats
        if holdings(state, seat).zone_size + (placed if seat == scout_seat else 0) >= least
    )
    if givers:
        return (TilesAskedBack(givers),)
    scouted = holdings(state, scout_seat).turn.hand_scouted
    return (TilesDrawn(scout_seat, (), "R-6.5", scouted=scouted),)


def return_tile(state: GameState, command: ReturnTile) -> Events:
    """Return one tile to the bag (R-6.5)."""
    givers = tracking(state).givers
    if command.seat not in givers:
        raise errors.TIMING(name=state.empire(command.seat).name)
    _tiles_at(state, command.seat, (command.spot,))
    left = tuple(seat for seat in givers if seat != command.seat)
    return TileReturned(command.seat, command.spot), TilesAskedBack(left)


def draw_owed(rules: Rules, state: GameState, command: DrawOwed) -> Events:
    """Draw the rest of a Scout (R-6.5)."""
    held = holdings(state, command.seat)
    if not held.turn.owed or held.turn.hand or tracking(state).givers:
        raise errors.TIMING(name=state.empire(command.seat).name)
    count = min(held.turn.owed, len(tracking(state).bag))
    _check_drawn(rules, state, command.seat, command.drawn, tracking(state).bag, count)
    return (TilesDrawn(command.seat, command.drawn, "R-6.5", scouted=held.turn.hand_scouted),)


def draw_extra(rules: Rules, state: GameState, command: DrawExtra) -> Events:
    """Draw at the end of Explore: after all tasks, before abandoned tiles return."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    wanted = rules.extra_tiles(holdings(state, command.seat).tableau)
    if not wanted or held.turn.extra_drawn:
        raise errors.NO_POWER(name=name)
    if not may_draw_extra(rules, state, command.seat):
        raise errors.TIMING(name=name)
    return _draw(
        rules, state, command.seat, wanted, command.drawn, tracking(state).abandoned, scouted=False
    )


def may_draw_extra(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether it is this player's turn to draw at the end of Explore (R-5.6, section 6)."""
    held = holdings(state, seat)
    if held.turn.extra_drawn or not rules.extra_tiles(held.tableau):
        return False
    if tracking(state).givers:
        return False
    if any(explorers(state, each) or _busy(state, each) for each in state.seats):
        return False
    return all(
        holdings(state, each).turn.extra_drawn
        for each in before(state, seat)
        if rules.extra_tiles(holdings(state, each).tableau)
    )


def has_explored(state: GameState, seat: int) -> bool:
    """Whether the player has no Explore task left; the draw at its end is no decision."""
    turn = holdings(state, seat).turn
    asked = seat in tracking(state).givers
    return not (explorers(state, seat) or turn.hand or turn.owed or asked)


def rearrange(rules: Rules, state: GameState, command: Rearrange) -> Events:
    """Rearrange the construction zone (Advanced Logistics)."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    drawn = any(holdings(state, seat).turn.extra_drawn for seat in state.seats)
    if not may_rearrange(rules.tableau(state, command.seat), extra_tile_drawn=drawn):
        raise errors.NO_POWER(name=name)
    if held.turn.hand:
        raise errors.TILES_IN_HAND(name=name)
    now = (*held.developments, *held.worlds)
    if sorted((*command.developments, *command.worlds)) != sorted(now):
        raise errors.NO_SUCH_TILE(name=name)
    after = (*command.developments, *command.worlds)
    if command.spots and _tiles_at(state, command.seat, command.spots) != after:
        raise errors.NO_SUCH_TILE(name=name)
    return (
        ZoneRearranged(
            command.seat, command.developments, command.worlds, _REARRANGING, command.spots
        ),
    )


def _draw(
    rules: Rules,
    state: GameState,
    seat: int,
    wanted: int,
    drawn: tuple[int, ...],
    abandoned: tuple[int, ...],
    *,
    scouted: bool = True,
) -> Events:
    """Draw *wanted* tiles; when the bag is empty, also from the abandoned ones (R-6.5)."""
    bag = tracking(state).bag
    reason = "R-6.3" if scouted else _EXTRA_DRAW
    if wanted <= len(bag):
        _check_drawn(rules, state, seat, drawn, bag, wanted)
        return (TilesDrawn(seat, drawn, reason, scouted=scouted),)
    count = min(wanted, len(bag) + len(abandoned))
    _check_drawn(rules, state, seat, drawn, (*bag, *abandoned), count)
    first = _out_of_bag(bag, abandoned, drawn)
    if len(first) < len(bag):
        raise errors.DRAW(name=state.empire(seat).name, count=count)
    events: list[Event] = []
    if first:
        events.append(TilesDrawn(seat, first, reason, scouted=scouted))
    if abandoned:
        events.append(BagRefilled("R-6.5"))
    rest = without_tiles(drawn, first)
    events.append(TilesDrawn(seat, rest, "R-6.5", wanted - count, scouted))
    if not drawn:  # nothing to place: others return tiles immediately
        events += _ask_back(rules, state, seat, 0)
    return tuple(events)


def _out_of_bag(
    bag: tuple[int, ...], abandoned: tuple[int, ...], drawn: tuple[int, ...]
) -> tuple[int, ...]:
    """The drawn tiles that were in the bag, which must be all of it: named ones first."""
    named = [tile for tile in drawn if tile in bag and tile != UNKNOWN]
    rest = [tile for tile in drawn if tile not in named]
    fresh = [tile for tile in rest if tile == UNKNOWN or tile not in abandoned]
    return (*named, *fresh[: len(bag) - len(named)])


def _check_drawn(
    rules: Rules,
    state: GameState,
    seat: int,
    drawn: tuple[int, ...],
    source: tuple[int, ...],
    count: int,
) -> None:
    """Check the number of tiles, that none occurs twice and that each is in *source*."""
    named = [tile for tile in drawn if tile != UNKNOWN]
    fits = len(drawn) == count and len(set(named)) == len(named)
    if fits:
        try:
            without_tiles(source, drawn)
        except ValueError:
            fits = False
    if not fits or any(tile not in source and is_seen(rules, state, tile) for tile in named):
        raise errors.DRAW(name=state.empire(seat).name, count=count)


def is_seen(rules: Rules, state: GameState, tile: int) -> bool:
    """Whether a tile has a known place already, or does not exist."""
    found = rules.catalog.tile_by_id.get(tile)
    if found is None:
        return True
    return tile in (*tracking(state).bag, *tracking(state).abandoned) or any(
        tile in (*held.developments, *held.worlds, *held.turn.hand)
        or found.development.key in held.tableau
        or found.world.key in held.tableau
        for held in (holdings(state, seat) for seat in state.seats)
    )


def _tiles_at(state: GameState, seat: int, spots: tuple[Spot, ...]) -> tuple[int, ...]:
    held = holdings(state, seat)
    if len(set(spots)) < len(spots):
        raise errors.NO_SUCH_TILE(name=state.empire(seat).name)
    found = []
    for spot in spots:
        stack = held.developments if spot.stack is Category.DEVELOPMENT else held.worlds
        if not 0 <= spot.index < len(stack):
            raise errors.NO_SUCH_TILE(name=state.empire(seat).name)
        found.append(stack[spot.index])
    return tuple(found)


def _busy(state: GameState, seat: int) -> bool:
    turn = holdings(state, seat).turn
    return bool(turn.hand or turn.owed)


def _check_explorer(state: GameState, seat: int, die: DieType, *, borrowed: bool) -> None:
    """Check that the explorer exists and that the player can start a task (R-5.1)."""
    name = state.empire(seat).name
    held = holdings(state, seat)
    if held.turn.hand:
        raise errors.TILES_IN_HAND(name=name)
    if tracking(state).givers or any(holdings(state, each).turn.owed for each in state.seats):
        raise errors.TIMING(name=name)
    there = held.turn.borrowed if borrowed else held.workers(Phase.EXPLORE)
    if not contains(there, (die,)):
        raise errors.NO_SUCH_WORKER(name=name, die=die.value)
