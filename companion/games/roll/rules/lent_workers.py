"""Workers that powers lend: used like own ones in their phase, then gone (R-5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import ExtraWorkers
from companion.games.roll.model.tiles import Development, Side


def lenders(tableau: Iterable[Side], phase: Phase) -> Iterator[tuple[str, tuple[DieType, ...]]]:
    """Yield the keys of the tiles that lend workers in *phase*, with those workers.

    They do not come from the supply and never become goods or reach the Citizenry or the cup. Their
    colour counts: the Alien explorer of Alien Research Ship for powers about Alien explorers, the
    Genes shipper of Organic Shipyards when it consumes from a Genes world (section 6).
    """
    return (
        (side.key, effect.dice)
        for side in tableau
        if isinstance(side, Development)
        for effect in side.effect
        if isinstance(effect, ExtraWorkers) and phase in (step.phase for step in effect.steps)
    )
