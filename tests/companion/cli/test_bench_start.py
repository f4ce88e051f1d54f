"""``companion bench start``: it measures what it says."""

import pytest

from companion.benches import start
from companion.benches.report import BenchOptions


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_it_starts_fresh_processes_and_reports_both_kinds() -> None:
    """Rows for a new and a resumed game and for memory; no figure is judged here."""
    report = start.measure(BenchOptions(runs=1))
    assert report.bench == "start"
    assert [(row.unit, row.runs) for row in report.rows] == [("s", 1), ("s", 1), ("MB", 2)]
    assert all(row.median > 0 for row in report.rows)
    assert report.rows[0].target == 1.5


def test_a_start_that_fails_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the last line that the table said."""
    monkeypatch.setenv("KIVY_WINDOW", "headless")  # there is no such window
    with pytest.raises(start.StartFailedError, match="window") as caught:
        start.measure(BenchOptions(runs=1))
    assert caught.value.code == "bench_start_failed"
