"""Goal tracking from its beginning to its end: what goals count, points, ranks (section 2)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.messages import Command, Move, OfPlayer, sets, sets_of_player
from companion.games.refusals import NOT_NOW
from companion.games.seats import are_different
from companion.games.storm import errors
from companion.games.storm.cards import Card, Counts, Deck, Decks, count, tableau_points
from companion.games.storm.goal_tiles import lost
from companion.games.storm.goals import (
    CHIP_VP,
    FIRST,
    FIRST_IN_PLAY,
    FIRST_VP,
    MOST,
    MOST_IN_PLAY,
    MOST_VP,
    Goal,
    tied_at_the_end,
)
from companion.games.storm.table import (
    Event,
    GoalTile,
    Player,
    Step,
    TableScore,
    TableState,
    check_step,
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


class StartTable(Command, Event):
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

    def decide(self, decks: Decks, state: TableState) -> tuple[object, ...]:
        check_step(state, Step.SET_UP)
        players, goals = self.players, set(self.goals)
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS or not are_different(players):
            raise errors.PLAYERS()
        most, first = len(goals & set(MOST)), len(goals & set(FIRST))
        if len(goals) != len(self.goals) or (most, first) != (MOST_IN_PLAY, FIRST_IN_PLAY):
            raise errors.GOALS_IN_PLAY()
        dealt: list[TableauChanged] = []
        for player in players:
            if player.start_world is not None:
                card = known_card(decks(self.second_edition), player.start_world)
                if card.start_world is None or card.key in [event.cards[0] for event in dealt]:
                    raise errors.CARD_GONE(card=card.name)
                dealt.append(TableauChanged(player.seat, (card.key,), count((card,))))
        return self, *dealt

    def apply(self, _state: TableState) -> TableState:
        new = (Player(each.seat, each.name, each.start_world is not None) for each in self.players)
        return TableState(
            Step.PLAY,
            tuple(new),
            tuple(GoalTile(goal) for goal in self.goals),
            second_edition=self.second_edition,
            infrastructure_after_settle=self.infrastructure_after_settle,
        )


@sets_of_player()
class TableauChanged(OfPlayer, Event):
    """The new cards and counts of a tableau."""

    cards: tuple[str, ...]
    counts: Counts


def known_card(deck: Deck, key: str) -> Card:
    """Return a card; refuse one that is not in the deck."""
    card = deck.get(key)
    if card is None:
        raise errors.NO_SUCH_CARD(card=key)
    return card


class _Change(Move):
    card: str

    def decide(self, decks: Decks, state: TableState) -> tuple[object, ...]:
        check_step(state, Step.PLAY)
        player, deck = state.player(self.seat), decks(state.second_edition)
        if not player.by_cards:
            raise NOT_NOW()
        card = known_card(deck, self.card)
        keys = list(player.cards)
        if isinstance(self, PlaceCard):
            in_play = Counter(key for each in state.players for key in each.cards)
            if in_play[card.key] >= card.copies:
                raise errors.CARD_GONE(card=card.name)
            keys.append(card.key)
        elif card.key in keys:
            keys.remove(card.key)
        else:
            raise errors.CARD_NOT_THERE(name=player.name, card=card.name)
        counts = count(known_card(deck, key) for key in keys)
        return _with_lost(state, TableauChanged(self.seat, tuple(keys), counts))


class PlaceCard(_Change):
    """A card is added to a tableau."""


class DropCard(_Change):
    """A card leaves a tableau."""


def _with_lost(state: TableState, event: Event) -> tuple[object, ...]:
    """Return an event with the goals that holders lose by it."""
    return event, *lost(event.apply(state))


class SetCounts(Move):
    """Set the counts of a tableau, without its cards."""

    counts: Counts

    def decide(self, _decks: Decks, state: TableState) -> tuple[object, ...]:
        """Check the ranges; numbers that no goal in play uses may be left at 0."""
        check_step(state, Step.PLAY)
        counts = self.counts
        if state.player(self.seat).by_cards:
            raise NOT_NOW()
        if not within_limits(counts):
            raise errors.COUNTS()
        developments_count = Goal.GREATEST_INFRASTRUCTURE in {tile.goal for tile in state.tiles}
        if developments_count and counts.six_costs > counts.developments:
            raise errors.COUNTS()
        return _with_lost(state, TableauChanged(self.seat, (), counts))


def within_limits(counts: Counts) -> bool:
    """Return whether a tableau could have these counts."""
    return all(
        getattr(LEAST, name) <= getattr(counts, name) <= getattr(LIMITS, name)
        for name in Counts.__slots__
    )


@sets_of_player()
class SetChips(Move, Event):
    """Set the VP in chips of a player."""

    vp_chips: int

    def decide(self, _decks: Decks, state: TableState) -> tuple[object, ...]:
        check_step(state, Step.PLAY)
        player = state.player(self.seat)
        if not 0 <= self.vp_chips <= MOST_CHIPS:
            raise errors.CHIPS(name=player.name)
        return _with_lost(state, self)


LEAST_CARD_VP: Final = -20
MOST_CARD_VP: Final = 300


@dataclass(frozen=True, slots=True)
class EnteredVp:
    """Total points of a player's cards, entered as one number."""

    seat: int
    vp: int


class EndTable(Command):
    """The game is over."""

    card_vp: tuple[EnteredVp, ...] = ()

    def decide(self, decks: Decks, state: TableState) -> tuple[object, ...]:
        check_step(state, Step.PLAY)
        entered = {each.seat: each.vp for each in self.card_vp}
        scores = table_scores(decks(state.second_edition), state, entered)
        if any(not LEAST_CARD_VP <= each.card_vp <= MOST_CARD_VP for each in scores):
            raise errors.COUNTS()
        return (TableEnded(scores),)


@sets(step=Step.OVER)
class TableEnded(Event):
    """The game is over, with the results."""

    scores: tuple[TableScore, ...]


def table_scores(
    deck: Deck, state: TableState, entered: Mapping[int, int]
) -> tuple[TableScore, ...]:
    """Return everybody's points and ranks; *entered*: seat -> points of cards not named."""
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
