"""Medians of taps in the other games."""

from statistics import median

import pytest

from tests.ui.game_taps import TARGETS, measured


@pytest.mark.timeout(300)
def test_medians_of_whole_games() -> None:
    found = measured(games=2)
    for name, target in TARGETS.items():
        assert len(found[name]) >= 10, name
        assert median(found[name]) <= target, (name, median(found[name]))
