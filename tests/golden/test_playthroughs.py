"""Whole games in notation: what happens must be what the files say."""

from pathlib import Path

import pytest

from tests.golden.regenerate import files, played


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_game_goes_as_written(path: Path) -> None:
    """Where the difference is meant: ``make golden``, then read the diff."""
    text = path.read_text(encoding="utf-8")
    assert played(text).splitlines() == text.splitlines()


def test_there_are_games() -> None:
    """Each ends, and each has commands: a file that says nothing proves nothing."""
    assert len(files()) >= 6
    for path in files():
        text = path.read_text(encoding="utf-8")
        assert ". GameEnded" in text, path.name
        assert text.count("\n> ") > 20, path.name
