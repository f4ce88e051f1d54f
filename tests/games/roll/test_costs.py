"""Discounts: all of them, in their order, each with its own minimum (R-5.5, section 6)."""

from __future__ import annotations

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.costs import Discount, workers_needed

CATALOG = load_roll_catalog()


def _sides(*keys: str) -> list[Side]:
    return [CATALOG.sides[key] for key in keys]


def _needed(key: str, *tableau: str) -> int:
    return workers_needed(CATALOG.sides[key], _sides(*tableau)).needed


@pytest.mark.parametrize(
    ("world", "alone", "with_robots"),
    [
        ("fifth_column", 1, 1),  # 1: never raised
        ("outlaw_world", 2, 1),
        ("gateway_station", 2, 1),  # 3
        ("tourist_world", 2, 1),  # 4
        ("terraformed_world", 3, 2),
        ("galactic_trendsetters", 4, 3),
    ],
)
def test_free_trade_zone_comes_before_replicant_robots(
    world: str, alone: int, with_robots: int
) -> None:
    """Clarified in both rulebooks: a gray 3 or 4 costs 2, or 1 with Replicant Robots as well."""
    assert _needed(world, "free_trade_zone") == alone
    assert _needed(world, "free_trade_zone", "replicant_robots") == with_robots
    assert _needed(world, "replicant_robots", "free_trade_zone") == with_robots


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


def test_green_and_yellow_worlds_have_their_own_discount() -> None:
    """Alien Uplift Blueprints, added to Replicant Robots; no lower limit is reached."""
    assert _needed("uplift_overseers", "alien_uplift_blueprints") == 2
    assert _needed("uplift_overseers", "alien_uplift_blueprints", "replicant_robots") == 1
    assert _needed("alien_sentinels", "alien_uplift_blueprints") == 5
    assert _needed("spice_world", "alien_uplift_blueprints") == 2


def test_developments_with_a_reassign_power_are_cheaper_with_biological_adaptation() -> None:
    """And cheaper still with Investment Credits; neither goes below 1."""
    assert _needed("nanotechnology", "biological_adaptation") == 4
    assert _needed("nanotechnology", "biological_adaptation", "investment_credits") == 3
    assert _needed("local_subsidies", "biological_adaptation", "investment_credits") == 1
    assert _needed("diversification", "biological_adaptation") == 1
    assert _needed("galactic_investors", "biological_adaptation") == 5


def test_investment_credits_do_not_discount_themselves_or_worlds() -> None:
    """Only later developments, 6+ ones too."""
    assert _needed("investment_credits") == 4
    assert _needed("investment_credits", "investment_credits") == 4
    assert _needed("galactic_federation", "investment_credits") == 5
    assert _needed("alien_sentinels", "investment_credits") == 6


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
