"""Section 0: the words of the game, and how things are told apart without colours."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.catalog.roll_loader import LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.drawing.glyphs import glyph
from tests.games.roll.by_rule.scenario import CATALOG, EXPLORE, PRODUCE, SHIP, in_phase, revealed
from tests.some import some


def test_what_a_worker_is() -> None:
    """FAQ (pl, hu) 1: dice of the Citizenry, of the cup or on Dictate do no work."""
    table = in_phase(EXPLORE, citizenry="genes", cup="novelty")
    for die in ("genes", "novelty"):
        assert table.refuses(f"Stock seat=1 die={die}") == "no_such_worker"
    dictated = revealed("home:ship! home:develop@ship genes:settle@dictate")
    assert "genes" not in [die.value for die in dictated.held().workers(SHIP)]


def test_a_producer_becomes_a_good() -> None:
    """FAQ (pl, hu) 1: on its world it is no worker any more, and is shipped by one."""
    table = in_phase(PRODUCE, SHIP, built="spice_world", workers="genes")
    table.tell("Produce seat=1 goods=spice_world/genes", "FinishPhase")
    line = "Ship seat=1 shipper=genes good=spice_world/genes task=trade"
    assert table.refuses(line) == "no_such_worker"


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
