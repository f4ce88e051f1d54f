"""Tiles are found by a few letters of any spelling, by cost and by colour."""

import pytest

from companion.catalog import load_roll_catalog
from companion.catalog.roll_loader import LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.catalog.tile_search import TileFilter, fold, names, search
from companion.games.roll.model.effects import Category, WorldColour
from tests.some import some

SIDES = tuple(load_roll_catalog().sides.values())


@pytest.mark.parametrize(
    ("letters", "key"),
    [("qx", None), ("gal fed", "galactic_federation"), ("FEDERACJA", "galactic_federation"),
     ("porzadek", "new_galactic_order"), ("umierajaca", "doomed_world"),
     ("ALIEN ARCHEOL", "alien_archaeology")],
)  # fmt: skip
def test_letters_of_any_language_find_a_tile(letters: str, key: str | None) -> None:
    """English, Polish without accents, older spellings, beginnings of words; none for nonsense."""
    found = search(SIDES, TileFilter(letters))
    assert [side.key for side in found[:1]] == ([key] if key else [])


def test_the_likeliest_comes_first() -> None:
    """Beginning of the name, beginning of a word, anywhere; often built ones among equals."""
    found = [side.key for side in search(SIDES, TileFilter("min"))]
    assert found[0] in ("mining_league", "mining_industry", "mining_robots", "minor_research_labs")
    often = search(SIDES, TileFilter("min"), often={"minor_research_labs": 3})
    assert often[0].key == "minor_research_labs"


def test_cost_and_colour_restrict() -> None:
    """The numbers of the rulebooks' table of tiles: five Novelty worlds of cost 1 in the bag."""
    game_sides = [side for side in SIDES if side.key in load_roll_catalog().tile_by_side]
    wanted = TileFilter(category=Category.WORLD, cost=1, colour=WorldColour.NOVELTY)
    assert len(search(game_sides, wanted)) == 5
    assert len(search(game_sides, TileFilter(category=Category.DEVELOPMENT, cost=3))) == 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_text_find_a_tile_last(language: str) -> None:
    """A word that stands only in what a tile does finds it, behind every name."""
    texts = (load_tile_texts(language),)
    side = load_roll_catalog().sides["public_works"]
    word = max(texts[0].of(side).split(), key=len).strip(".,:")
    assert side in search(SIDES, TileFilter(word), texts=texts)


def test_every_tile_is_found_by_each_of_its_names() -> None:
    """No name is out of reach of the letters it is made of."""
    for side in SIDES:
        for name in some(names(side)):
            assert side in search(SIDES, TileFilter(name)), name
            assert fold(name).isascii(), name
