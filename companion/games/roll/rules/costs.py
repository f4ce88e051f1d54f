"""How many workers a tile needs, discounts included (R-5.5, R-7.2, "Free Trade Zone")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.roll.model.effects import CostModifier, SideFilter
from companion.games.roll.model.tiles import Development, Side


@dataclass(frozen=True, slots=True)
class Discount:
    """One discount that changed the cost: its tile, and the cost before and after it."""

    tile: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class WorkersNeeded:
    """What a tile costs its owner now.

    Attributes:
        printed: the number on the tile, which alone counts for points (R-11.1).
        needed: the workers that complete it.
        discounts: those that had an effect, in the order in which they were applied.
    """

    printed: int
    needed: int
    discounts: tuple[Discount, ...]


def workers_needed(side: Side, tableau: Iterable[Side]) -> WorkersNeeded:
    """Return the developers or settlers that *side* needs.

    All discounts of the tableau must be used, each with its own minimum, in the order of
    ``apply_order``; none raises a cost. A tile that is not built yet does not discount itself.

    Args:
        side: the top tile of a construction stack.
        tableau: everything its owner has built at this moment.
    """
    modifiers = sorted(
        (
            (effect.apply_order, owner.key, effect)
            for owner in tableau
            if isinstance(owner, Development) and owner.key != side.key
            for effect in owner.effect
            if isinstance(effect, CostModifier) and fits(effect.applies_to, side)
        ),
        key=lambda found: found[:2],
    )
    cost = side.cost
    discounts = []
    for _, tile, effect in modifiers:
        reduced = _reduced(cost, effect)
        if reduced != cost:
            discounts.append(Discount(tile, cost, reduced))
        cost = reduced
    return WorkersNeeded(side.cost, cost, tuple(discounts))


def fits(wanted: SideFilter, side: Side) -> bool:
    """Whether a continuous effect applies to *side*."""
    if side.category is not wanted.category:
        return False
    if isinstance(side, Development):
        return wanted.kind in (None, side.kind)
    if side.colour in wanted.not_colours:
        return False
    return not wanted.colours or side.colour in wanted.colours


def _reduced(cost: int, effect: CostModifier) -> int:
    minimum = 0 if effect.minimum is None else effect.minimum
    return min(cost, max(cost + effect.delta, minimum))
