"""The simulated evening before the presenters: it ends, nothing is refused, taps are counted."""

import pytest

from companion.benches.report import BenchOptions
from companion.benches.taps import TapSimulation, measure
from companion.games.roll.model.state import Step
from companion.players.seeded_random import SeededRandom
from kivy_ui.pages.scores import Result
from tests.some import of


@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 1), (5, 4), *(pytest.param(n, n - 1, marks=pytest.mark.slow) for n in (3, 4))],
)
def test_an_evening_is_played_to_its_end(players: int, seed: int) -> None:
    """Every tap is taken by the rules; the scores are there."""
    evening = TapSimulation(SeededRandom(f"test {seed}"), players=players)
    evening.play()
    assert evening.table.refused == []
    assert evening.state.step is Step.OVER
    assert all(rank.shares for rank in of(Result, evening.presenters.ending.page().body).ranks)
    assert sum(evening.rounds) == sum(evening.kinds.values())


def test_the_measurement_says_its_target() -> None:
    """Taps for each player and round; few enough for the target."""
    report = measure(BenchOptions(runs=3))
    (row,) = report.rows
    assert row.target == 2.2
    assert row.passed
    assert row.runs > 5
