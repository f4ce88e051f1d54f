"""A log that is not in use: every change of what was stored is found, a sound one is left alone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.session.errors import LogIncompleteError, LogTooNewError, LogUnreadableError
from companion.storage.inspection import inspect_log
from companion.storage.sqlite_log import SqliteEventLog

AT = "2026-01-01T00:00:00.000+00:00"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Two games with three events each."""
    path = tmp_path / "games.sqlite"
    open_log = SqliteEventLog(path, GAMES)
    for game in ("g1", "g2"):
        open_log.begin(game, game="roll", started_at=AT)
        open_log.append(
            game, [CreditsPaid(1, n) for n in range(3)], after_version=0, recorded_at=AT
        )
    open_log.close()
    return path


def test_a_sound_log_stays_as_it_is(log: Path) -> None:
    """Nothing is written, nothing lies beside it afterwards."""
    before = log.read_bytes(), sorted(log.parent.iterdir())
    assert inspect_log(log, GAMES) == inspect_log(log) == ()
    assert (log.read_bytes(), sorted(log.parent.iterdir())) == before
    log.with_name(f"{log.name}-mark").unlink()
    log.write_bytes(b"")
    assert inspect_log(log) == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = replace(body, '1', '2') WHERE version = 2",
        "UPDATE event SET check_sum = 'x' WHERE version = 3",
        "UPDATE event SET step = 7 WHERE game = 'g2' AND version = 1",
        "DELETE FROM event WHERE version = 1",
        "DELETE FROM game WHERE id = 'g2'",
        "DROP TABLE event",
    ],
)
def test_every_change_is_found(log: Path, statement: str) -> None:
    """Also where SQLite itself finds the file in order."""
    with closing(sqlite3.connect(log)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(statement)
        db.commit()
        db.execute("PRAGMA journal_mode = DELETE")
    assert any(not isinstance(each, LogIncompleteError) for each in inspect_log(log))


def test_what_is_no_log_of_this_companion(log: Path) -> None:
    """A newer log, another program's database, a text."""
    with closing(sqlite3.connect(log)) as db:
        db.execute("PRAGMA user_version = 99")
        db.execute("PRAGMA journal_mode = DELETE")
    assert [type(each) for each in inspect_log(log)] == [LogTooNewError]
    with closing(sqlite3.connect(log)) as db:
        db.execute("PRAGMA application_id = 1")
    assert [type(each) for each in inspect_log(log)] == [LogUnreadableError]
    log.write_text("a shopping list" * 20)
    assert [type(each) for each in inspect_log(log)] == [LogUnreadableError]


def test_flipped_bits_are_found_or_change_nothing(log: Path) -> None:
    """One bit in every 37th byte."""
    sound = log.read_bytes()

    def rows() -> list[object]:
        with closing(sqlite3.connect(f"{log.as_uri()}?immutable=1", uri=True)) as db:
            query = "SELECT event.*, game.* FROM event JOIN game ON game = id"
            return db.execute(query).fetchall()

    events = rows()
    for at in range(0, len(sound), 37):
        data = bytearray(sound)
        data[at] ^= 1 << at % 8
        log.write_bytes(data)
        if not inspect_log(log):
            assert rows() == events
