"""The dice against their faces: counts, and the test against tables of chi-squared."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roll.model.dice import FACES, DieType, Face
from companion.history.statistics import chi_squared_tail, dice_luck
from tests.history.evenings import a_game
from tests.some import there


@pytest.mark.parametrize(
    ("chi_squared", "degrees", "tail"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (7.814728, 3, 0.05), (9.487729, 4, 0.05),
     (11.070498, 5, 0.05), (6.634897, 1, 0.01), (13.276704, 4, 0.01), (18.307038, 10, 0.05),
     (0.710723, 4, 0.95), (0.0, 3, 1.0)],
)  # fmt: skip
def test_the_tail_is_that_of_the_tables(chi_squared: float, degrees: int, tail: float) -> None:
    """Percentage points as every table of the distribution prints them."""
    assert chi_squared_tail(chi_squared, degrees) == pytest.approx(tail, abs=1e-6)


@given(st.floats(0.5, 60), st.integers(1, 12))
def test_the_tail_is_the_gamma_integral(chi_squared: float, degrees: int) -> None:
    """Against a numeric integral of the density, and never outside of 0..1."""
    tail = chi_squared_tail(chi_squared, degrees)
    assert 0.0 <= tail <= 1.0
    steps, top = 4000, max(chi_squared, 1.0) + 120.0
    scale = 2 ** (degrees / 2) * math.gamma(degrees / 2)
    width = (top - chi_squared) / steps
    middles = (chi_squared + (i + 0.5) * width for i in range(steps))
    area = sum(x ** (degrees / 2 - 1) * math.exp(-x / 2) for x in middles) * width / scale
    assert tail == pytest.approx(area, abs=1e-3)


def _faces(
    die: DieType, throws: int, chance: random.Random
) -> tuple[tuple[DieType, Face, int], ...]:
    rolled = [chance.choice(FACES[die]) for _ in range(throws)]
    return tuple((die, face, rolled.count(face)) for face in Face if face in rolled)


def test_fair_dice_are_called_fair() -> None:
    """600 throws of each kind: no p below one in a thousand; the expected counts add up."""
    chance = random.Random(7)
    faces = tuple(row for die in DieType for row in _faces(die, 600, chance))
    luck = dice_luck((a_game({"Ann": 1}, faces=faces),))
    assert [each.die for each in luck] == list(DieType)
    for each in luck:
        assert there(each.p_value) > 0.001
        assert sum(face.expected for face in each.faces) == pytest.approx(600)
        assert each.degrees == len(set(FACES[each.die])) - 1


def test_a_loaded_die_is_called_out() -> None:
    """60 throws of a white die that all show Explore cannot be chance."""
    (luck,) = dice_luck((a_game({"Ann": 1}, faces=((DieType.HOME, Face.EXPLORE, 60),)),))
    assert luck.chi_squared == pytest.approx(120.0)
    assert there(luck.p_value) < 1e-20


def test_few_throws_say_nothing() -> None:
    """Less than five expected throws of a face: counts, but no test."""
    (luck,) = dice_luck((a_game({"Ann": 1}, faces=((DieType.HOME, Face.EXPLORE, 29),)),))
    assert luck.throws == 29
    assert luck.chi_squared is None
    assert luck.p_value is None
