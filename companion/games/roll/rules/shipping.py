"""Phase V: the value of a good, the best use of shippers and goods (R-9.1 to R-9.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.games.roll.model.effects import PayForVpChip, PowerStep, Trigger, WorldColour
from companion.games.roll.model.holdings import Good, ShipTask
from companion.games.roll.model.options import BankersMoment
from companion.games.roll.model.state import MAX_CREDITS
from companion.games.roll.model.tiles import Side, World, effects_of
from companion.games.roll.rules.income import Gain, event_gains
from companion.games.roll.rules.matching import best_assignment

TRADE_CREDITS: Final = MappingProxyType(
    {
        WorldColour.NOVELTY: 3,
        WorldColour.RARE_ELEMENTS: 4,
        WorldColour.GENES: 5,
        WorldColour.ALIEN_TECHNOLOGY: 6,
    }
)
"""By the world's colour, independent of the dice (R-9.2)."""

CONSUME_VP: Final = 1
"""Before the bonuses for matching colours (R-9.3)."""


@dataclass(frozen=True, slots=True)
class Shipment:
    """One shipper's task with all its income.

    Attributes:
        shipper: the die that ships, own or borrowed.
        good: the good that it takes.
        vp: of the task itself, 1 to 3 for Consume (R-9.3), 0 for Trade.
        credits: of the task itself (R-9.2).
        gains: income from powers, with their tiles; negative amounts are spent.
    """

    shipper: DieType
    good: Good
    task: ShipTask
    vp: int
    credits: int
    gains: tuple[Gain, ...]

    @property
    def total_vp(self) -> int:
        """VP including those from powers."""
        return self.vp + sum(gain.vp for gain in self.gains)

    @property
    def total_credits(self) -> int:
        """Credits including those from powers, before the limit of $10."""
        return self.credits + sum(gain.credits for gain in self.gains)


def matches(die: DieType, world: World) -> bool:
    """Whether a die counts as the world's colour for Consume; purple always does (R-9.3)."""
    return die is DieType.CONSUMPTION or die is world.colour.die


def consume(good: Good, shipper: DieType, tableau: Sequence[Side]) -> Shipment:
    """Return the Consume shipment.

    Raises:
        KeyError: no producing world of the tableau has the good's key.
    """
    world = _world(good, tableau)
    gains = event_gains(tableau, PowerStep.SHIP, Trigger.ON_CONSUME, world=world)
    vp = CONSUME_VP + matches(good.die, world) + matches(shipper, world)
    return Shipment(shipper, good, ShipTask.CONSUME, vp, 0, gains)


def trade(
    good: Good, shipper: DieType, tableau: Sequence[Side], *, buy_vp: bool = False
) -> Shipment:
    """Return the Trade shipment; *buy_vp*: a power turns its credits into VP (Galactic Bankers).

    Raises:
        KeyError: no producing world of the tableau has the good's key.
    """
    world = _world(good, tableau)
    gains = event_gains(tableau, PowerStep.SHIP, Trigger.ON_TRADE, world=world)
    bought = tuple(_bought(tableau)) if buy_vp else ()
    return Shipment(
        shipper, good, ShipTask.TRADE, 0, TRADE_CREDITS[world.colour], (*gains, *bought)
    )


def in_order(shipment: Shipment, moment: BankersMoment) -> tuple[Gain, ...]:
    """Return all income of *shipment* as it is booked: credits spent on VP first or last (D-6)."""
    rule = "R-9.2" if shipment.task is ShipTask.TRADE else "R-9.3"
    own = Gain(rule, shipment.credits, shipment.vp)
    bought = tuple(gain for gain in shipment.gains if gain.credits < 0)
    income = (own, *(gain for gain in shipment.gains if gain.credits >= 0))
    return bought + income if moment == "before_income" else income + bought


