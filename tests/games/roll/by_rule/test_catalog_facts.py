"""Facts of the catalogue that rules name: numbers, costs, colours, spellings."""

from itertools import combinations

import pytest

from companion.catalog.roll_loader import LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.drawing.glyphs import glyph
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import holdings, tracking
from companion.simulation.invariants import dice_of
from tests.games.roll.tracked_positions import CATALOG, begun
from tests.some import some


def test_the_dice_of_the_box() -> None:
    """R-1.1: 111 dice: white, red, purple, cyan, brown, green, yellow; none appears or is lost."""
    names = ("doomed_world", "ancient_race", "old_earth", "new_sparta", "epsilon_eridani")
    seated = [PlayerSetup(n, f"P{n}", f"{n}", 2 * n - 1, home) for n, home in enumerate(names, 1)]
    state = begun(*seated)
    places = [tracking(state).stock, *(dice_of(holdings(state, seat)) for seat in range(1, 6))]
    assert tuple(map(sum, zip(*places, strict=True))) == (25, 22, 9, 20, 14, 12, 9)


def test_the_tiles_of_the_box() -> None:
    """R-1.2: 55 double-sided tiles, 9 factions, 9 home worlds."""
    assert [each.number for each in CATALOG.factions] == list(range(1, 10))
    assert len(CATALOG.home_worlds) == 9
    assert all(tile.development.key != tile.world.key for tile in CATALOG.tiles)


@pytest.mark.parametrize(
    ("number", "costs"),
    [
        *((1, (0, 2)), (2, (1, 1)), (3, (3, 0)), (4, (2, 3)), (5, (2, 0))),
        *((6, (2, 3)), (7, (2, 2)), (8, (2, 1))),
        pytest.param(9, (0, 3), id="D-1"),
    ],
)
def test_costs_of_factions(number: int, costs: tuple[int, int]) -> None:
    """R-11.1: printed costs, which are VP at the end."""
    faction = CATALOG.faction(number)
    assert (faction.left.cost, faction.right.cost) == costs


def test_barrels_differ_without_colours() -> None:
    """FAQ (pl, hu) 2: the producer's sign says which of the four colours of goods a die has."""
    dice = ("novelty", "rare_elements", "genes", "alien_technology", "home")
    for one, other in some(combinations(dice, 2)):
        assert glyph("produce", die=one) != glyph("produce", die=other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_green_and_brown_differ_without_colours(language: str) -> None:
    """FAQ (pl, hu) 3: the companion has no dots; it says the colour's name in words."""
    texts = load_tile_texts(language)
    green, brown = CATALOG.sides["plague_world"], CATALOG.sides["ore_rich_world"]
    assert texts.of(green) != texts.of(brown)
    assert texts.of(green) == texts.of(CATALOG.sides["uplift_overseers"])


def test_spellings() -> None:
    """D-2, D-14: as decided; other spellings are known, too; no misprint."""
    sides = CATALOG.sides
    assert sides["operations_affinity"].name_en == "Operations Affinity"
    assert sides["minor_research_labs"].name_en == "Minor Research Labs"
    assert sides["alien_archaeology"].name_en == "Alien Archaeology"
    assert sides["executive_power"].name_en == "Executive Power"
    assert "Operation Affinity" in sides["operations_affinity"].name_alt
    assert sides["alien_research_ship"].name_pl == "Statek badawczy Obcych"
