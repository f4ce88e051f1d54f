"""Review of a round: luck of a roll, and comparison of the mat with the best one."""

from collections.abc import Sequence
from typing import Final

from companion.games.roll.model.dice import FACES, Phase, PlacedDie
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.state_edits import hold
from companion.games.roll.rules.legal_mats import Mat
from companion.games.roll.rules.lookup import Rules
from companion.players.heuristics import Heuristics
from companion.players.lookahead_policy import LookaheadPolicy, RatedMat
from companion.players.mat_builder import Values, best_mats
from companion.players.observation import observe
from companion.players.outlook import others_select
from companion.players.seeded_random import SeededRandom

ROLLS: Final = 16
"""Number of random rolls with which a real one is compared."""


def before_reveal(state: GameState, seat: int, dice: Sequence[PlacedDie | RolledDie]) -> GameState:
    """Return the player's observable state after rolling these dice and before assigning them."""
    rolled = tuple(RolledDie(die.type, die.face) for die in dice)
    return hold(observe(state, seat).state, seat, cup=(), rolled=rolled)


def roll_luck(rules: Rules, state: GameState, seat: int, rng: SeededRandom) -> float:
    """Return the value of a roll in VP minus the mean value of random rolls of the same dice.

    Args:
        rules: the tiles and rule variants.
        state: the result of ``before_reveal``.
        seat: the player who rolled.
        rng: random number generator for the compared rolls.
    """
    values = Heuristics(rules, state, seat).workers()
    rolled = holdings(state, seat).rolled
    if not rolled:
        return 0.0
    others = [
        tuple(RolledDie(die.type, rng.choice(FACES[die.type])) for die in rolled)
        for _ in range(ROLLS)
    ]
    usual = sum(_best(rules, state, seat, each, values) for each in others) / ROLLS
    return _best(rules, state, seat, rolled, values) - usual


def _best(
    rules: Rules, state: GameState, seat: int, rolled: tuple[RolledDie, ...], values: Values
) -> float:
    chances = others_select(rules, state, seat)
    mats = best_mats(rolled, rules.powers(state, seat), values, chances)
    return max(each.value for each in mats)


def rated_mat(
    policy: LookaheadPolicy, state: GameState, seat: int, mat: Mat
) -> tuple[RatedMat, RatedMat] | None:
    """Return the evaluations of *mat* and of the best mat; None if no die selects a phase."""
    phase = selected(mat)
    if phase is None or not holdings(state, seat).rolled:
        return None
    rated = policy.rated_mats(state, seat, also=(mat, phase))
    mine = next(each for each in rated if each.mat == mat)
    return mine, max(rated, key=lambda each: each.chance)


def selected(mat: Mat) -> Phase | None:
    return next((die.place.phase for die in mat if die.place.selecting), None)
