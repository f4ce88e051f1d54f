"""Hints for a roll: the best mats, the chance to win after each, and what each probably brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.rules.lookup import Rules
from companion.players.lookahead_policy import LookaheadPolicy
from companion.players.mats import Mat
from companion.players.outlook import others_select

BEST: Final = 3
"""Options that a hint names."""

_LIKELY: Final = 0.5

TILES, CHIPS, GOODS, ZONE, BUILDERS, CUP = "tiles", "chips", "goods", "zone", "builders", "cup"
GAINS: Final = (TILES, CHIPS, GOODS, ZONE, BUILDERS, CUP)
"""What a round brings: tiles completed, VP chips, goods, tiles in the construction zone, workers
on tiles that are not completed, dice in the cup of the next round."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An option and why it is good.

    Attributes:
        selected: the phase that the mat selects.
        workers: how many dice lie in the column of each phase, in the order of the phases; the
            selecting die counts.
        dictated: dice that Dictate sets aside.
        chance: to win, 0 to 1.
        difference: from the best option's chance, 0 or less.
        active: phases that are probably active then.
        gains: of ``GAINS`` what the round then brings, without what stays as it is.
    """

    selected: Phase
    workers: tuple[tuple[Phase, int], ...]
    dictated: int
    chance: float
    difference: float
    active: tuple[Phase, ...]
    gains: tuple[tuple[str, int], ...]


class HintGiver(Protocol):
    """Finds the options; takes some tenths of a second, so it is asked beside the screen."""

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Return the best options for a roll of the running round; empty where there are none."""
        ...


class NoHints:
    """Stands in where there is no network."""

    def hints(self, game_id: str, seat: int, rolled: Sequence[RolledDie]) -> tuple[Hint, ...]:
        """Give none."""
        del game_id, seat, rolled
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
    found: dict[object, Hint] = {}
    best: float | None = None
    for rated in sorted(policy.rated_mats(state, seat), key=lambda each: -each.chance):
        workers = _workers(rated.mat)
        aside = len(rated.mat) - sum(count for _, count in workers)
        option = rated.phase, workers
        if option in found:
            continue
        best = rated.chance if best is None else best
        active = tuple(each for each in PHASES if each in likely or each is rated.phase)
        after = policy.round_end(state, seat, rated.mat, active)
        gains = _gains(state, after, seat)
        difference = rated.chance - best
        found[option] = Hint(rated.phase, workers, aside, rated.chance, difference, active, gains)
        if len(found) == BEST:
            break
    return tuple(found.values())


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
        GOODS: len(has.goods) - len(had.goods),
        ZONE: has.zone_size - had.zone_size,
        BUILDERS: len(has.developers + has.settlers) - len(had.developers + had.settlers),
        CUP: len(has.cup),
    }
    return tuple((key, changes[key]) for key in GAINS if changes[key] > 0)
