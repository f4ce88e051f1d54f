"""``companion history``: empty, as text, JSON and CSV."""

import csv
import io
import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.games.registry import GAMES
from companion.storage.sqlite_log import SqliteEventLog
from tests.history.evenings import an_evening


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without anything in it."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    return tmp_path


def test_nothing_yet(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty history is a sentence, an empty document, a header; no file is made."""
    assert main(["history"]) == 0
    assert "No game" in capsys.readouterr().out
    assert main(["history", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == []
    assert main(["history", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("\ufeffgame,started_at")
    assert list(home.iterdir()) == []


def test_a_game_in_every_form(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The log's game is there while another companion has the log open."""
    log = SqliteEventLog(home / "games.sqlite", GAMES)
    try:
        an_evening(log)
        assert main(["history"]) == 0
        assert "Béla: not scored (14 in chips)" in capsys.readouterr().out
        assert main(["history", "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["games"]) == 1
        assert main(["history", "--csv"]) == 0
        rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
        assert [row["player"] for row in rows] == ["Ann", "Béla"]
        assert main(["history", "--csv", "--delimiter", ";"]) == 0
        assert capsys.readouterr().out.startswith("\ufeffgame;started_at;")
    finally:
        log.close()


def test_two_forms_at_once_are_wrong_usage(home: Path) -> None:
    """JSON or CSV; a delimiter is one character, and only CSV has one."""
    assert main(["history", "--json", "--csv"]) == 2
    assert main(["history", "--csv", "--delimiter", ";;"]) == 2
    assert main(["history", "--delimiter", ";"]) == 2
