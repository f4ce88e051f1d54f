"""Phase V: the value of a good (R-9.1 to R-9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import PayForVpChip, PowerStep, Trigger, WorldColour
from companion.games.roll.model.holdings import Good, ShipTask
from companion.games.roll.model.options import BankersMoment
from companion.games.roll.model.state import MAX_CREDITS
from companion.games.roll.model.tiles import Side, World, effects_of
from companion.games.roll.rules.income import Gain, event_gains

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
