"""Phase IV: which worlds have room, and the best places for producers (R-8.1, R-8.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import GoodsLimit, PowerStep, Trigger
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Development, Side, World
from companion.games.roll.rules.costs import fits
from companion.games.roll.rules.income import EmpireInPhase, event_gains, phase_gains
from companion.games.roll.rules.matching import best_assignment
from companion.games.roll.rules.shipping import CONSUME_VP, TRADE_CREDITS, matches

USUAL_LIMIT: Final = 1

_MAJOR: Final = 1000


@dataclass(frozen=True, slots=True)
class Room:
    """A world that can take another *free* goods."""

    world: World
    free: int


def goods_limit(world: World, tableau: Iterable[Side]) -> int:
    """How many goods *world* may hold: none if gray, one, or what a power allows (R-8.1)."""
    if not world.produces:
        return 0
    limits = (
        effect.limit_per_world
        for side in tableau
        if isinstance(side, Development)
        for effect in side.effect
        if isinstance(effect, GoodsLimit) and fits(effect.applies_to, world)
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


def propose_production(
    producers: Sequence[DieType], tableau: Sequence[Side], goods: Sequence[Good]
) -> tuple[Good | None, ...]:
    """Return for each producer the good that it best becomes, or None where there is no room.

    Every producer produces while there is room (R-5.1). Best is what brings the most VP when it is
    consumed later (a die in its world's colour, powers of the tableau), then the most credits: by
    trading it, and by powers that pay for goods at the end of the phase.

    Args:
        producers: the dice that produce.
        tableau: what their owner has built.
        goods: the goods that lie there already.
    """
    places = [room.world for room in rooms(tableau, goods) for _ in range(room.free)]
    values = [[_value(die, world, tableau) for world in places] for die in producers]
    if not places:
        return (None,) * len(producers)
    return tuple(
        None if column is None else Good(places[column].key, producers[row])
        for row, column in enumerate(best_assignment(values))
    )


def _value(die: DieType, world: World, tableau: Sequence[Side]) -> int:
    good = Good(world.key, die)
    consumed = event_gains(tableau, PowerStep.SHIP, Trigger.ON_CONSUME, world=world)
    traded = event_gains(tableau, PowerStep.SHIP, Trigger.ON_TRADE, world=world)
    vp = CONSUME_VP + matches(die, world) + sum(gain.vp for gain in consumed)
    money = TRADE_CREDITS[world.colour] + sum(gain.credits for gain in traded)
    return vp * _MAJOR + money + _paid_for(good, tableau)


def _paid_for(good: Good, tableau: Sequence[Side]) -> int:
    """What powers pay at the end of Produce because this good lies there."""
    with_good = EmpireInPhase(tableau=tuple(tableau), goods=(good,))
    without = EmpireInPhase(tableau=tuple(tableau))
    step, trigger = PowerStep.PRODUCE, Trigger.PHASE_END
    return sum(gain.credits for gain in phase_gains(with_good, step, trigger)) - sum(
        gain.credits for gain in phase_gains(without, step, trigger)
    )
