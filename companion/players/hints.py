"""Hints for a decision: the best options, the chance to win after each, and what each brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol, TypeVar

from companion.games.roll.model.commands import Command
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.rules.lookup import Rules
from companion.players.legal_moves import legal_moves
from companion.players.lookahead_policy import LookaheadPolicy, RatedMat, RatedMove
from companion.players.mats import Mat
from companion.players.outlook import others_select
from companion.players.policy import Observation

R = TypeVar("R", RatedMat, RatedMove)

BEST: Final = 3
"""Options that a hint names."""

_MOST_MOVES: Final = 40
"""Moves that are looked at, in the order in which they are listed."""

_LIKELY: Final = 0.5

TILES, CHIPS, CREDITS, GOODS = "tiles", "chips", "credits", "goods"
ZONE, BUILDERS, CUP = "zone", "builders", "cup"
GAINS: Final = (TILES, CHIPS, CREDITS, GOODS, ZONE, BUILDERS, CUP)
"""What a round brings: tiles completed, VP chips, credits, goods, tiles in the construction zone,
workers on tiles that are not completed, dice in the cup of the next round."""


@dataclass(frozen=True, slots=True)
class Option:
    """How good an option is, and why.

    Attributes:
        chance: to win, 0 to 1.
        difference: from the best option's chance, 0 or less.
        gains: of ``GAINS`` what the round then brings, without what stays as it is.
    """

    chance: float
    difference: float
    gains: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Hint(Option):
    """An option for a roll.

    Attributes:
        selected: the phase that the mat selects.
        workers: how many dice lie in the column of each phase, in the order of the phases; the
            selecting die counts.
        dictated: dice that Dictate sets aside.
        active: phases that are probably active then.
    """

    selected: Phase
    workers: tuple[tuple[Phase, int], ...]
    dictated: int
    active: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class MoveHint(Option):
    """An option in a phase or in Manage Empire."""

    move: Command


class HintGiver(Protocol):
    """Finds the options; takes some tenths of a second, so it is asked beside the screen."""

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Return the best options for a roll of the running round; empty where there are none."""
        ...

    def move_hints(self, game_id: str, seat: int) -> tuple[MoveHint, ...]:
        """Return the best options of a seat that decides in a phase; empty where it does not."""
        ...

    def win_chances(self, game_id: str) -> tuple[float, ...]:
        """Return everybody's chance to win when the running round began, by seat.

        Empty where not everything is tracked, or the network is missing.
        """
        ...


class NoHints:
    """Stands in where there is no network."""

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Give none."""
        del game_id, seat, rolled
        return ()

    def move_hints(self, game_id: str, seat: int) -> tuple[MoveHint, ...]:
        """Give none."""
        del game_id, seat
        return ()

    def win_chances(self, game_id: str) -> tuple[float, ...]:
        """Tell none."""
        del game_id
        return ()


def mat_hints(
    rules: Rules, policy: LookaheadPolicy, state: GameState, seat: int
) -> tuple[Hint, ...]:
    """Return the best options for a roll, the best one first.

    Mats that select the same phase and have as many workers in each column are one option.

    Args:
        rules: the tiles and the table's options.
        policy: what rates the mats.
        state: what the seat may know, with its roll (``review.before_reveal``).
        seat: whose roll.
    """
    likely = {
        phase for phase, chance in others_select(rules, state, seat).items() if chance >= _LIKELY
    }
    found = []
    rated_mats = policy.rated_mats(state, seat)
    for rated, difference in _best(rated_mats, lambda each: (each.phase, _workers(each.mat))):
        workers = _workers(rated.mat)
        aside = len(rated.mat) - sum(count for _, count in workers)
        active = tuple(each for each in PHASES if each in likely or each is rated.phase)
        gains = _gains(state, policy.round_end(state, seat, rated.mat, active), seat)
        found.append(Hint(rated.chance, difference, gains, rated.phase, workers, aside, active))
    return tuple(found)


def move_hints(rules: Rules, policy: LookaheadPolicy, seen: Observation) -> tuple[MoveHint, ...]:
    """Return the best options in a phase or in Manage Empire, the best one first.

    Moves after which the round comes to the same are one option: the usual one, or the first.

    Args:
        rules: the tiles and the table's options.
        policy: what rates the moves.
        seen: what the seat may know.
    """
    state, seat = seen.state, seen.seat
    listed = tuple(islice(legal_moves(rules, state, seat), _MOST_MOVES))
    if not listed:
        return ()
    usual = policy.usual_move(seen)
    moves = [usual, *(each for each in listed if each != usual)]
    best = _best(policy.rated_moves(state, seat, moves), lambda rated: tuple(rated.row))
    return tuple(
        MoveHint(rated.chance, difference, _gains(state, rated.end, seat), rated.move)
        for rated, difference in best
    )


def _best(rated: Iterable[R], result: Callable[[R], object]) -> Iterator[tuple[R, float]]:
    """The best of each result, as many as a hint names, with the difference from the very best."""
    ranked = sorted(rated, key=lambda each: -each.chance)
    first: dict[object, R] = {}
    for each in ranked:
        first.setdefault(result(each), each)
    return ((each, each.chance - ranked[0].chance) for each in islice(first.values(), BEST))


def _workers(mat: Mat) -> tuple[tuple[Phase, int], ...]:
    counts = Counter(die.place.phase for die in mat)
    return tuple((phase, counts[phase]) for phase in PHASES if counts[phase])


def _gains(before: GameState, after: GameState, seat: int) -> tuple[tuple[str, int], ...]:
    """What is more after a round than before it, and the cup."""
    old, new = before.empire(seat), after.empire(seat)
    had, has = holdings(before, seat), holdings(after, seat)
    changes = {
        TILES: new.tiles - old.tiles,
        CHIPS: new.vp_chips - old.vp_chips,
        CREDITS: new.credits - old.credits,
        GOODS: len(has.goods) - len(had.goods),
        ZONE: has.zone_size - had.zone_size,
        BUILDERS: len(has.developers + has.settlers) - len(had.developers + had.settlers),
        CUP: len(has.cup),
    }
    return tuple((key, changes[key]) for key in GAINS if changes[key] > 0)
