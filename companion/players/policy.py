"""Interface of all computer players: a decision based on an observation."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.games.roll.model.state import GameState
from companion.games.roll.rules.judge import Command


@dataclass(frozen=True, slots=True)
class Observation:
    """The information of the player at ``seat`` (created by ``observation.observe``).

    Attributes:
        state: the game state without hidden information; for the own seat the rules give the same
            results as for the full state.
    """

    seat: int
    state: GameState


class Policy(Protocol):
    """Decides for one seat. Rolls and draws are supplied by the caller."""

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        """Return one of the legal moves, which may be a long lazy iterable.

        A ``Scout`` or a draw has no tiles: the caller fills them in.
        """