def booked(shipment: Shipment, now: int, moment: BankersMoment) -> int | None:
    """Return the credits after *shipment*, each gain cut off at the limit (R-5.3).

    None if credits must be spent on VP before the income (D-6) and there are too few.
    """
    after = now
    for gain in in_order(shipment, moment):
        after = min(after + gain.credits, MAX_CREDITS)
        if after < 0:
            return None
    return after


def may_buy(tableau: Sequence[Side]) -> bool:
    """Whether a Trade may turn credits into VP (Galactic Bankers)."""
    return any(_bought(tableau))


def without_buying(shipment: Shipment) -> Shipment:
    """Return the same Trade with its credits kept."""
    return replace(shipment, gains=tuple(gain for gain in shipment.gains if gain.credits >= 0))


def _bought(tableau: Sequence[Side]) -> list[Gain]:
    return [
        Gain(
            side.key,
            credits=-effect.cost_credits * effect.max_per_trigger,
            vp=effect.vp * effect.max_per_trigger,
        )
        for side, effect in effects_of(tableau, PayForVpChip)
    ]


def _world(good: Good, tableau: Sequence[Side]) -> World:
    for side in tableau:
        if side.key == good.world and isinstance(side, World) and side.produces:
            return side
    raise KeyError(good.world)


_MAJOR: Final = 10**6
"""Greater than any sum of the secondary criteria."""

_EARNS: Final = 2


@dataclass(frozen=True, slots=True)
class Shippers:
    """The available shippers and the credits before shipping.

    Attributes:
        own, borrowed: an own shipper costs $1 to be recruited again, a borrowed one nothing.
        moment: when Galactic Bankers spend (D-6).
    """

    own: tuple[DieType, ...]
    borrowed: tuple[DieType, ...] = ()
    credits: int = 0
    moment: BankersMoment = "after_income"


@dataclass(frozen=True, slots=True)
class ShipPlan:
    """Shipments in their order, which shippers are borrowed, all VP, the credits afterwards."""

    shipments: tuple[Shipment, ...] = ()
    borrowed: tuple[bool, ...] = ()
    vp: int = 0
    credits: int = 0

    @property
    def value(self) -> tuple[int, int, int]:
        """VP; credits, with those that recruiting will not cost; credits alone."""
        return self.vp, self.credits + sum(self.borrowed), self.credits


@dataclass(frozen=True, slots=True)
class _Weights:
    """Weights of the criteria after VP: credits, a borrowed die, a task that spends nothing."""

    credits: int
    borrowed: int
    plain: int = 0


_FIRST: Final = _Weights(100, 10)
_OTHERS: Final = (
    _Weights(100, 150),
    _Weights(10, 100),
    _Weights(100, 10, 1000),
    _Weights(10, 100, 40),
    _Weights(40, 100, 1000),
    _Weights(0, 10, 1000),
)
"""Alternatives tried where the limit of $10 cuts off income."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A shipment with its values; ``plain``: 0 if it spends credits, ``_EARNS`` if it earns."""

    shipment: Shipment
    vp: int
    credits: int
    plain: int


class ShipTasks:
    """All tasks of each die with each good of a player, cached."""

    def __init__(self, tableau: Sequence[Side]) -> None:
        self._tableau = tuple(tableau)
        self._buys = may_buy(tableau)
        self._known: dict[tuple[DieType, Good], tuple[_Task, ...]] = {}

    def of(self, die: DieType, good: Good) -> tuple[_Task, ...]:
        """Return Consume, Trade, and Trade with credits turned into VP if a power allows it."""
        found = self._known.get((die, good))
        if found is None:
            options = [consume(good, die, self._tableau), trade(good, die, self._tableau)]
            if self._buys:
                options.append(trade(good, die, self._tableau, buy_vp=True))
            found = tuple(_task(option) for option in options)
            self._known[die, good] = found
        return found


def _task(shipment: Shipment) -> _Task:
    money = shipment.total_credits
    plain = (_EARNS if money > 0 else 1) if is_plain(shipment) else 0
    return _Task(shipment, shipment.total_vp, money, plain)


