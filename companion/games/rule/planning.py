"""Plans what a player can destroy in this turn, with payments that leave the most for others.

Eight cards of any colour for Kylo Ren should leave those of the colours that other units need, and
an infiltrator that is captured first can help to pay for the next unit. The search visits each
position that shots lead to once, unless it cannot be better than the best plan found; units that
accept any cards are paid last, with the remaining cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from companion.games.rule.cards import HAND_CARDS, HEROES, Card, Cards, bundle, plus
from companion.games.rule.options import points_of
from companion.games.rule.state import GameState, Player, Posted
from companion.games.rule.turn import payment_problem
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind

MOST_POSITIONS: Final = 2000
"""Limit of a search, after which it returns the best plan found: 20 units and 15 cards need less"""

_KEPT: Final = 16
"""Number of plans that are kept: view and question ask for the same ones."""

_POINT: Final = 100
"""Value of a point in units of a tile, which breaks ties (section 4): more than all tiles."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A unit that a player can destroy, with a payment.

    Attributes:
        target: the unit and its field.
        cards: as few BB-8 as possible, then colours that no unit on the board has.
        infiltrators: as few as possible, unless more increase the points.
    """

    target: Posted
    cards: Cards
    infiltrators: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Shots that can be made in this order, and the points of all destroyed tiles."""

    shots: tuple[Shot, ...] = ()
    points: int = 0


@lru_cache(maxsize=_KEPT)
def affordable(state: GameState, player: Player) -> tuple[Shot, ...]:
    """Return a proposal for each unit that the player can destroy now, strongest first.

    Each payment is that of the best plan which begins with this unit.
    """
    plans = (_Search(state, player).plan(first) for first in state.board)
    shots = (plan.shots[0] for plan in plans if plan.shots)
    return tuple(sorted(shots, key=lambda shot: -shot.target.unit.strength))


@lru_cache(maxsize=_KEPT)
def best_plan(state: GameState, player: Player) -> Plan:
    """Return the most valuable shots that a player can pay for in this turn, in a legal order."""
    return _Search(state, player).plan()


def can_shoot(state: GameState, player: Player) -> bool:
    """Return whether a player can pay for any unit."""
    return _Search(state, player).finds()


def least_wanted(state: GameState, cards: Cards) -> tuple[Card, ...]:
    """Return cards in the order in which they are given up."""
    return tuple(_least_wanted_first(cards, frozenset(each.unit.hero for each in state.board)))


_Counts = tuple[int, ...]
"""How many of each of ``HAND_CARDS``, or infiltrators of each of ``HEROES``."""


class _Left(NamedTuple):
    """What is left after some shots.

    Attributes:
        board: bits of the units that stand.
        hand, tiles: cards and infiltrators.
        owed: number of arbitrary cards that the shots so far still cost.
    """

    board: int
    hand: _Counts
    tiles: _Counts
    owed: int


class _Move(NamedTuple):
    """A shot at the unit with the index *target*; arbitrary cards are owed."""

    target: int
    cards: _Counts
    tiles: _Counts
    left: _Left


