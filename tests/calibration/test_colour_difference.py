"""Colour differences are those of the published test data."""

import pytest

from calibration.core.colour_difference import difference, lab, pairs
from tests.calibration.samples import profile

# Sharma, Wu and Dalal 2005, table 1.
_PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
]


@pytest.mark.parametrize(("first", "second", "expected"), _PUBLISHED)
def test_published_pairs(
    first: tuple[float, float, float], second: tuple[float, float, float], expected: float
) -> None:
    """Both ways round, to the fourth place."""
    assert difference(first, second) == pytest.approx(expected, abs=6e-5)
    assert difference(second, first) == pytest.approx(expected, abs=6e-5)


def test_white_and_black() -> None:
    """The ends of the scale."""
    assert lab((1.0, 1.0, 1.0)) == pytest.approx((100.0, 0.0, 0.0), abs=0.02)
    assert lab((0.0, 0.0, 0.0)) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


def test_the_closest_pair_comes_first() -> None:
    """All 21 pairs of the seven dice; lime and yellow, or white and lilac, are the closest."""
    found = pairs(profile().colours)
    assert len(found) == 21
    assert {found[0].first, found[0].second} in (
        {"genes", "alien_technology"},
        {"home", "consumption"},
    )
    assert 10 < found[0].difference < 20
