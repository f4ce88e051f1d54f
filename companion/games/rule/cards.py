"""The Resistance's 55 cards, and tuples of them."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, TypeVar


class Card(Enum):
    """A kind of card. The four heroes are the four colours of the game."""

    __hash__ = object.__hash__  # as of ``companion/games/roll/model/dice.py``

    REY = "rey"
    FINN = "finn"
    CHEWBACCA = "chewbacca"
    POE = "poe"
    BB8 = "bb8"
    BOMBARDMENT = "bombardment"


HEROES: Final = (Card.REY, Card.FINN, Card.CHEWBACCA, Card.POE)
"""The colours: a unit of a colour is paid with its hero's cards and with BB-8 (section 3.2)."""

HAND_CARDS: Final = (*HEROES, Card.BB8)
"""Cards that can be in a hand; bombardment cards are beside the discard pile (section 3.1)."""

IN_BOX: Final = {
    Card.REY: 9,
    Card.FINN: 9,
    Card.CHEWBACCA: 9,
    Card.POE: 9,
    Card.BB8: 10,
    Card.BOMBARDMENT: 9,
}
"""How many of each the box holds (section 1)."""

Cards = tuple[Card, ...]
"""Cards sorted in the order of ``Card``, so that equal multisets are equal values."""

T = TypeVar("T")
_ORDER: Final = {card: place for place, card in enumerate(Card)}


def bundle(cards: Iterable[Card]) -> Cards:
    """Return the cards in the order of ``Card``."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def whole_box() -> Cards:
    """Return all 55 cards."""
    return bundle(card for card, count in IN_BOX.items() for _ in range(count))


def holds(owned: Sequence[T], wanted: Sequence[T]) -> bool:
    """Return whether *wanted* is a sub-multiset of *owned*."""
    return all(owned.count(each) >= wanted.count(each) for each in set(wanted))


def plus(cards: Cards, more: Iterable[Card]) -> Cards:
    """Return the union of both."""
    return bundle((*cards, *more))


def minus(cards: Cards, fewer: Iterable[Card]) -> Cards:
    """Return *cards* without *fewer*.

    Raises:
        ValueError: one of *fewer* is not there.
    """
    left = list(cards)
    for card in fewer:
        left.remove(card)
    return bundle(left)
