"""Loads the cards of Race for the Galaxy and The Gathering Storm: all or nothing."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from companion.catalog.errors import CatalogError
from companion.catalog.roll_loader import read_catalog
from companion.decoding import decode
from companion.games.storm.cards import Card, Deck

CARDS_FILE: Final = Path(__file__).with_name("storm") / "cards.toml"


@dataclass(frozen=True, slots=True)
class _CardFile:
    card: tuple[Card, ...]


@cache
def load_storm_cards(path: Path = CARDS_FILE, *, second_edition: bool = False) -> Deck:
    """Return all 114 titles by key; the second edition differs for four base cards.

    Raises:
        CatalogError: the file is missing or invalid.
    """
    cards = read_catalog(path, lambda table: decode(_CardFile, table, "")).card
    deck = {card.key: card.in_second_edition() if second_edition else card for card in cards}
    if len(deck) != len(cards):
        raise CatalogError(file=path.name, place="card", problem="a key is used twice")
    return MappingProxyType(deck)
