"""The cards of Race for the Galaxy and The Gathering Storm: counts of the boxes, strict loading."""

from collections import Counter
from pathlib import Path

import pytest

from companion.catalog.errors import CatalogError
from companion.catalog.storm_loader import CARDS_FILE, load_storm_cards
from companion.games.storm.cards import CardType, Kind, WorldClass
from companion.games.storm.robot import START_WORLDS


def test_136_cards_of_114_titles() -> None:
    """Section 1: base game and expansion together."""
    deck = load_storm_cards()
    assert len(deck) == 114
    assert sum(card.copies for card in deck.values()) == 136
    by_type = Counter[CardType]()
    for card in deck.values():
        by_type[card.type] += card.copies
    assert by_type == {CardType.WORLD: 78, CardType.DEVELOPMENT: 58}
    assert sum(card.scores_at_the_end for card in deck.values()) == 15
    assert sum(card.copies for card in deck.values() if card.military) == 29


def test_worlds_by_kind_and_class() -> None:
    counted = Counter[tuple[Kind, WorldClass]]()
    for card in load_storm_cards().values():
        if card.kind is not None and card.world_class is not None:
            counted[card.kind, card.world_class] += card.copies
    made = {kind: counted[kind, WorldClass.PRODUCTION] for kind in Kind}
    assert list(made.values()) == [10, 7, 5, 3]
    found = {kind: counted[kind, WorldClass.WINDFALL] for kind in Kind}
    assert list(found.values()) == [7, 8, 8, 7]


def test_the_robots_start_worlds_are_those_of_the_cards() -> None:
    deck = load_storm_cards()
    for world in START_WORLDS:
        assert deck[world.key].start_world == world.number
        assert deck[world.key].vp == world.vp


def test_four_cards_differ_in_the_second_edition() -> None:
    first, second = load_storm_cards(), load_storm_cards(second_edition=True)
    changed = {key for key, card in first.items() if card != second[key]}
    assert changed == {
        "outlaw_world",
        "black_market_trading_world",
        "imperium_armaments_world",
        "bio_hazard_mining_world",
    }


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ('type = "world"', 'type = "moon"', "card[0].type"),
        ("copies = 1", "copies = true", "card[0].copies"),
        ('key = "epsilon_eridani"', 'key = "old_earth"', "card"),
        ("[[card]]", "[[cards]]", "cards"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(
    tmp_path: Path, before: str, after: str, place: str
) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(CARDS_FILE.read_text("utf-8").replace(before, after, 1), "utf-8")
    with pytest.raises(CatalogError) as refused:
        load_storm_cards(path)
    assert refused.value.params["place"] == place or place in str(refused.value)
