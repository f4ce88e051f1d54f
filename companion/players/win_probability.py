"""Win probability of each player from public information."""

from typing import Final

from companion.games.roll.model.state import GameState, Step, tracking
from companion.games.roll.rules.lookup import Rules
from companion.players.features import Row, position
from companion.players.lookahead_policy import ValueFunction
from companion.players.observation import observe

_NOBODY: Final = 0
"""No seat: hides everything that is hidden from any player."""


def public_position(rules: Rules, state: GameState) -> list[Row]:
    """Return the features of all seats from public information."""
    return position(rules, observe(state, _NOBODY).state, _NOBODY)


def win_chances(rules: Rules, value: ValueFunction, state: GameState) -> tuple[float, ...]:
    """Return the win probability of every player, in the order of the empires; the sum is 1.

    Intended for the start of a round: rolls and mats are ignored. After the end of the game the
    probability is shared equally by the winners.

    Args:
        rules: the tiles.
        value: the network for this number of players.
        state: a fully tracked game that has begun.
    """
    if state.step is Step.OVER:
        winners = {score.seat for score in tracking(state).scores if score.rank == 1}
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in state.seats)
    return tuple(value.chances([public_position(rules, state)])[0])
