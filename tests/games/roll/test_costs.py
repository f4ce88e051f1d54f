"""Discounts: all of them, in their order, each with its own minimum (R-5.5, section 6)."""

from companion.catalog import load_roll_catalog
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.completing import workers_needed
from tests.some import some

CATALOG = load_roll_catalog()


def _sides(*keys: str) -> list[Side]:
    return [CATALOG.sides[key] for key in keys]


def test_discounts_apply_in_their_order_down_to_their_minimum() -> None:
    """4, two less, one less: the other order would give 2. A world of cost 1 stays at 1."""
    both = _sides("replicant_robots", "free_trade_zone")
    assert workers_needed(CATALOG.sides["tourist_world"], both) == 1
    assert workers_needed(CATALOG.sides["fifth_column"], both[1:]) == 1


def test_with_every_power_nothing_is_free_or_dearer() -> None:
    """Whatever is built, a tile of the bag needs from 1 worker to its printed cost."""
    everything = list(CATALOG.sides.values())
    for tile in some(CATALOG.tiles):
        for side in (tile.development, tile.world):
            assert 1 <= workers_needed(side, everything) <= side.cost


def test_without_powers_the_printed_cost_counts() -> None:
    """No tableau, no discount."""
    for side in some(CATALOG.sides.values()):
        assert workers_needed(side, ()) == side.cost
        assert isinstance(side, World) or workers_needed(side, (side,)) == side.cost
