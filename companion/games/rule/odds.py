"""What the next card may be (digest, section 6): exact, since every card is somewhere known."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from companion.games.rule.cards import Card
from companion.games.rule.state import GameState


@dataclass(frozen=True, slots=True)
class Odds:
    """The next card.

    Attributes:
        bombardments: in the deck.
        cards: in the deck.
        bombardment: chance that the next card is one.
        bust: chance that the next card costs cards; 0 while none has been taken this turn.
    """

    bombardments: int
    cards: int
    bombardment: Fraction
    bust: Fraction


def next_card(state: GameState) -> Odds:
    """Return the odds of the active player's next card."""
    bad, cards = state.deck.count(Card.BOMBARDMENT), len(state.deck)
    chance = Fraction(bad, cards) if cards else Fraction(0)
    return Odds(bad, cards, chance, chance if state.on_turn.taken else Fraction(0))


def safe_draws(state: GameState, count: int) -> Fraction:
    """Return the chance that the next *count* cards hold no bombardment."""
    bad, cards = state.deck.count(Card.BOMBARDMENT), len(state.deck)
    if count > cards:
        return Fraction(0)
    return Fraction(comb(cards - bad, count), comb(cards, count))