class _Search:
    """Searches the positions that shots can lead to, for the best way there.

    Args:
        state, player: as for ``best_plan``.
    """

    def __init__(self, state: GameState, player: Player) -> None:
        self._units = sorted(state.board, key=lambda posted: (posted.lane, -posted.row))
        kinds = [posted.unit.kind for posted in self._units]
        self._points = [points_of(kind, state.options) for kind in kinds]
        self._infiltrates = [kind is UnitKind.INFILTRATOR for kind in kinds]
        self._prices = [_prices(each.unit, overpay=state.options.overpay) for each in self._units]
        self._ahead = [
            sum(
                1 << at
                for at, other in enumerate(self._units)
                if other.lane == posted.lane and other.row > posted.row
            )
            for posted in self._units
        ]
        self._by_value = sorted(
            range(len(self._units)),
            key=lambda at: (self._infiltrates[at], self._value(at) / self._units[at].unit.strength),
            reverse=True,
        )
        self._seen: set[_Left] = set()
        self._best: tuple[_Move, ...] = ()
        self._best_worth = 0, 0, 0
        own = [tile.hero for tile in player.tiles if tile.kind is UnitKind.INFILTRATOR]
        self._start = _Left(
            (1 << len(self._units)) - 1,
            tuple(player.hand.count(card) for card in HAND_CARDS),
            tuple(own.count(hero) for hero in HEROES),
            0,
        )

    def finds(self) -> bool:
        """Whether any shot is possible."""
        return any(True for _ in self._moves(self._start))

    def _value(self, at: int) -> int:
        return _POINT * self._points[at] + 1

    def _go(self, path: tuple[_Move, ...], value: int) -> None:
        """Visit the position after the shots of *path*, which have this value, and all others."""
        left = path[-1].left
        if left in self._seen or len(self._seen) >= MOST_POSITIONS:
            return
        self._seen.add(left)
        kept = left.hand[-1] - max(0, left.owed - sum(left.hand[:-1]))
        worth = value, sum(left.tiles), kept
        if worth > self._best_worth:
            self._best, self._best_worth = path, worth
        following = [
            (value + self._value(move.target) + self._limit(move.left), sum(move.left.tiles), move)
            for move in self._moves(left)
        ]
        following.sort(reverse=True)
        for limit, _, move in following:
            if limit > self._best_worth[0]:
                self._go((*path, move), value + self._value(move.target))

    def _limit(self, left: _Left) -> float:
        """Return an upper bound of what the rest can pay for: colours ignored, units in part."""
        means = sum(left.hand) - left.owed + INFILTRATOR_WORTH * sum(left.tiles)
        most = 0.0
        for at in self._by_value:
            if not left.board >> at & 1:
                continue
            if self._infiltrates[at]:
                means += INFILTRATOR_WORTH - self._units[at].unit.strength
                most += self._value(at)
                continue
            strength = self._units[at].unit.strength
            if strength >= means:
                return most + self._value(at) * means / strength
            most += self._value(at)
            means -= strength
        return most

    def _moves(self, left: _Left) -> Iterator[_Move]:
        """Yield the shots that are possible now."""
        for at, prices in enumerate(self._prices):
            if not left.board >> at & 1:
                continue
            hero = self._units[at].unit.hero
            usable = (
                range(count + 1 if hero in (None, colour) else 1)
                for colour, count in zip(HEROES, left.tiles, strict=True)
            )
            for tiles in product(*usable):
                if sum(tiles) in prices and (any(tiles) or not left.board & self._ahead[at]):
                    move = self._paid(left, at, tiles)
                    if min(move.left.hand) >= 0 and sum(move.left.hand) >= move.left.owed:
                        yield move

    def _paid(self, left: _Left, at: int, used: _Counts) -> _Move:
        """Pay for a unit; the number of BB-8 left is negative if the cards do not suffice."""
        price = self._prices[at][sum(used)]
        cards = [0] * len(HAND_CARDS)
        tiles = [have - spent for have, spent in zip(left.tiles, used, strict=True)]
        owed = left.owed
        hero = self._units[at].unit.hero
        if hero is None:
            owed += price
        else:
            colour = HEROES.index(hero)
            cards[colour] = min(price, left.hand[colour])
            cards[-1] = price - cards[colour]
            tiles[colour] += self._infiltrates[at]
        hand = tuple(have - spent for have, spent in zip(left.hand, cards, strict=True))
        now = _Left(left.board & ~(1 << at), hand, tuple(tiles), owed)
        return _Move(at, tuple(cards), used, now)

    def plan(self, first: Posted | None = None) -> Plan:
        """Return the best plan found; *first* is the unit that must be destroyed first, if any."""
        for move in self._moves(self._start):
            if first is None or self._units[move.target] is first:
                self._go((move,), self._value(move.target))
        if not self._best:
            return Plan()
        wanted = frozenset(posted.unit.hero for posted in self._units)
        rest = _least_wanted_first(_times(HAND_CARDS, self._best[-1].left.hand), wanted)
        shots = []
        for move in self._best:
            target = self._units[move.target]
            arbitrary = self._prices[move.target][sum(move.tiles)] - sum(move.cards)
            cards = bundle((*_times(HAND_CARDS, move.cards), *rest[:arbitrary]))
            rest = rest[arbitrary:]
            used = (Unit(UnitKind.INFILTRATOR, hero) for hero in _times(HEROES, move.tiles))
            shots.append(Shot(target, cards, tuple(used)))
        return Plan(tuple(shots), sum(self._points[move.target] for move in self._best))


@cache  # of all units
def _prices(unit: Unit, *, overpay: bool) -> dict[int, int]:
    """Return how many cards a unit costs by the number of infiltrators that pay for it."""
    prices = {}
    for count in range(unit.strength + 1):
        price = max(0, unit.strength - INFILTRATOR_WORTH * count)
        cards = (unit.hero or Card.BB8,) * price
        tiles = (Unit(UnitKind.INFILTRATOR, unit.hero),) * count
        if payment_problem(unit, cards, tiles, overpay=overpay) is None:
            prices[count] = price
    return prices


def _times(kinds: Cards, counts: _Counts) -> Cards:
    return tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))


def _least_wanted_first(hand: Cards, wanted: frozenset[Card | None]) -> list[Card]:
    """The hand, sorted: colours of no unit first, then the most frequent hero, BB-8 last."""
    heroes = sorted(HEROES, key=lambda card: (card in wanted, -hand.count(card)))
    order = (*heroes, *(card for card in HAND_CARDS if card not in HEROES))
    return [card for each in order for card in hand if card is each]


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of the next card: bombardments among the cards in the deck."""

    bombardments: int
    cards: int


def next_card(state: GameState) -> Odds:
    """Return the odds of the active player's next card."""
    return Odds(state.deck.count(Card.BOMBARDMENT), len(state.deck))


def next_kinds(state: GameState) -> tuple[tuple[Card, Fraction], ...]:
    cards = len(state.deck)
    return tuple((card, Fraction(state.deck.count(card), cards)) for card in Card if cards)


@dataclass(frozen=True, slots=True)
class Worth:
    """Points that the active player can destroy in this turn, or expects with one more card."""

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
