"""Observed and expected face frequencies of the dice, with Pearson's chi-squared test by type."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.history.records import PastGame

LEAST_EXPECTED: Final = 5.0
"""Minimum expected count of each face for a valid test (W. G. Cochran, "Some methods for
strengthening the common chi-squared tests", Biometrics 10, 1954)."""


@dataclass(frozen=True, slots=True)
class FaceLuck:
    """One face of a die type: its observed and its expected count."""

    face: Face
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class DieLuck:
    """One die type.

    Attributes:
        chi_squared: test statistic; None if there are too few throws for the test.
        p_value: probability that fair dice deviate at least as much, 0..1; None likewise.
    """

    die: DieType
    throws: int
    faces: tuple[FaceLuck, ...]
    chi_squared: float | None
    p_value: float | None

    @property
    def degrees(self) -> int:
        """Degrees of freedom: the number of different faces minus one."""
        return len(self.faces) - 1


def dice_luck(games: Iterable[PastGame]) -> tuple[DieLuck, ...]:
    """Return the statistics of every die type thrown in *games*, in the order of ``DieType``."""
    counts: Counter[tuple[DieType, Face]] = Counter()
    for game in games:
        for die, face, count in game.faces:
            counts[die, face] += count
    found = (_luck(die, counts) for die in DieType)
    return tuple(luck for luck in found if luck.throws)


def _luck(die: DieType, counts: Counter[tuple[DieType, Face]]) -> DieLuck:
    sides = FACES[die]
    throws = sum(counts[die, face] for face in set(sides))
    faces = tuple(
        FaceLuck(face, counts[die, face], throws * sides.count(face) / len(sides))
        for face in Face
        if face in sides
    )
    enough = throws > 0 and min(face.expected for face in faces) >= LEAST_EXPECTED
    if not enough:
        return DieLuck(die, throws, faces, None, None)
    chi_squared = sum((face.count - face.expected) ** 2 / face.expected for face in faces)
    p_value = chi_squared_tail(chi_squared, len(faces) - 1)
    return DieLuck(die, throws, faces, chi_squared, p_value)


def chi_squared_tail(chi_squared: float, degrees: int) -> float:
    """Return the upper tail probability of the chi-squared distribution.

    The regularised gamma function Q(degrees / 2, chi_squared / 2) is a finite sum for an integer
    *degrees*: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.4.4 and 26.4.5.

    Args:
        chi_squared: 0 or more.
        degrees: degrees of freedom, 1 or more.
    """
    half = chi_squared / 2.0
    if degrees % 2:
        tail = math.erfc(math.sqrt(half))
        term = 2.0 * math.sqrt(half / math.pi) * math.exp(-half)
        first = 3
    else:
        tail = 0.0
        term = math.exp(-half)
        first = 2
    for number in range(first, degrees + 1, 2):
        tail += term
        term *= chi_squared / number
    return min(1.0, tail)
