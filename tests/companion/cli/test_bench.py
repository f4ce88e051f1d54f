"""``companion bench``: sound figures and the form for programs."""

import argparse
import json
import sys
from types import ModuleType

import pytest

from companion.benches.report import BenchOptions, BenchReport, machine, peak_memory_mb, row
from companion.benches.vision import NO_MAT, PHONE, as_by_phone
from companion.cli import bench_command
from companion.cli.main import main
from companion.session.ports import ReadRequest
from vision.core.decoding import decode_file
from vision.opening import open_table_reader


def test_medians_and_p95() -> None:
    """Of a hundred values the 95th, of two the mean of both."""
    result = row("a", [float(i) for i in range(1, 101)], target=50.0)
    assert (result.median, result.p95, result.runs) == (50.5, 95.0, 100)
    assert not result.passed
    assert row("b", [3.0, 1.0]).median == 2.0
    assert row("c", [7.0]).p95 == 7.0
    assert row("d", [7.0], target=7.0).passed


def test_a_target_at_p95_is_missed_by_the_slowest() -> None:
    values = [10.0] * 18 + [200.0, 200.0]
    assert row("change", values, target=100.0).passed
    assert not row("change", values, target=100.0, at_p95=True).passed


def test_the_machine_is_described() -> None:
    """Figures mean nothing without it."""
    about = machine()
    assert about["processor"]
    assert isinstance(about["cores"], int)
    assert 10 < peak_memory_mb() < 100_000


def test_json_and_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both show every row; a missed target is no failure."""

    def measure(options: BenchOptions) -> BenchReport:
        values = [float(i) for i in range(options.runs)]
        return BenchReport("vision", (row("total", values, target=1.0),), ("a note",))

    module = ModuleType("a_bench")
    module.__dict__["measure"] = measure
    monkeypatch.setitem(sys.modules, "companion.benches.vision", module)
    args = argparse.Namespace(bench="vision", runs=10, json=True)
    assert bench_command.run(args) == 0
    out = json.loads(capsys.readouterr().out)
    assert (out["schema"], out["bench"], out["notes"]) == ("bench/1", "vision", ["a note"])
    assert out["results"][0]["median"] == 4.5
    assert out["results"][0]["passed"] is False
    args.json = False
    assert bench_command.run(args) == 0
    table = capsys.readouterr().out
    assert "total" in table
    assert "missed" in table


@pytest.mark.parametrize(
    "arguments", [["bench"], ["bench", "everything"], ["bench", "vision", "--runs", "0"]]
)
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown benches and no runs at all."""
    assert main(arguments) == 2
    assert capsys.readouterr().out == ""


def test_what_a_phone_takes_is_read() -> None:
    """Twelve megapixels, held upright; at most one of its dice is overlooked, none invented."""
    reader = open_table_reader()
    frame = as_by_phone(decode_file(PHONE.picture))
    assert frame.pixels.shape == (4032, 3024, 3)
    assert PHONE.dice - len(reader.read(ReadRequest(frame)).reading.dice) in (0, 1)
    assert len(reader.read(ReadRequest(decode_file(NO_MAT.picture))).reading.dice) == NO_MAT.dice


def test_tiles_are_timed_beside_dice(capsys: pytest.CaptureFixture[str]) -> None:
    """Times, their ratio to a reading of dice, and memory; all tiles of the picture are found."""
    assert main(["bench", "tiles", "--runs", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    names = {result["name"]: result for result in report["results"]}
    assert {"12 tiles: total", "12 tiles / 20 dice", "known box: total", "peak memory"} <= set(
        names
    )
    assert names["12 tiles: total"]["target"] == 600.0
    assert names["peak memory"]["target"] == 450.0
    assert report["notes"] == []
