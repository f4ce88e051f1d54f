"""Choice of a Race for the Galaxy card: first letter, then name."""

from __future__ import annotations

from collections.abc import Sequence

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.cards import Deck
from kivy_ui.common.board.pages import Option, Row

LETTER = "letter:"


def decks(second_edition: bool) -> Deck:  # noqa: FBT001 - as all decks
    """Return the cards of an edition."""
    return load_storm_cards(second_edition=second_edition)


def card_row(cards: Sequence[Option], letter: str) -> Row:
    """Return the cards that begin with *letter*; the first letters of all without one."""
    if letter:
        return Row("", tuple(each for each in cards if each.text.startswith(letter)), cards=True)
    letters = sorted({each.text[0] for each in cards})
    return Row("", tuple(Option(f"{LETTER}{each}", each) for each in letters), cards=True)