def propose_shipping(
    shippers: Shippers,
    goods: Sequence[Good],
    tableau: Sequence[Side],
    tasks: ShipTasks | None = None,
    least_vp: int = 0,
) -> ShipPlan:
    """Return the best shipments; every shipper ships while there are goods (R-5.1).

    *tasks* is a cache for repeated calls with the same tableau; plans with fewer VP than *least_vp*
    need not be optimised for credits.
    """
    tasks = tasks or ShipTasks(tableau)
    dice = (*shippers.own, *shippers.borrowed)
    rows = [[tasks.of(die, good) for good in goods] for die in dice]
    best = _assigned(shippers, rows, _FIRST)
    most_borrowed = min(len(shippers.borrowed), len(best.shipments))
    income = sum(each.total_credits for each in best.shipments)
    limit = min(MAX_CREDITS, shippers.credits + income)
    cannot_buy = shippers.moment == "before_income" and not shippers.credits
    perfect = (best.credits, sum(best.borrowed)) == (limit, most_borrowed)
    if (perfect or best.vp < least_vp) and not cannot_buy:
        return best
    plans = [best, *(_assigned(shippers, rows, weights) for weights in _OTHERS)]
    if cannot_buy:
        plans += (_assigned(shippers, rows, _FIRST, first=each) for each in range(len(goods)))
    return max(plans, key=lambda plan: plan.value)


def _assigned(
    shippers: Shippers,
    rows: Sequence[Sequence[tuple[_Task, ...]]],
    weights: _Weights,
    first: int | None = None,
) -> ShipPlan:
    """Best assignment by these weights; *first*: this good must earn the first credits."""
    own = len(shippers.own)
    dice = (*shippers.own, *shippers.borrowed)
    values: list[list[int]] = []
    chosen: list[list[_Task]] = []
    for row, line in enumerate(rows):
        # Among own dice the one with the fewest wild faces ships.
        kept = weights.borrowed if row >= own else -FACES[dice[row]].count(Face.WILD)
        values.append([])
        chosen.append([])
        for column, tasks in enumerate(line):
            possible = tasks if column != first else [t for t in tasks if t.plain == _EARNS]
            value, task = _best(possible, weights)
            values[-1].append(value + kept + (column == first) * _MAJOR**2)
            chosen[-1].append(task)
    taken = [
        (chosen[row][column].shipment, row >= own)
        for row, column in enumerate(best_assignment(values))
        if column is not None
    ]
    return _played(shippers, taken)


def _best(tasks: Iterable[_Task], weights: _Weights) -> tuple[int, _Task]:
    valued = (
        (each.vp * _MAJOR + weights.credits * each.credits + weights.plain * each.plain, each)
        for each in tasks
    )
    return max(valued, key=itemgetter(0))


def is_plain(task: Shipment) -> bool:
    """Whether it spends no credits."""
    return all(gain.credits >= 0 for gain in task.gains)


def _played(shippers: Shippers, taken: Sequence[tuple[Shipment, bool]]) -> ShipPlan:
    """Order the shipments so that the least income is lost to the limit, and book them."""
    before = shippers.moment == "before_income"
    order = sorted(taken, key=lambda each: (is_plain(each[0]) is not before, each[0].task.value))
    credits_now, vp = shippers.credits, 0
    done: list[tuple[Shipment, bool]] = []
    for shipment, borrowed in order:
        task = shipment
        after = booked(task, credits_now, shippers.moment)
        if after is None:  # no credits to spend yet
            task = without_buying(task)
            after = booked(task, credits_now, shippers.moment) or 0
        credits_now = after
        vp += task.total_vp
        done.append((task, borrowed))
    return ShipPlan(
        tuple(task for task, _ in done), tuple(borrowed for _, borrowed in done), vp, credits_now
    )
