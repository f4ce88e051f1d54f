"""Proposals for Produce and Ship against all that could be done instead, in small cases."""

import random
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import get_args

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import PayForVpChip, PowerStep, Trigger
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.options import BankersMoment
from companion.games.roll.model.tiles import Development, Side, World
from companion.games.roll.rules.income import EmpireInPhase, phase_gains
from companion.games.roll.rules.managing import add_credits
from companion.games.roll.rules.producing import goods_limit, propose_production
from companion.games.roll.rules.shipping import (
    Shipment,
    Shippers,
    ShipPlan,
    booked,
    consume,
    propose_shipping,
    trade,
)

CATALOG = load_roll_catalog()
KINDS = tuple(DieType)
WORLDS = tuple(side for side in CATALOG.sides.values() if isinstance(side, World) and side.produces)
POWERS = tuple(
    side
    for side in CATALOG.sides.values()
    if isinstance(side, Development)
    and any(
        isinstance(effect, PayForVpChip)
        or PowerStep.SHIP in getattr(effect, "steps", ())
        or PowerStep.PRODUCE in getattr(effect, "steps", ())
        for effect in side.effect
    )
)
BANKERS = CATALOG.sides["galactic_bankers"]

Value = tuple[int, int]
"""VP of this round; credits, with those that recruiting will not cost."""


@dataclass(frozen=True)
class Case:
    """A player before Ship, or before Produce where there are producers."""

    tableau: tuple[Side, ...]
    goods: tuple[Good, ...]
    shippers: Shippers
    producers: tuple[DieType, ...] = ()


def a_case(chance: random.Random, *, producing: bool) -> Case:
    worlds = chance.sample(WORLDS, chance.randint(1, 3))
    powers: set[Side] = set(chance.sample(POWERS, chance.randint(0, 2)))
    if chance.random() < 0.3:
        powers.add(BANKERS)
    tableau: tuple[Side, ...] = (*worlds, *sorted(powers, key=lambda side: side.key))
    # Few kinds, so that dice are often alike or match.
    colours = [world.colour.die for world in worlds if world.colour.die is not None]
    dice = [DieType.HOME, *colours, *chance.sample(KINDS, 1)]

    def some(most: int) -> tuple[DieType, ...]:
        return tuple(chance.choice(dice) for _ in range(chance.randint(0, most)))

    lying = [world.key for world in worlds for _ in range(goods_limit(world, tableau))]
    there = chance.sample(lying, chance.randint(0, min(3 - producing, len(lying))))
    goods = tuple(Good(world, chance.choice(dice)) for world in there)
    moment = chance.choice(get_args(BankersMoment))
    own, borrowed = some(2), some(2)
    if producing and not (own or borrowed):  # what is best for later rounds is another question
        own = (chance.choice(dice),)
    shippers = Shippers(own, borrowed, chance.randint(0, 10), moment)
    return Case(tableau, goods, shippers, some(3) if producing else ())


def best_shipping(case: Case, goods: tuple[Good, ...], credits_now: int) -> Value:
    """The most that any order of any tasks brings."""

    @cache
    def tasks(good: Good, die: DieType) -> tuple[Shipment, ...]:
        found = [consume(good, die, case.tableau), trade(good, die, case.tableau)]
        if BANKERS in case.tableau:
            found.append(trade(good, die, case.tableau, buy_vp=True))
        return tuple(found)

    @cache
    def rest(
        own: tuple[DieType, ...], lent: tuple[DieType, ...], left: tuple[Good, ...], now: int
    ) -> Value:
        if not left or not (own or lent):
            return 0, now
        best: Value = (-1, -1)
        for dice, kept in ((own, 0), (lent, 1)):
            for die in dict.fromkeys(dice):
                fewer = _less(dice, die)
                for good in dict.fromkeys(left):
                    for task in tasks(good, die):
                        after = booked(task, now, case.shippers.moment)
                        if after is None:
                            continue
                        after_own, after_lent = (own, fewer) if kept else (fewer, lent)
                        vp, money = rest(after_own, after_lent, _less(left, good), after)
                        best = max(best, (task.total_vp + vp, money + kept))
        return best

    return rest(case.shippers.own, case.shippers.borrowed, goods, credits_now)


def _less(items: tuple, item: object) -> tuple:  # type: ignore[type-arg] # dice or goods
    index = items.index(item)
    return (*items[:index], *items[index + 1 :])


def value_of(plan: ShipPlan, case: Case, credits_now: int) -> Value:
    """What a plan brings, done step by step as it says."""
    now, vp = credits_now, 0
    for shipment in plan.shipments:
        after = booked(shipment, now, case.shippers.moment)
        assert after is not None
        now, vp = after, vp + shipment.total_vp
    assert (plan.vp, plan.credits) == (vp, now)
    own = [s.shipper for s, lent in zip(plan.shipments, plan.borrowed, strict=True) if not lent]
    lent = [s.shipper for s, lent in zip(plan.shipments, plan.borrowed, strict=True) if lent]
    assert all(own.count(die) <= case.shippers.own.count(die) for die in own)
    assert all(lent.count(die) <= case.shippers.borrowed.count(die) for die in lent)
    return vp, now + len(lent)


def credits_before_ship(case: Case, goods: tuple[Good, ...]) -> int:
    ended = EmpireInPhase(tableau=case.tableau, goods=goods)
    paid = sum(g.credits for g in phase_gains(ended, PowerStep.PRODUCE, Trigger.PHASE_END))
    return add_credits(case.shippers.credits, paid)[0]


def best_production(case: Case) -> Value:
    """The most that any places for the producers bring, if all is shipped well."""
    rooms = [
        world.key
        for world in case.tableau
        if isinstance(world, World)
        for _ in range(
            goods_limit(world, case.tableau) - sum(good.world == world.key for good in case.goods)
        )
    ]
    count = min(len(rooms), len(case.producers))
    ways = {
        tuple(sorted(zip(places, dice, strict=True), key=str))
        for places in permutations(rooms, count)
        for dice in permutations(case.producers, count)
    }
    return max(
        best_shipping(case, goods, credits_before_ship(case, goods))
        for way in ways
        for goods in [(*case.goods, *(Good(world, die) for world, die in way))]
    )


def check_shipping(chance: random.Random) -> None:
    case = a_case(chance, producing=False)
    plan = propose_shipping(case.shippers, case.goods, case.tableau)
    now = case.shippers.credits
    assert value_of(plan, case, now) >= best_shipping(case, case.goods, now), case


def check_production(chance: random.Random) -> None:
    case = a_case(chance, producing=True)
    placed = propose_production(case.producers, case.tableau, case.goods, case.shippers)
    goods = (*case.goods, *(good for good in placed if good is not None))
    now = credits_before_ship(case, goods)
    found = best_shipping(case, goods, now)
    assert found >= best_production(case), case


@pytest.mark.parametrize("check", [check_shipping, check_production])
def test_nothing_is_better(check) -> None:  # type: ignore[no-untyped-def] # one of the two above
    """A sample of the slow test."""
    chance = random.Random(18)
    for _ in range(150):
        check(chance)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("check", [check_shipping, check_production])
def test_nothing_is_better_in_many_cases(check, seed: int) -> None:  # type: ignore[no-untyped-def] # as above
    """20,000 small cases of Ship and as many of Produce."""
    chance = random.Random(f"proposals {seed}")
    for _ in range(5000):
        check(chance)
