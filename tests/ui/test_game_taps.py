"""Medians of taps in the other games."""

from __future__ import annotations

from statistics import median

import pytest

from tests.ui.game_taps import TARGETS, measured


@pytest.mark.timeout(300)
@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_medians_of_whole_games(games: int) -> None:
    found = measured(games)
    for name, target in TARGETS.items():
        assert len(found[name]) >= 5, name
        assert median(found[name]) <= target, (name, median(found[name]))
