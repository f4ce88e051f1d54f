"""The end of goal tracking: ties, points, ranks (sections 2.5 and 2.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.storm import errors
from companion.games.storm.cards import Deck, Decks, tableau_points
from companion.games.storm.goals import (
    CHIP_VP,
    FIRST,
    FIRST_VP,
    MOST,
    MOST_VP,
    Goal,
    tied_at_the_end,
)
from companion.games.storm.table import Step, TableScore, TableState, apply, check_step, decide
from companion.games.storm.tableaus import known_card

LEAST_CARD_VP: Final = -20
MOST_CARD_VP: Final = 300


@dataclass(frozen=True, slots=True)
class EnteredVp:
    """Total points of a player's cards, entered as one number."""

    seat: int
    vp: int


@dataclass(frozen=True, slots=True)
class EndTable:
    """The game is over."""

    card_vp: tuple[EnteredVp, ...] = ()


@apply.sets(step=Step.OVER)
@dataclass(frozen=True, slots=True)
class TableEnded:
    """The game is over, with the results."""

    scores: tuple[TableScore, ...]


@decide.case
def _end(decks: Decks, state: TableState, command: EndTable) -> tuple[object, ...]:
    check_step(state, Step.PLAY)
    entered = {each.seat: each.vp for each in command.card_vp}
    scores = table_scores(decks(state.second_edition), state, entered)
    if any(not LEAST_CARD_VP <= each.card_vp <= MOST_CARD_VP for each in scores):
        raise errors.COUNTS()
    return (TableEnded(scores),)


def table_scores(
    deck: Deck, state: TableState, entered: Mapping[int, int]
) -> tuple[TableScore, ...]:
    """Return everybody's points with every line, and the ranks.

    Args:
        deck: all cards.
        state: the table at its end.
        entered: seat -> points of the cards of players whose cards were not entered.

    Raises:
        RefusedError: a tableau has a card that is not in the deck.
    """
    scores = []
    for player in state.players:
        points = tableau_points(tuple(known_card(deck, k) for k in player.cards), player.vp_chips)
        card_vp = entered.get(player.seat, 0)
        if player.by_cards:
            card_vp = sum(each.vp for each in points)
        goals = goal_points(state, player.seat)
        total = player.vp_chips + card_vp + sum(vp for _, vp in goals)
        scores.append(
            TableScore(player.seat, player.vp_chips, card_vp, points, goals, total, rank=1)
        )
    return tuple(
        replace(each, rank=1 + sum(other.total > each.total for other in scores)) for each in scores
    )


def goal_points(state: TableState, seat: int) -> tuple[tuple[Goal, int], ...]:
    """Return the points of each goal for a player at the end (sections 2.3 to 2.6)."""
    lines: list[tuple[Goal, int]] = []
    for tile in state.tiles:
        if tile.goal in FIRST and seat in tile.holders:
            lines.append((tile.goal, FIRST_VP))
        elif tile.holder == seat:
            lines.append((tile.goal, MOST_VP))
        elif tile.goal in MOST and seat in tied_at_the_end(tile.goal, tile.holder, state.standings):
            lines.append((tile.goal, CHIP_VP))
    return tuple(lines)
