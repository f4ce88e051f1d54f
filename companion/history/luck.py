"""How the dice fell against what their faces promise: Pearson's chi-squared test for each kind."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.history.records import PastGame

LEAST_EXPECTED: Final = 5.0
"""Below this many expected throws of a face the test says nothing (W. G. Cochran, "Some methods for
strengthening the common chi-squared tests", Biometrics 10, 1954)."""


@dataclass(frozen=True, slots=True)
class FaceLuck:
    """One face of a kind of die: how often it came and how often it should have."""

    face: Face
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class DieLuck:
    """One kind of die.

    Attributes:
        chi_squared: None with too few throws for the test.
        p_value: how often fair dice fall at least this unevenly, 0..1; None likewise.
    """

    die: DieType
    throws: int
    faces: tuple[FaceLuck, ...]
    chi_squared: float | None
    p_value: float | None

    @property
    def degrees(self) -> int:
        """Degrees of freedom: one less than different faces."""
        return len(self.faces) - 1


def dice_luck(games: Iterable[PastGame]) -> tuple[DieLuck, ...]:
    """Return every kind of die that was thrown in *games*, in the order of the kinds."""
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
    """Return the probability of a value of *chi_squared* or more.

    The regularised gamma function Q(degrees / 2, chi_squared / 2) is a finite sum where *degrees*
    is a whole number: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.4.4 and
    26.4.5.

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
