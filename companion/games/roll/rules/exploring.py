"""Phase I: income of stocking, placement of drawn tiles (R-6.2, R-6.3)."""

from collections.abc import Iterable
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import (
    RearrangeConstructionZone,
    ScoutPlacement,
    StockValue,
)
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.tiles import Side, effects_of
from companion.games.roll.rules.income import Gain

STOCK_CREDITS: Final = 2


def stocking(explorer: DieType, tableau: Iterable[Side]) -> Gain:
    """Return the income of one explorer (R-6.2); a power replaces the usual amount.

    The die's column makes it an explorer, not its face (R-3.6).
    """
    better = (
        Gain(owner.key, effect.credits)
        for owner, effect in effects_of(tableau, StockValue)
        if explorer in effect.dice
    )
    return max(better, key=lambda found: found.credits, default=Gain("R-6.2", STOCK_CREDITS))


def may_place_on_top(
    tableau: Iterable[Side], *, scouted: bool, options: TableOptions = DEFAULT_OPTIONS
) -> bool:
    """Whether drawn tiles may go on top of the stacks, a choice per tile.

    They were *scouted*, or drawn at the end of the phase (D-8).
    """
    every = options.reconnaissance_scope == "every_draw"
    return (scouted or every) and any(effects_of(tableau, ScoutPlacement))


def may_rearrange(tableau: Iterable[Side], *, extra_tile_drawn: bool) -> bool:
    """Whether the construction zone may be rearranged now, in Explore.

    That is not possible after the draw at the end of the phase (Advanced Logistics, section 6).
    """
    return not extra_tile_drawn and any(effects_of(tableau, RearrangeConstructionZone))
