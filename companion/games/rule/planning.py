"""Plans what a player can destroy in this turn, with payments that leave the most for others.

Eight cards of any colour for Kylo Ren should leave those of the colours that other units need. The
search goes through the lanes, in each from the front unit backwards, and decides for each unit
whether and with how many infiltrators it is paid; units that accept any cards are paid last, with
the remaining cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.games.rule.cards import HAND_CARDS, HEROES, Card, Cards, bundle, minus
from companion.games.rule.options import Options, points_of
from companion.games.rule.shooting import payment_problem
from companion.games.rule.state import GameState, Player, Posted
from companion.games.rule.units import INFILTRATOR_WORTH, Unit, UnitKind

MOST_STEPS: Final = 600
"""Limit on the decisions of a search, after which it returns the best plan found."""


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
    """Shots that can be made in this order.

    Attributes:
        points: of all destroyed tiles.
    """

    shots: tuple[Shot, ...] = ()
    points: int = 0

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """Ranking key: points, then tiles, then infiltrators and BB-8 that are kept."""
        used = sum(len(shot.infiltrators) for shot in self.shots)
        jokers = sum(shot.cards.count(Card.BB8) for shot in self.shots)
        return self.points, len(self.shots), -used, -jokers


def affordable(state: GameState, player: Player) -> tuple[Shot, ...]:
    """Return a proposal for each unit that the player can destroy now, strongest first.

    Each payment is that of the best plan which begins with this unit.
    """
    shots = []
    for target in state.board:
        plan = best_plan(state, player, target)
        if plan is not None:
            shots.append(next(shot for shot in plan.shots if shot.target is target))
    return tuple(sorted(shots, key=lambda shot: -shot.target.unit.strength))


def best_plan(state: GameState, player: Player, first: Posted | None = None) -> Plan | None:
    """Return the most valuable shots that a player can pay for together.

    Args:
        state: the board and its options.
        player: with hand and captured infiltrators.
        first: a unit that the plan must include; None for no restriction.
    """
    search = _Search(state, first)
    search.go(0, player.hand, _infiltrators(player))
    return search.best


class _Search:
    """Searches the sets of units that can be paid for and keeps the best."""

    def __init__(self, state: GameState, first: Posted | None) -> None:
        self._options: Options = state.options
        others = [posted for posted in state.board if posted is not first]
        others.sort(key=lambda posted: (posted.lane, -posted.row))
        self._units = ([first] if first is not None else []) + others
        self._first = first
        self._first_hidden = first is not None and state.front(first.lane) is not first
        self._wanted = frozenset(posted.unit.hero for posted in state.board)
        self._shots: list[Shot] = []
        self._steps_left = MOST_STEPS
        self._by_worth = tuple(
            sorted(
                (self._worth(posted) for posted in self._units[at:]),
                key=lambda worth: worth[0] / worth[1],
                reverse=True,
            )
            for at in range(len(self._units) + 1)
        )
        self.best: Plan | None = Plan() if first is None else None

    def _worth(self, posted: Posted) -> tuple[int, int]:
        """Points and strength of a unit."""
        return points_of(posted.unit.kind, self._options), posted.unit.strength

    def go(
        self,
        at: int,
        hand: Cards,
        tiles: tuple[Unit, ...],
        *,
        skipped: bool = False,
        points: int = 0,
        owed: int = 0,
    ) -> None:
        """Decide about the unit at index *at* and all after it.

        Args:
            at: index of the unit.
            hand, tiles: the remaining cards and infiltrators.
            skipped: whether a unit in front of it stays.
            points: of the shots so far.
            owed: number of arbitrary cards that these still cost.
        """
        self._steps_left -= 1
        means = len(hand) - owed
        if means < 0 or self._cannot_beat(at, points, means + INFILTRATOR_WORTH * len(tiles)):
            return
        if at == len(self._units):
            self._keep(hand, points)
            return
        posted = self._units[at]
        wanted = posted is self._first
        hidden = self._first_hidden if wanted else skipped
        following = self._units[at + 1] if at + 1 < len(self._units) else None
        same_lane = following is not None and following.lane == posted.lane and not wanted
        more, strength = self._worth(posted)
        for shot, rest, kept in _payments(posted, hand, tiles, self._options, hidden=hidden):
            unpaid = max(0, strength - len(shot.cards) - INFILTRATOR_WORTH * len(shot.infiltrators))
            self._shots.append(shot)
            self.go(
                at + 1,
                rest,
                kept,
                skipped=skipped and same_lane,
                points=points + more,
                owed=owed + unpaid,
            )
            self._shots.pop()
        if not wanted:
            self.go(at + 1, hand, tiles, skipped=same_lane, points=points, owed=owed)

    def _cannot_beat(self, at: int, points: int, means: int) -> bool:
        """Whether an upper bound, with partial payments allowed, is below the best plan."""
        if self.best is None:
            return False
        most = float(points)
        for worth, strength in self._by_worth[at]:
            most += worth * min(1.0, max(0, means) / strength)
            means -= strength
        return self._steps_left < 0 or most < self.best.points

    def _keep(self, hand: Cards, points: int) -> None:
        """Store a complete plan; units that accept any cards are paid with the rest."""
        shots = []
        for shot in self._shots:
            missing = shot.target.unit.strength - len(shot.cards)
            missing -= INFILTRATOR_WORTH * len(shot.infiltrators)
            paid = shot
            if shot.target.unit.hero is None and missing > 0:
                if missing > len(hand):
                    return
                any_cards = _least_wanted_first(hand, self._wanted)[:missing]
                hand = minus(hand, any_cards)
                paid = replace(shot, cards=bundle(any_cards))
            shots.append(paid)
        plan = Plan(tuple(shots), points)
        if self.best is None or plan.worth > self.best.worth:
            self.best = plan


def _payments(
    posted: Posted, hand: Cards, tiles: tuple[Unit, ...], options: Options, *, hidden: bool
) -> Iterator[tuple[Shot, Cards, tuple[Unit, ...]]]:
    """Yield payments for a unit, with the remaining hand and infiltrators."""
    unit = posted.unit
    usable = [tile for tile in tiles if unit.hero in (None, tile.hero)]
    for used in _choices(usable, least=1 if hidden else 0):
        need = max(0, unit.strength - INFILTRATOR_WORTH * len(used))
        cards: Cards = ()
        if unit.hero is not None:
            coloured = [card for card in hand if card is unit.hero]
            fitting = (*coloured, *(card for card in hand if card is Card.BB8))
            if need > len(fitting):
                continue
            cards = bundle(fitting[:need])
        elif need > len(hand):
            continue
        example = cards if unit.hero is not None else hand[:need]
        if payment_problem(unit, example, used, overpay=options.overpay) is None:
            kept = list(tiles)
            for tile in used:
                kept.remove(tile)
            yield Shot(posted, cards, used), minus(hand, cards), tuple(kept)


def _choices(usable: list[Unit], least: int) -> Iterator[tuple[Unit, ...]]:
    """Yield sets of infiltrators, small ones first, without duplicates."""
    for count in range(least, len(usable) + 1):
        yield from dict.fromkeys(combinations(usable, count))


def _infiltrators(player: Player) -> tuple[Unit, ...]:
    return tuple(tile for tile in player.tiles if tile.kind is UnitKind.INFILTRATOR)


def _least_wanted_first(hand: Cards, wanted: frozenset[Card | None]) -> list[Card]:
    """The hand, sorted: colours of no unit first, then the most frequent hero, BB-8 last."""
    heroes = sorted(HEROES, key=lambda card: (card in wanted, -hand.count(card)))
    order = (*heroes, *(card for card in HAND_CARDS if card not in HEROES))
    return [card for each in order for card in hand if card is each]
