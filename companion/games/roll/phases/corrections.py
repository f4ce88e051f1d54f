"""What follows a correction in a fully tracked game; it has no game effects itself."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.games.messages import OfPlayer, apply
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import Holdings, without
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.model.state_edits import hold, with_new_top
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.phases.drawing import TilesAskedBack
from companion.games.roll.phases.manage import final_scores
from companion.games.roll.phases.round import WorkersBorrowed
from companion.games.roll.rules.judge import Command, Events, When
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.producing import goods_limit

S = TypeVar("S", bound=Any)


class WorkersWithdrawn(OfPlayer, Event):
    """Borrowed workers that were not used are removed: their tile is not in the tableau."""

    dice: tuple[DieType, ...]
    reason: str

    def apply(self, state: GameState) -> GameState:
        turn = holdings(state, self.seat).turn
        return hold(
            state, self.seat, turn=replace(turn, borrowed=without(turn.borrowed, self.dice))
        )


def check_goods(rules: Rules, state: GameState, seat: int) -> None:
    """Refuse goods on worlds that are not in the tableau or have no room (R-8.1)."""
    held = holdings(state, seat)
    tableau = rules.sides(held.tableau)
    built: dict[str, Side] = {side.key: side for side in tableau}
    lying = [good.world for good in held.goods]
    for world in dict.fromkeys(lying):
        side = built.get(world)
        if not isinstance(side, World) or lying.count(world) > goods_limit(side, tableau):
            raise errors.GOODS_IN_THE_WAY(name=state.empire(seat).name, world=world)


def held_at(state: GameState, seat: int | None) -> Holdings:
    """Return the holdings of *seat*; refuse if nobody plays there, or no player is named."""
    if seat is None:
        raise errors.WHOSE()
    if seat not in state.seats:
        raise errors.UNKNOWN_SEAT(seat=seat)
    return holdings(state, seat)


def tidy(spot: S, fields: Mapping[Any, tuple[str, ...]]) -> S:
    """Return a place with the fields that do not apply to its location reset.

    *fields*: location -> names of those that apply; the seat alone for all others.
    """
    names = fields.get(spot.location, ("seat",))
    tidied: S = type(spot)(spot.location, **{name: getattr(spot, name) for name in names})
    return tidied


class Correction(Command, when=When(tuple(Step), tracked=True)):
    """A correction is the event *corrected*; its consequences follow it."""

    def corrected(self, rules: Rules, state: GameState, /) -> Event:
        """Return the event; refuse what is not possible."""
        raise NotImplementedError

    def decide(self, rules: Rules, state: GameState) -> Events:
        return followed(rules, state, self.corrected(rules, state))


def followed(rules: Rules, state: GameState, *corrected: Event) -> Events:
    """Return the events of a correction and of its consequences; refuse if goods are in the way."""
    after = state
    for event in corrected:
        after = apply(after, event)
    for seat in after.seats:
        check_goods(rules, after, seat)
    return *corrected, *_due(rules, state, after)


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
) -> Iterator[Event]:
    """Add or withdraw workers of tiles that entered or left the tableau."""
    old, new = holdings(before, seat).tableau, holdings(after, seat).tableau
    if old == new:
        return
    had, has = dict(rules.lenders(old, phase)), dict(rules.lenders(new, phase))
    unused = Counter(holdings(after, seat).turn.borrowed)
    for tile in had.keys() - has.keys():
        gone = tuple((Counter(had[tile]) & unused).elements())
        unused -= Counter(gone)
        if gone:
            yield WorkersWithdrawn(seat, gone, tile)
    for tile in has.keys() - had.keys():
        yield WorkersBorrowed(seat, has[tile], tile)


def looked_at(state: GameState, seat: int | None) -> GameState:
    """Mark unnamed top tiles as maybe complete: the tile or its workers may have changed."""
    return state if seat is None else with_new_top(state, seat, Phase.DEVELOP, Phase.SETTLE)
