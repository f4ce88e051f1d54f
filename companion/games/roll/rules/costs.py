"""How many workers a tile needs, discounts included (R-5.5, R-7.2, "Free Trade Zone")."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.roll.model.effects import CostModifier, SideFilter
from companion.games.roll.model.tiles import Development, Side, effects_of


def workers_needed(side: Side, tableau: Iterable[Side]) -> int:
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
            for owner, effect in effects_of(tableau, CostModifier)
            if owner.key != side.key and fits(effect.applies_to, side)
        ),
        key=lambda found: found[:2],
    )
    cost = side.cost
    for _, _, effect in modifiers:
        cost = _reduced(cost, effect)
    return cost


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
