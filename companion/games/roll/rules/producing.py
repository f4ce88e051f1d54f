"""Phase IV: worlds with room for goods, and the best places for producers (R-8.1, R-8.2)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import GoodsLimit, PowerStep, Trigger
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Side, World, effects_of
from companion.games.roll.rules.completing import fits
from companion.games.roll.rules.income import EmpireInPhase, event_gains, phase_gains
from companion.games.roll.rules.managing import add_credits
from companion.games.roll.rules.matching import best_assignment
from companion.games.roll.rules.shipping import (
    CONSUME_VP,
    TRADE_CREDITS,
    Shippers,
    ShipTasks,
    matches,
    propose_shipping,
)

USUAL_LIMIT: Final = 1

_MAJOR: Final = 1000

_MOST_TRIALS: Final = 200
"""Limit of the local search; in large cases the proposal may be good but not optimal."""


@dataclass(frozen=True, slots=True)
class Room:
    """A world with room for *free* more goods."""

    world: World
    free: int


def goods_limit(world: World, tableau: Iterable[Side]) -> int:
    """How many goods *world* may hold: none if gray, one, or what a power allows (R-8.1)."""
    if not world.produces:
        return 0
    limits = (
        effect.limit_per_world
        for _, effect in effects_of(tableau, GoodsLimit)
        if fits(effect.applies_to, world)
    )
    return max(limits, default=USUAL_LIMIT)


def rooms(tableau: Sequence[Side], goods: Iterable[Good]) -> tuple[Room, ...]:
    """Return the worlds with room for goods, in the order of the tableau."""
    lying = [good.world for good in goods]
    found = (
        Room(side, goods_limit(side, tableau) - lying.count(side.key))
        for side in tableau
        if isinstance(side, World)
    )
    return tuple(room for room in found if room.free > 0)


Placement = tuple[Good | None, ...]
"""The good that each producer becomes; None where there is no room."""

Worlds = tuple[str | None, ...]
"""The key of the world that each producer goes to; None where there is no room."""


def propose_production(
    producers: Sequence[DieType],
    tableau: Sequence[Side],
    goods: Sequence[Good],
    shippers: Shippers | None = None,
) -> Placement:
    """Return for each producer the good that it should become.

    Every producer produces while there is room (R-5.1). The criteria in order: the value for this
    round's shippers; the VP when consumed later (a die in its world's colour, powers of the
    tableau); credits, from trading it and from powers that pay for goods at the end of the phase.
    """
    places = [room.world for room in rooms(tableau, goods) for _ in range(room.free)]
    values = [[_value(die, world, tableau) for world in places] for die in producers]
    if not places:
        return (None,) * len(producers)
    placed: Worlds = tuple(
        None if column is None else places[column].key for column in best_assignment(values)
    )
    if shippers is not None and (shippers.own or shippers.borrowed):
        keys = tuple(world.key for world in places)
        placed = _improved(tuple(producers), placed, keys, tuple(tableau), tuple(goods), shippers)
    return tuple(
        None if world is None else Good(world, die)
        for world, die in zip(placed, producers, strict=True)
    )


@lru_cache(maxsize=64)  # the view is rendered many times between two taps
def _improved(
    producers: tuple[DieType, ...],
    placed: Worlds,
    places: tuple[str, ...],
    tableau: tuple[Side, ...],
    goods: tuple[Good, ...],
    shippers: Shippers,
) -> Worlds:
    """Local search: move single producers or swap two while the value improves."""
    worth = _Worth(tableau, shippers)
    best, now = placed, worth.of(goods, producers, placed)
    left = _MOST_TRIALS
    better = True
    while better:
        better = False
        for other in islice(_neighbours(best, producers, places), left):
            left -= 1
            value = worth.of(goods, producers, other, least_vp=now[0])
            if value > now:
                best, now, better = other, value, True
                break
    return best


def _neighbours(
    placed: Worlds, producers: tuple[DieType, ...], places: tuple[str, ...]
) -> Iterator[Worlds]:
    free = list(places)
    for world in placed:
        if world is not None:
            free.remove(world)
    for index, (die, world) in enumerate(zip(producers, placed, strict=True)):
        if world is not None:
            for other in dict.fromkeys(free):
                if other != world:
                    yield (*placed[:index], other, *placed[index + 1 :])
        for second in range(index + 1, len(placed)):
            if placed[second] != world and producers[second] is not die:
                swapped = list(placed)
                swapped[index], swapped[second] = placed[second], world
                yield tuple(swapped)


class _Worth:
    """Value of a player's goods: shipped in this round, and later."""

    def __init__(self, tableau: tuple[Side, ...], shippers: Shippers) -> None:
        self._tableau, self._shippers = tableau, shippers
        self._tasks = ShipTasks(tableau)
        self._worlds = {side.key: side for side in tableau if isinstance(side, World)}
        self._later: dict[Good, int] = {}

    def of(
        self,
        goods: tuple[Good, ...],
        producers: tuple[DieType, ...],
        placed: Worlds,
        least_vp: int = 0,
    ) -> tuple[int, ...]:
        """Return VP and credits of this round's Ship, then the value left for later rounds."""
        made = [Good(world, die) for world, die in zip(placed, producers, strict=True) if world]
        lying = (*goods, *made)
        ended = EmpireInPhase(tableau=self._tableau, goods=lying)
        paid = sum(g.credits for g in phase_gains(ended, PowerStep.PRODUCE, Trigger.PHASE_END))
        credits_then, _ = add_credits(self._shippers.credits, paid)
        shippers = replace(self._shippers, credits=credits_then)
        plan = propose_shipping(shippers, lying, self._tableau, self._tasks, least_vp)
        left = list(lying)
        for shipment in plan.shipments:
            left.remove(shipment.good)
        return *plan.value, sum(self._left(good) for good in left)

    def _left(self, good: Good) -> int:
        if good not in self._later:
            self._later[good] = _value(good.die, self._worlds[good.world], self._tableau)
        return self._later[good]


def _value(die: DieType, world: World, tableau: Sequence[Side]) -> int:
    good = Good(world.key, die)
    consumed = event_gains(tableau, PowerStep.SHIP, Trigger.ON_CONSUME, world=world)
    traded = event_gains(tableau, PowerStep.SHIP, Trigger.ON_TRADE, world=world)
    vp = CONSUME_VP + matches(die, world) + sum(gain.vp for gain in consumed)
    money = TRADE_CREDITS[world.colour] + sum(gain.credits for gain in traded)
    return vp * _MAJOR + money + _paid_for(good, tableau)


def _paid_for(good: Good, tableau: Sequence[Side]) -> int:
    """Credits that powers pay at the end of Produce because of this good."""
    with_good = EmpireInPhase(tableau=tuple(tableau), goods=(good,))
    without = EmpireInPhase(tableau=tuple(tableau))
    step, trigger = PowerStep.PRODUCE, Trigger.PHASE_END
    return sum(gain.credits for gain in phase_gains(with_good, step, trigger)) - sum(
        gain.credits for gain in phase_gains(without, step, trigger)
    )
