"""Drawing tiles from the bag and placing them, also when the bag runs short (R-6.3, R-6.5)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.games.messages import OfPlayer
from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Placing, Spot, without, without_tiles
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.state_edits import (
    PHASE_OF,
    cut,
    hold,
    put_away,
    stack_at,
    with_new_top,
)
from companion.games.roll.rules.exploring import may_place_on_top
from companion.games.roll.rules.judge import Events, Move, task
from companion.games.roll.rules.lookup import Rules, before, explorers, is_seen

_EXPLORING: Final = task(Phase.EXPLORE)


class PlaceTiles(Move, Event, when=_EXPLORING, why="R-6.3"):
    """Drawn tiles go to the stacks, one after the other (R-6.3)."""

    placings: tuple[Placing, ...]

    def decide(self, rules: Rules, state: GameState) -> Events:
        """Put the drawn tiles on the stacks; if tiles are still owed, ask for them (R-6.5)."""
        held = holdings(state, self.seat)
        name = state.empire(self.seat).name
        placed = tuple(placing.tile for placing in self.placings)
        if not placed or sorted(placed) != sorted(held.turn.hand):
            raise errors.PLACING(name=name)
        if any(placing.on_top for placing in self.placings) and not may_place_on_top(
            rules.tableau(state, self.seat),
            scouted=held.turn.hand_scouted,
            options=state.options,
        ):
            raise errors.PLACING(name=name)
        if not held.turn.owed:
            return (self,)
        return self, *_ask_back(state, self.seat, len(placed))

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        hand = without(held.turn.hand, (placing.tile for placing in self.placings))
        state = hold(
            state,
            self.seat,
            turn=replace(held.turn, hand=hand),
            developments=_laid(held.developments, Category.DEVELOPMENT, self.placings),
            worlds=_laid(held.worlds, Category.WORLD, self.placings),
        )
        tops = {
            placing.stack
            for placing in self.placings
            if placing.on_top or not stack_at(held, placing.stack)
        }
        return with_new_top(state, self.seat, *(PHASE_OF[each] for each in tops))


class ReturnTile(Move, Event, when=_EXPLORING, why="R-6.5"):
    """Return a tile of the construction zone because the bag ran short (R-6.5)."""

    spot: Spot

    def decide(self, _: Rules, state: GameState) -> Events:
        givers = tracking(state).givers
        if self.seat not in givers:
            raise errors.TIMING(name=state.empire(self.seat).name)
        tiles_at(state, self.seat, (self.spot,))
        left = tuple(seat for seat in givers if seat != self.seat)
        return self, TilesAskedBack(left)

    def apply(self, state: GameState) -> GameState:
        held, box = holdings(state, self.seat), tracking(state)
        tile = stack_at(held, self.spot.stack)[self.spot.index]
        bag = box.bag + put_away(state, (tile,))
        state = hold(
            replace(state, tracking=replace(box, bag=bag)),
            self.seat,
            developments=cut(held, Category.DEVELOPMENT, (self.spot,)),
            worlds=cut(held, Category.WORLD, (self.spot,)),
        )
        return state if self.spot.index else with_new_top(state, self.seat, *PHASE_OF.values())


class Draw(Move, when=_EXPLORING):
    """A draw without a choice: of owed tiles (R-6.5), or at the end of Explore (section 6)."""

    drawn: tuple[int, ...]

    def decide(self, rules: Rules, state: GameState) -> Events:
        seat, turn = self.seat, holdings(state, self.seat).turn
        name, box = state.empire(seat).name, tracking(state)
        wanted = rules.extra_tiles(holdings(state, seat).tableau)
        if not turn.owed and (turn.extra_drawn or not wanted):
            raise errors.NO_POWER(name=name)
        count = tiles_due(rules, state, seat)
        if count is None:
            raise errors.TIMING(name=name)
        if not turn.owed:
            return draw(rules, state, seat, wanted, self.drawn, box.abandoned, scouted=False)
        _check_drawn(rules, state, seat, self.drawn, box.bag, count)
        return (TilesDrawn(seat, self.drawn, "R-6.5", scouted=turn.hand_scouted),)


class BagRefilled(Event, why=""):
    """The abandoned tiles go into the bag (R-6.4, R-6.5)."""

    reason: str

    def apply(self, state: GameState) -> GameState:
        box = tracking(state)
        bag = box.bag + box.abandoned
        return replace(state, tracking=replace(box, bag=bag, abandoned=()))


class TilesDrawn(OfPlayer, Event, why=""):
    """Tiles out of the bag into a player's hand; *owed* are still missing (R-6.5).

    Not *scouted*: the draw of a power at the end of Explore.
    """

    tiles: tuple[int, ...]
    reason: str
    owed: int = 0
    scouted: bool = True

    def apply(self, state: GameState) -> GameState:
        box, turn = tracking(state), holdings(state, self.seat).turn
        bag = without_tiles(box.bag, self.tiles)
        turn = replace(
            turn,
            hand=turn.hand + self.tiles,
            hand_scouted=self.scouted,
            owed=self.owed,
            extra_drawn=turn.extra_drawn or not self.scouted,
        )
        return hold(replace(state, tracking=replace(box, bag=bag)), self.seat, turn=turn)


class TilesAskedBack(Event):
    """These seats must return one tile each; empty when that is over (R-6.5)."""

    seats: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        return replace(state, tracking=replace(tracking(state), givers=self.seats))


GIVES_BACK_FROM: Final = {"three_or_more": 3, "more_than_three": 4}
"""Size of a construction zone from which a tile must be returned (R-6.5, D-12)."""

_EXTRA_DRAW: Final = "alien_research_team"


def _ask_back(state: GameState, scout_seat: int, placed: int) -> Events:
    """Determine who must return a tile; if nobody, the owed tiles are dropped."""
    least = GIVES_BACK_FROM[state.options.empty_bag]
    givers = tuple(
        seat
        for seat in state.seats
        if holdings(state, seat).zone_size + (placed if seat == scout_seat else 0) >= least
    )
    if givers:
        return (TilesAskedBack(givers),)
    scouted = holdings(state, scout_seat).turn.hand_scouted
    return (TilesDrawn(scout_seat, (), "R-6.5", scouted=scouted),)


def tiles_due(rules: Rules, state: GameState, seat: int) -> int | None:
    """Return how many tiles there are for the draw that is due; None if the player draws none now.

    At the end of Explore it is the player's turn when all others have explored, and those before
    have drawn (R-5.6, section 6).
    """
    held, box = holdings(state, seat), tracking(state)
    if held.turn.hand or box.givers:
        return None
    if held.turn.owed:
        return min(held.turn.owed, len(box.bag))
    wanted = rules.extra_tiles(held.tableau)
    if held.turn.extra_drawn or not wanted:
        return None
    if any(explorers(state, each) or _busy(state, each) for each in state.seats):
        return None
    earlier = (holdings(state, each) for each in before(state, seat))
    if any(rules.extra_tiles(each.tableau) and not each.turn.extra_drawn for each in earlier):
        return None
    return min(wanted, len(box.bag) + len(box.abandoned))


def _busy(state: GameState, seat: int) -> bool:
    turn = holdings(state, seat).turn
    return bool(turn.hand or turn.owed)


def draw(
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
        events += _ask_back(state, seat, 0)
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


def tiles_at(state: GameState, seat: int, spots: tuple[Spot, ...]) -> tuple[int, ...]:
    """Return the tiles at different places of a construction zone, or refuse."""
    held = holdings(state, seat)
    if len(set(spots)) < len(spots):
        raise errors.NO_SUCH_TILE(name=state.empire(seat).name)
    found = []
    for spot in spots:
        stack = stack_at(held, spot.stack)
        if not 0 <= spot.index < len(stack):
            raise errors.NO_SUCH_TILE(name=state.empire(seat).name)
        found.append(stack[spot.index])
    return tuple(found)


def _laid(stack: tuple[int, ...], kind: Category, placings: Iterable[Placing]) -> tuple[int, ...]:
    for placing in placings:
        if placing.stack is kind:
            stack = (placing.tile, *stack) if placing.on_top else (*stack, placing.tile)
    return stack
