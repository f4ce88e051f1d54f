"""Medians of taps in the other games: four of them miss their target, as `MISSED` says."""

from __future__ import annotations

from statistics import median

import pytest

from tests.ui.game_taps import TARGETS, measured

MISSED = {
    "robot: round": 8,
    "Emperor: Explorer": 20,
    "Emperor: Regent": 8,
    "Emperor: battle, dice by camera": 7,
}
"""The most that the median may be where the target is not reached."""


@pytest.mark.timeout(300)
def test_medians_of_whole_games() -> None:
    found = measured(games=3)
    for name, target in TARGETS.items():
        assert len(found[name]) >= 10, name
        assert median(found[name]) <= MISSED.get(name, target), (name, median(found[name]))
