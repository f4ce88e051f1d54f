"""Logs of every older version open, stay whole when their upgrade is cut off, and go on."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.model.events import CreditsChanged
from companion.session.errors import LogReadOnlyError
from companion.session.session import GameSession
from companion.storage import connection, sqlite_log, upgrades
from companion.storage.log_file import APPLICATION_ID
from companion.storage.sqlite_log import SqliteEventLog
from tests.fakes import ManualClock
from tests.storage.fault_vfs import after_power_cut, can_be_faulty, faulty_disk

OLD_LOGS = Path(__file__).parent / "old_logs"
VERSIONS = range(1, upgrades.NEWEST + 1)
AT = "2026-01-01T00:00:00.000+00:00"

# Stands for the next upgrade, which every older log has to take.
NEXT = (*upgrades.UPGRADES, ("ALTER TABLE game ADD COLUMN note TEXT NOT NULL DEFAULT ''",))


def old_log(path: Path, version: int) -> Path:
    """Make the log that a companion of *version* left: an evening of 83 events in its second round.

    ``old_logs/version-N.sql`` is that log as SQLite tells it (``.dump``); it is never edited.
    """
    with closing(sqlite3.connect(path)) as db:
        db.executescript((OLD_LOGS / f"version-{version}.sql").read_text(encoding="utf-8"))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {version}")
        db.execute("PRAGMA journal_mode = WAL")
    return path


def check_evening(path: Path, *, events: int = 83) -> None:
    """The evening is the one that was left, and goes on."""
    log = SqliteEventLog(path, GAMES)
    header = log.games()[0]
    session = GameSession.resume(GAME, log, ManualClock(), header)
    assert session.damage is None
    assert session.version == events
    assert session.state.round.number == 2
    assert [player.name for player in session.state.empires][:3] == ["Ann", "Béla", "Łucja"]
    more = [CreditsChanged(1, 1)]
    log.append(header.game_id, more, after_version=events, recorded_at=AT)
    assert len(log.load(header.game_id)) == events + 1
    log.close()


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The companion after the present one."""
    monkeypatch.setattr(connection, "UPGRADES", NEXT)
    for module in (connection, sqlite_log):
        monkeypatch.setattr(module, "NEWEST", len(NEXT))


def test_every_version_has_its_log() -> None:
    """A new upgrade needs a log of the version before it in ``old_logs``."""
    assert {path.name for path in OLD_LOGS.iterdir()} == {
        f"version-{version}.sql" for version in VERSIONS
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_log_opens_today(tmp_path: Path, version: int) -> None:
    """Whatever wrote it."""
    check_evening(old_log(tmp_path / "log.sqlite", version))


@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("version", VERSIONS)
def test_an_old_log_takes_the_next_upgrade(tmp_path: Path, version: int) -> None:
    """Once, from any version, without touching an event."""
    path = old_log(tmp_path / "log.sqlite", version)
    check_evening(path)
    check_evening(path, events=84)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(NEXT),)
        assert db.execute("SELECT note FROM game").fetchall() == [("",)]


@pytest.mark.skipif(not can_be_faulty(), reason="SQLite is built into this Python")
@pytest.mark.usefixtures("newer")
def test_an_upgrade_that_loses_its_power(tmp_path: Path) -> None:
    """At any moment: the log is the old one or the new one, and opens again."""
    chance = random.Random(3)
    for number in range(12):
        folder, after = tmp_path / f"from-{number}", tmp_path / f"to-{number}"
        folder.mkdir()
        path = old_log(folder / "log.sqlite", 1)
        before = path.read_bytes()
        with faulty_disk() as disk:
            SqliteEventLog(path, GAMES).close()
        after.mkdir()
        moment = chance.randint(0, len(disk.notes))
        shutil.copytree(folder, after, dirs_exist_ok=True)
        (after / "log.sqlite").write_bytes(before)
        after_power_cut(disk.notes[:moment], after, chance, start={str(path): before})
        check_evening(after / "log.sqlite")


@pytest.mark.usefixtures("newer")
def test_an_upgrade_without_room_leaves_the_old_log(tmp_path: Path) -> None:
    """The evening can be looked at; the older companion can still use the file."""
    if not can_be_faulty():
        pytest.skip("SQLite is built into this Python")
    path = old_log(tmp_path / "log.sqlite", 1)
    with faulty_disk() as disk:
        disk.fault = lambda kind, _path: 13 if kind == "write" else 0
        log = SqliteEventLog(path, GAMES)
        assert isinstance(log.notice, LogReadOnlyError)
        assert len(log.load(log.games()[0].game_id)) == 83
        log.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
    check_evening(path)
