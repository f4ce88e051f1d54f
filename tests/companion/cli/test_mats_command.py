"""``companion mats``: options, defaults, exit status."""

import argparse
import json
from pathlib import Path

import pytest

from calibration.mats.errors import MATS_FOLDER
from companion.cli import mats_command
from companion.cli.main import main
from tests.rows import raises


@pytest.fixture
def parser() -> argparse.ArgumentParser:
    """The command's own command line."""
    parser = argparse.ArgumentParser(prog="companion mats")
    mats_command.add_options(parser)
    return parser


def test_writes_the_mats(
    parser: argparse.ArgumentParser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The files are written, the person is told where, and standard output stays empty."""
    arguments = ["--out", str(tmp_path), "--paper", "letter", "--seats", "2"]
    assert mats_command.run(parser.parse_args(arguments)) == 0
    listing = json.loads((tmp_path / "mats.json").read_text(encoding="utf-8"))
    assert listing["mats"][0]["size_mm"] == [279.4, 215.9]
    assert len(listing["mats"]) == 4
    told = capsys.readouterr()
    assert told.out == ""
    assert str(tmp_path) in told.err
    assert "100 %" in told.err


def test_defaults(parser: argparse.ArgumentParser) -> None:
    """A4 and five seats unless said otherwise."""
    args = parser.parse_args(["--out", "x"])
    assert (args.paper, args.seats, args.out) == ("a4", 5, Path("x"))


def test_paper_in_capitals(parser: argparse.ArgumentParser) -> None:
    """People write A4."""
    assert parser.parse_args(["--out", "x", "--paper", "A4"]).paper == "a4"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--out"],
        ["--out", ""],
        ["--out", "x", "--paper", "a3"],
        ["--out", "x", "--seats", "1"],
        ["--out", "x", "--seats", "6"],
        ["--out", "x", "--seats", "two"],
    ],
)
def test_wrong_usage(parser: argparse.ArgumentParser, arguments: list[str]) -> None:
    """Wrong usage ends with exit status 2 before anything is written."""
    with pytest.raises(SystemExit) as caught:
        parser.parse_args(arguments)
    assert caught.value.code == 2


def test_help_tells_the_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    """The help page can be shown and names the defaults."""
    assert main(["mats", "--help"]) == 0
    text = capsys.readouterr().out
    assert "default: a4" in text
    assert "default: 5" in text
    assert "100 %," in text


def test_refused_folder(parser: argparse.ArgumentParser, tmp_path: Path) -> None:
    """A folder that cannot be used is an error for a person, not a traceback of the system."""
    file = tmp_path / "taken"
    file.touch()
    with raises(MATS_FOLDER):
        mats_command.run(parser.parse_args(["--out", str(file)]))
