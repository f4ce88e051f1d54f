"""Hints for a decision: the best options with win probability and expected gains."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.legal_mats import Mat
from companion.games.roll.rules.lookup import Rules
from companion.players.lookahead_policy import LookaheadPolicy, RatedMat, RatedMove
from companion.players.moves import moves
from companion.players.outlook import others_select
from companion.players.policy import Observation

R = TypeVar("R", RatedMat, RatedMove)

BEST: Final = 3
"""Maximum number of options in a hint."""

_MOST_MOVES: Final = 40
"""Maximum number of moves to evaluate, in generation order."""

_LIKELY: Final = 0.5

TILES, CHIPS, CREDITS, GOODS = "tiles", "chips", "credits", "goods"
ZONE, BUILDERS, CUP = "zone", "builders", "cup"
GAINS: Final = (TILES, CHIPS, CREDITS, GOODS, ZONE, BUILDERS, CUP)
"""Gains of a round: tiles completed, VP chips, credits, goods, tiles in the construction zone,
workers on tiles that are not completed, dice in the cup of the next round."""


@dataclass(frozen=True, slots=True)
class Option:
    """Evaluation of an option.

    Attributes:
        chance: win probability, 0 to 1.
        difference: difference from the best option's win probability, 0 or less.
        gains: the positive gains of the round, keys as in ``GAINS``.
    """

    chance: float
    difference: float
    gains: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Hint(Option):
    """An option for a roll.

    Attributes:
        selected: the phase that the mat selects.
        workers: number of dice in the column of each phase, including the selecting die, in the
            order of the phases.
        dictated: number of dice on the Dictate space.
        active: phases that will probably be active.
    """

    selected: Phase
    workers: tuple[tuple[Phase, int], ...]
    dictated: int
    active: tuple[Phase, ...]


@dataclass(frozen=True, slots=True)
class MoveHint(Option):
    """An option in a phase or in Manage Empire."""

    move: Command


class HintGiver:
    """Computes hints; takes some tenths of a second, so call it in the background.

    Here without a network: no hints.
    """

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Return the best options for a roll of the current round; empty if there are none."""
        del game_id, seat, rolled
        return ()

    def move_hints(self, game_id: str, seat: int) -> tuple[MoveHint, ...]:
        """Return the best options of a seat in a phase; empty if it has no decision."""
        del game_id, seat
        return ()

    def win_chances(self, game_id: str) -> tuple[float, ...]:
        """Return the win probabilities at the start of the current round, by seat.

        Empty if the game is not fully tracked, or the network is missing.
        """
        del game_id
        return ()


def mat_hints(
    rules: Rules, policy: LookaheadPolicy, state: GameState, seat: int
) -> tuple[Hint, ...]:
    """Return the best options for a roll, the best one first.

    Mats that select the same phase with the same number of workers in each column are one option.

    Args:
        rules: the tiles and rule variants.
        policy: evaluates the mats.
        state: the observable state with the roll (``review.before_reveal``).
        seat: the player who rolled.
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

    Moves that lead to the same end of the round are one option.

    Args:
        rules: the tiles and rule variants.
        policy: evaluates the moves.
        seen: the observable state.
    """
    state, seat = seen.state, seen.seat
    listed = tuple(islice(moves(rules, state, seat), _MOST_MOVES))
    if not listed:
        return ()
    usual = policy.usual_move(seen)
    tried = [usual, *(each for each in listed if each != usual)]
    best = _best(policy.rated_moves(state, seat, tried), lambda rated: tuple(rated.row))
    return tuple(
        MoveHint(rated.chance, difference, _gains(state, rated.end, seat), rated.move)
        for rated, difference in best
    )


def _best(rated: Iterable[R], result: Callable[[R], object]) -> Iterator[tuple[R, float]]:
    """Return the best ``BEST`` options with different results, and their difference to the best."""
    ranked = sorted(rated, key=lambda each: -each.chance)
    first: dict[object, R] = {}
    for each in ranked:
        first.setdefault(result(each), each)
    return ((each, each.chance - ranked[0].chance) for each in islice(first.values(), BEST))


def _workers(mat: Mat) -> tuple[tuple[Phase, int], ...]:
    counts = Counter(die.place.phase for die in mat)
    return tuple((phase, counts[phase]) for phase in PHASES if counts[phase])


def _gains(before: GameState, after: GameState, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the positive changes over a round, and the size of the cup."""
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
