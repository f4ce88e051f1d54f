"""Odds of the next card (digest, section 6): exact, since the place of every card is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from companion.games.rule.cards import Card, Cards, plus
from companion.games.rule.planning import best_plan
from companion.games.rule.state import GameState, Player


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of the next card.

    Attributes:
        bombardments: number in the deck.
        cards: number in the deck.
    """

    bombardments: int
    cards: int


def next_card(state: GameState) -> Odds:
    """Return the odds of the active player's next card."""
    return Odds(state.deck.count(Card.BOMBARDMENT), len(state.deck))


def next_kinds(state: GameState) -> tuple[tuple[Card, Fraction], ...]:
    """Return the chance of each kind of card to be the next one."""
    cards = len(state.deck)
    return tuple((card, Fraction(state.deck.count(card), cards)) for card in Card if cards)


@dataclass(frozen=True, slots=True)
class Worth:
    """Points that the active player can destroy in this turn.

    Attributes:
        stop: if drawing stops now.
        again: expected value with exactly one more card.
    """

    stop: int
    again: float


def worth_of_drawing(state: GameState) -> Worth:
    """Compare one more card with stopping, by the points that can be destroyed then."""
    player = state.on_turn
    kept = _points(state, player, player.cards)
    again = 0.0
    for card, chance in next_kinds(state):
        if not chance:
            continue
        if card is not Card.BOMBARDMENT:
            points = _points(state, player, plus(player.cards, (card,)))
        else:  # harmless as the first card, otherwise the turn's cards are lost
            points = _points(state, player, player.hand)
        again += float(chance) * points
    return Worth(kept, again)


def _points(state: GameState, player: Player, cards: Cards) -> int:
    return best_plan(state, replace(player, hand=cards, taken=())).points
