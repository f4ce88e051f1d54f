"""Stocking, placing and the end of Explore (R-6.2, R-6.3, section 6, D-8)."""

from __future__ import annotations

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.options import ReconnaissanceScope, TableOptions
from companion.games.roll.model.tiles import Side
from companion.games.roll.rules.exploring import (
    Stocking,
    extra_tiles,
    may_place_on_top,
    may_rearrange,
    stocking,
)

CATALOG = load_roll_catalog()


def _sides(*keys: str) -> list[Side]:
    return [CATALOG.sides[key] for key in keys]


@pytest.mark.parametrize("die", DieType)
def test_stocking_pays_two(die: DieType) -> None:
    """R-6.2; Alien Archaeology makes it four for yellow explorers, not two more."""
    assert stocking(die, _sides("public_works")) == Stocking(2)
    with_power = stocking(die, _sides("alien_archaeology"))
    if die is DieType.ALIEN_TECHNOLOGY:
        assert with_power == Stocking(4, "alien_archaeology")
    else:
        assert with_power == Stocking(2)


def test_scouted_tiles_go_to_the_bottom_without_a_power() -> None:
    """R-6.3; Improved Reconnaissance is for scouted tiles, by option for every draw (D-8)."""
    every = TableOptions(reconnaissance_scope=ReconnaissanceScope.EVERY_DRAW)
    assert not may_place_on_top(_sides("alien_research_team"), scouted=True, options=every)
    power = _sides("improved_reconnaissance")
    assert may_place_on_top(power, scouted=True)
    assert not may_place_on_top(power, scouted=False)
    assert may_place_on_top(power, scouted=False, options=every)


def test_advanced_logistics_end_with_the_extra_draw() -> None:
    """Section 6: as often as wanted, but not after the draw of Alien Research Team."""
    assert may_rearrange(_sides("advanced_logistics"), extra_tile_drawn=False)
    assert not may_rearrange(_sides("advanced_logistics"), extra_tile_drawn=True)
    assert not may_rearrange(_sides("alien_research_team"), extra_tile_drawn=False)


def test_alien_research_team_draws_one_tile() -> None:
    """Nobody else draws at the end of the phase."""
    assert extra_tiles(CATALOG.sides.values()) == 1
    assert extra_tiles(_sides("alien_research_team")) == 1
    assert extra_tiles(_sides("improved_reconnaissance")) == 0
