"""Discounts: all of them, in their order, each with its own minimum (R-5.5, section 6)."""

from __future__ import annotations

from companion.catalog import load_roll_catalog
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.costs import Discount, workers_needed

CATALOG = load_roll_catalog()


def _sides(*keys: str) -> list[Side]:
    return [CATALOG.sides[key] for key in keys]


def test_every_discount_that_worked_is_told() -> None:
    """With its tile, before and after."""
    found = workers_needed(
        CATALOG.sides["tourist_world"], _sides("replicant_robots", "free_trade_zone")
    )
    assert found.printed == 4
    assert found.discounts == (
        Discount("free_trade_zone", 4, 2),
        Discount("replicant_robots", 2, 1),
    )


def test_a_discount_without_effect_is_not_told() -> None:
    """A gray world of cost 1 has none."""
    found = workers_needed(CATALOG.sides["fifth_column"], _sides("free_trade_zone"))
    assert (found.needed, found.discounts) == (1, ())


def test_with_every_power_nothing_is_free_or_dearer() -> None:
    """Whatever is built, a tile of the bag needs from 1 worker to its printed cost."""
    everything = list(CATALOG.sides.values())
    for tile in CATALOG.tiles:
        for side in (tile.development, tile.world):
            found = workers_needed(side, everything)
            assert 1 <= found.needed <= found.printed == side.cost


def test_without_powers_the_printed_cost_counts() -> None:
    """No tableau, no discount."""
    for side in CATALOG.sides.values():
        assert workers_needed(side, ()).needed == side.cost
        assert isinstance(side, World) or workers_needed(side, (side,)).needed == side.cost
