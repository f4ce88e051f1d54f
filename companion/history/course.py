"""How a game went: everybody's chance to win by round, luck of the rolls, chances that were missed.

Values only. Who works them out is given by the edges: it takes a network.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol

TURNING_POINT: Final = 0.12
"""From this change of a chance in one round on it is one."""

_MOST: Final = 3


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A round in which somebody's chance to win changed much."""

    round: int
    seat: int
    change: float


@dataclass(frozen=True, slots=True)
class MissedChance:
    """A selection that cost a part of the chance to win.

    Attributes:
        selected, better: keys of phases; equal where the workers lay badly.
        loss: of the chance to win, 0 to 1.
    """

    round: int
    seat: int
    selected: str
    better: str
    loss: float


@dataclass(frozen=True, slots=True)
class Course:
    """What a game's log tells.

    Attributes:
        seats: in their order.
        chances: at the beginning of every round and at the end, everybody's chance to win.
        luck: by seat what the rolls were worth beyond those that were to be expected, in VP.
        missed: the largest ones first.
    """

    seats: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    luck: tuple[float, ...] = ()
    missed: tuple[MissedChance, ...] = ()


class Analyst(Protocol):
    """Works out how a game went; may take some seconds, so it is asked beside the screen."""

    def course(self, game_id: str) -> Course | None:
        """Return how a game went; None where that cannot be told."""
        ...


class NoAnalyst:
    """Stands in where there is no network."""

    def course(self, game_id: str) -> Course | None:
        """Tell nothing."""
        del game_id
        return None


def turning_points(course: Course, most: int = _MOST) -> tuple[TurningPoint, ...]:
    """Return the rounds in which most was gained, one for each round, in their order."""
    found = []
    for number, (before, after) in enumerate(pairwise(course.chances), 1):
        changes = [late - early for early, late in zip(before, after, strict=True)]
        best = max(changes, default=0.0)
        if best >= TURNING_POINT:
            found.append(TurningPoint(number, course.seats[changes.index(best)], best))
    largest = sorted(found, key=lambda each: -each.change)[:most]
    return tuple(sorted(largest, key=lambda each: each.round))
