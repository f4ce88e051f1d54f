"""Phases II and III: how many workers a tile needs, and where they go (R-5.5, R-7.2, D-9)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.dice import DieType, least_able
from companion.games.roll.model.effects import (
    Category,
    CostModifier,
    ReturnWorkersToCup,
    SideFilter,
    Trigger,
)
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.tiles import Development, Side, effects_of

_TRIGGERS: Final = {
    Category.DEVELOPMENT: Trigger.ON_COMPLETE_DEVELOPMENT,
    Category.WORLD: Trigger.ON_COMPLETE_WORLD,
}


@dataclass(frozen=True, slots=True)
class FreedDice:
    """Which workers of a completion go to the cup: *forced*, *least* to *most* others."""

    forced: tuple[DieType, ...] = ()
    least: int = 0
    most: int = 0
    tiles: tuple[str, ...] = ()

    def allows(self, workers: Sequence[DieType], to_cup: Sequence[DieType]) -> bool:
        """Whether exactly *to_cup* of the *workers* may go to the cup."""
        chosen = Counter(to_cup)
        if chosen - Counter(workers) or Counter(self.forced) - chosen:
            return False
        return self.least <= len(to_cup) - len(self.forced) <= self.most


def freed_dice(
    workers: Sequence[DieType],
    completed: Side,
    tableau: Iterable[Side],
    options: TableOptions = DEFAULT_OPTIONS,
) -> FreedDice:
    """Return which of the workers that completed a tile go to the cup.

    Powers that free dice by choice and by colour add up: the freed dice are the union, and a choice
    may select dice that are freed anyway (D-9). A tile may free its own workers unless its text
    says "later" ones: *tableau* includes it.
    """
    forced: Counter[DieType] = Counter()
    least = most = 0
    tiles = []
    for key, effect in _rules(completed, tableau):
        tiles.append(key)
        if effect.count is None:
            forced |= Counter(die for die in workers if die in (effect.colours or DieType))
        else:
            most += effect.count.max
            if options.freed_workers == "at_least_one":
                least = max(least, effect.count.min)
    others = len(workers) - forced.total()
    least = 0 if forced else min(least, others)
    return FreedDice(least_able(forced.elements())[::-1], least, min(most, others), tuple(tiles))


def propose_freed(workers: Sequence[DieType], freed: FreedDice) -> tuple[DieType, ...]:
    """Return the proposed dice for the cup: as many as allowed, most wild faces first."""
    rest = (Counter(workers) - Counter(freed.forced)).elements()
    return (*freed.forced, *least_able(rest)[::-1][: freed.most])


def _rules(completed: Side, tableau: Iterable[Side]) -> Iterable[tuple[str, ReturnWorkersToCup]]:
    trigger = _TRIGGERS[completed.category]
    for owner, effect in effects_of(tableau, ReturnWorkersToCup):
        if effect.trigger is trigger and not (effect.excludes_self and owner.key == completed.key):
            yield owner.key, effect


# --- costs ---------------------------------------------------------------------------------------


def workers_needed(side: Side, tableau: Iterable[Side]) -> int:
    """Return the developers or settlers that *side* needs from the owner of *tableau*.

    All discounts of the tableau must be used, each with its own minimum, in the order of
    ``apply_order``; none raises a cost. A tile that is not built yet does not discount itself.
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
        cost = min(cost, max(cost + effect.delta, effect.minimum or 0))
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
