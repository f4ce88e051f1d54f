"""Analysis of a game: win probabilities by round, luck of the rolls, missed chances.

Data classes and the port ``Analyst``; its implementation is injected, because it needs a network.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

TURNING_POINT: Final = 0.12
"""Minimum change of a win probability in one round for a turning point."""

_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A round in which a player's win probability rose sharply."""

    round: int
    seat: int
    change: float


@dataclass(frozen=True, slots=True)
class MissedChance:
    """A mat that lowered the win probability by *loss*, compared with a better one.

    The phases are equal if only the assignment of workers was worse.
    """

    round: int
    seat: int
    selected: str
    better: str
    loss: float


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The analysis of a game.

    Attributes:
        seats: in their order.
        chances: win probabilities of all players at the start of every round and at the end.
        luck: by seat the value of the rolls minus the expected value, in VP.
        missed: missed chances, the largest first.
    """

    seats: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    luck: tuple[float, ...] = ()
    missed: tuple[MissedChance, ...] = ()


class Analyst:
    """Analyses games, here none; may take some seconds, so call it in the background."""

    def analyse(self, game_id: str) -> GameAnalysis | None:
        """Return the analysis of a game; None if it is not possible."""
        return None


def turning_points(analysis: GameAnalysis, most: int = _MOST) -> tuple[TurningPoint, ...]:
    """Return the *most* largest turning points in the order of rounds, at most one per round."""
    found = []
    for number, (before, after) in enumerate(pairwise(analysis.chances), 1):
        changes = [late - early for early, late in zip(before, after, strict=True)]
        best = max(changes, default=0.0)
        if best >= TURNING_POINT:
            found.append(TurningPoint(number, analysis.seats[changes.index(best)], best))
    largest = sorted(found, key=lambda each: -each.change)[:most]
    return tuple(sorted(largest, key=lambda each: each.round))
