"""Games that an earlier companion left open today: fully tracked ones, and every kind of event."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.session.session import GameSession
from companion.storage.codec import EncodedEvent, EventCodec
from companion.storage.log_file import APPLICATION_ID
from companion.storage.sqlite_log import SqliteEventLog
from tests.fakes import ManualClock
from tests.golden.regenerate import FOLDER, TABLE, standing

OLD_GAMES = Path(__file__).parent / "old_games"
EVENTS = (OLD_GAMES / "roll_events.txt").read_text(encoding="utf-8").splitlines()
"""``kind schema body`` as the log has them; lines are added, never edited."""


@pytest.mark.parametrize("line", EVENTS, ids=lambda line: line.split()[0])
def test_an_old_event_is_read_and_written_as_it_was(line: str) -> None:
    """The names of classes and fields are the names on the disk."""
    kind, schema, body = line.split(" ", 2)
    stored = EncodedEvent(kind, int(schema), body)
    codec = EventCodec(GAME)
    assert codec.encode(codec.decode(stored)) == stored


def test_every_kind_of_event_has_its_line() -> None:
    """A new event needs one in ``roll_events.txt``."""
    assert {cls.__name__ for cls in GAME.event_types} == {line.split()[0] for line in EVENTS}


def test_a_fully_tracked_game_opens_as_it_was_left(tmp_path: Path) -> None:
    """``roll_fully_tracked.sql`` is the log of a golden game (``.dump``); it is never edited."""
    path = tmp_path / "log.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((OLD_GAMES / "roll_fully_tracked.sql").read_text(encoding="utf-8"))
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
    golden = (FOLDER / "two_players_account_corrected.txt").read_text(encoding="utf-8")
    log = SqliteEventLog(path, GAMES)
    header = log.games()[0]
    session = GameSession.resume(TABLE, log, ManualClock(), header)
    assert session.damage is None
    assert f"= {standing(session.view)}" == golden.rstrip().splitlines()[-1]
    session.undo()
    assert session.can_redo
    log.close()
