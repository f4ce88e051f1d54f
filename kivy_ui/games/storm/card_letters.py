"""Choice of a Race for the Galaxy card: first letter, then name."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.storm.cards import Card, Deck
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option
from kivy_ui.games.storm.icons import card_face


def first_letters(deck: Deck, chosen: str) -> tuple[Option, ...]:
    """Return a button for each first letter of the cards other than start worlds."""
    letters = sorted({card.name[0] for card in _cards(deck)})
    return tuple(Option(f"letter:{a}", a, chosen=a == chosen) for a in letters)


def cards_with(deck: Deck, letter: str, verb: str, lying: Sequence[str]) -> tuple[Option, ...]:
    """Return a button for each available card that begins with *letter*.

    Args:
        verb: prefix of the button's key.
        lying: keys of the cards in play, one for each copy.
    """
    return tuple(
        Option(f"{verb}:{card.key}", card.name, icons=(Icon(card_face(card)),))
        for card in _cards(deck)
        if card.name.startswith(letter) and lying.count(card.key) < card.copies
    )


def _cards(deck: Deck) -> list[Card]:
    cards = (card for card in deck.values() if card.start_world is None)
    return sorted(cards, key=lambda card: card.name)
