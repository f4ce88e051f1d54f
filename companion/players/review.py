"""Looking back at a round: what a roll was worth, and what another mat would have been worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.roll.model.commands import PlacedDie
from companion.games.roll.model.dice import FACES, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.state_edits import hold
from companion.games.roll.rules.lookup import Rules
from companion.players.chance import Chance
from companion.players.lookahead_policy import LookaheadPolicy, RatedMat
from companion.players.mat_builder import Values, best_mats
from companion.players.mats import Mat
from companion.players.observation import observe
from companion.players.outlook import others_select
from companion.players.worth import Worth

ROLLS: Final = 16
"""Rolls that a real one is compared with."""


def before_reveal(state: GameState, seat: int, dice: Sequence[PlacedDie | RolledDie]) -> GameState:
    """Return what the player knew when these dice had been rolled, and were not yet laid out."""
    rolled = tuple(RolledDie(die.type, die.face) for die in dice)
    return hold(observe(state, seat).state, seat, cup=(), rolled=rolled)


def roll_luck(rules: Rules, state: GameState, seat: int, chance: Chance) -> float:
    """Return how many VP a roll was worth beyond the mean of others of the same dice.

    Args:
        rules: the tiles and the table's options.
        state: as ``before_reveal`` returns it.
        seat: whose roll.
        chance: for the rolls that it is compared with.
    """
    values = Worth(rules, state, seat).workers()
    rolled = holdings(state, seat).rolled
    if not rolled:
        return 0.0
    others = [
        tuple(RolledDie(die.type, chance.choice(FACES[die.type])) for die in rolled)
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
    """Return a mat and the best one with their chances to win; None where nothing selects."""
    phase = selected(mat)
    if phase is None or not holdings(state, seat).rolled:
        return None
    rated = policy.rated_mats(state, seat, also=(mat, phase))
    mine = next(each for each in rated if each.mat == mat)
    return mine, max(rated, key=lambda each: each.chance)


def selected(mat: Mat) -> Phase | None:
    """Return the phase that a mat selects."""
    return next((die.place.phase for die in mat if die.place.selecting), None)
