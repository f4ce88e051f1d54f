"""What every computer player is: a decision out of what its seat may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.games.roll.model.commands import Command
from companion.games.roll.model.state import GameState


@dataclass(frozen=True, slots=True)
class Observation:
    """What the player at ``seat`` may know (``observation.observe`` makes it).

    Attributes:
        state: the game with everything hidden taken out of it: the rules answer questions about
            the own seat as they do for the whole state.
    """

    seat: int
    state: GameState


class Policy(Protocol):
    """Decides for one seat. Chance (what is rolled and drawn) belongs to the table."""

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        """Return one of the legal moves; they may be made lazily, and many.

        A ``Scout`` and a draw leave out the tiles: the table fills them in.
        """
