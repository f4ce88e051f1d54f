"""Begin goal tracking, and what its goals count: cards or numbers, and chips (section 2.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from companion.games.refusals import NOT_NOW
from companion.games.seats import are_different
from companion.games.storm import errors
from companion.games.storm.cards import Card, Counts, Deck, Decks, count
from companion.games.storm.goal_tiles import lost
from companion.games.storm.goals import FIRST, FIRST_IN_PLAY, MOST, MOST_IN_PLAY, Goal
from companion.games.storm.table import (
    GoalTile,
    Player,
    Step,
    TableState,
    apply,
    check_step,
    decide,
)

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
MOST_CHIPS: Final = 99
LEAST: Final = Counts(general_military=-9)
LIMITS: Final = Counts(
    production_worlds=30,
    novelty_rare_worlds=30,
    developments=30,
    alien_cards=13,
    kinds=4,
    rows=6,
    general_military=31,
    six_costs=15,
)
"""Lower and upper limits beyond those of any possible tableau."""


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player; *start_world* if the tableau is entered card by card."""

    seat: int
    name: str
    start_world: str | None = None


@dataclass(frozen=True, slots=True)
class StartTable:
    """Two large and four small goals are in play (section 2.1).

    Attributes:
        second_edition: whether the cards are of the second edition, where four cards differ.
        infrastructure_after_settle: whether Greatest Infrastructure is also tested after Settle
            (2.4).
    """

    players: tuple[NewPlayer, ...]
    goals: tuple[Goal, ...]
    second_edition: bool = False
    infrastructure_after_settle: bool = False


@apply.sets_of_player()
@dataclass(frozen=True, slots=True)
class TableauChanged:
    """The new cards and counts of a tableau."""

    seat: int
    cards: tuple[str, ...]
    counts: Counts


@decide.case
def _start(decks: Decks, state: TableState, command: StartTable) -> tuple[object, ...]:
    check_step(state, Step.SET_UP)
    players, goals = command.players, set(command.goals)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS or not are_different(players):
        raise errors.PLAYERS()
    most, first = len(goals & set(MOST)), len(goals & set(FIRST))
    if len(goals) != len(command.goals) or (most, first) != (MOST_IN_PLAY, FIRST_IN_PLAY):
        raise errors.GOALS_IN_PLAY()
    dealt: list[TableauChanged] = []
    for player in players:
        if player.start_world is not None:
            card = known_card(decks(command.second_edition), player.start_world)
            if card.start_world is None or card.key in [event.cards[0] for event in dealt]:
                raise errors.CARD_GONE(card=card.name)
            dealt.append(TableauChanged(player.seat, (card.key,), count((card,))))
    return command, *dealt


def known_card(deck: Deck, key: str) -> Card:
    """Return a card; refuse one that is not in the deck."""
    card = deck.get(key)
    if card is None:
        raise errors.NO_SUCH_CARD(card=key)
    return card


@apply.case
def _started(_state: TableState, event: StartTable) -> TableState:
    new = (Player(each.seat, each.name, each.start_world is not None) for each in event.players)
    return TableState(
        Step.PLAY,
        tuple(new),
        tuple(GoalTile(goal) for goal in event.goals),
        second_edition=event.second_edition,
        infrastructure_after_settle=event.infrastructure_after_settle,
    )


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card is added to a tableau."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DropCard:
    """A card leaves a tableau."""

    seat: int
    card: str


@decide.case
def _change(decks: Decks, state: TableState, command: PlaceCard | DropCard) -> tuple[object, ...]:
    check_step(state, Step.PLAY)
    player, deck = state.player(command.seat), decks(state.second_edition)
    if not player.by_cards:
        raise NOT_NOW()
    card = known_card(deck, command.card)
    keys = list(player.cards)
    if isinstance(command, PlaceCard):
        in_play = Counter(key for each in state.players for key in each.cards)
        if in_play[card.key] >= card.copies:
            raise errors.CARD_GONE(card=card.name)
        keys.append(card.key)
    elif card.key in keys:
        keys.remove(card.key)
    else:
        raise errors.CARD_NOT_THERE(name=player.name, card=card.name)
    counts = count(known_card(deck, key) for key in keys)
    return _with_lost(state, TableauChanged(command.seat, tuple(keys), counts))


def _with_lost(state: TableState, event: object) -> tuple[object, ...]:
    """Return an event with the goals that holders lose by it."""
    return event, *lost(apply(state, event))


@dataclass(frozen=True, slots=True)
class SetCounts:
    """Set the counts of a tableau, without its cards."""

    seat: int
    counts: Counts


@decide.case
def _set_counts(_decks: Decks, state: TableState, command: SetCounts) -> tuple[object, ...]:
    """Check the ranges; numbers that no goal in play uses may be left at 0."""
    check_step(state, Step.PLAY)
    counts = command.counts
    if state.player(command.seat).by_cards:
        raise NOT_NOW()
    if not within_limits(counts):
        raise errors.COUNTS()
    developments_count = Goal.GREATEST_INFRASTRUCTURE in {tile.goal for tile in state.tiles}
    if developments_count and counts.six_costs > counts.developments:
        raise errors.COUNTS()
    return _with_lost(state, TableauChanged(command.seat, (), counts))


def within_limits(counts: Counts) -> bool:
    """Return whether a tableau could have these counts."""
    return all(
        getattr(LEAST, name) <= getattr(counts, name) <= getattr(LIMITS, name)
        for name in Counts.__slots__
    )


@apply.sets_of_player()
@dataclass(frozen=True, slots=True)
class SetChips:
    """Set the VP in chips of a player."""

    seat: int
    vp_chips: int


@decide.case
def _set_chips(_decks: Decks, state: TableState, command: SetChips) -> tuple[object, ...]:
    check_step(state, Step.PLAY)
    player = state.player(command.seat)
    if not 0 <= command.vp_chips <= MOST_CHIPS:
        raise errors.CHIPS(name=player.name)
    return _with_lost(state, command)
