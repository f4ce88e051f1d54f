"""Whether a game log that is not in use is whole: its pages, its tables and every check sum."""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import closing
from pathlib import Path

from companion.session.errors import LogDamagedError, LogError, LogUnreadableError
from companion.storage.connection import is_whole, name_of
from companion.storage.high_water import ReadMark
from companion.storage.inspection import compared
from companion.storage.log_file import check_header
from companion.storage.rows import UNREADABLE, follow_events, read_heads
from companion.storage.upgrades import NEWEST


def check_log(path: Path) -> None:
    """Read all of a log that no program has open and that has no WAL; nothing is written.

    An empty file is fine: it becomes a new log.

    Raises:
        LogDamagedError: an event, a page or a table is not as it was written.
        LogUnreadableError: it is something else.
        LogTooNewError: written by a newer version of the companion.
        LogUnavailableError: the file cannot be read.
    """
    check_header(path, newest_version=NEWEST)
    if not path.stat().st_size:
        return
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as db:
            _check(db)
    except UNREADABLE as error:
        if isinstance(error, sqlite3.Error) and name_of(error) == "SQLITE_NOTADB":
            raise LogUnreadableError(path=path, reason="it holds something else") from error
        raise LogDamagedError(last_good_version=0) from error


def missing_in(path: Path, found: ReadMark) -> LogError | None:
    """Return what a log that `check_log` accepts lacks by its mark; None where nothing is.

    Args:
        found: what was read beside the log, before *path* was copied from it.
    """
    if not path.stat().st_size:
        return None
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as db:
        return next(compared(db, found, read_heads(db)[0]), None)


def _check(db: sqlite3.Connection) -> None:
    heads, bad = read_heads(db)
    if bad or not is_whole(db):
        raise LogDamagedError(last_good_version=0)
    for head in heads.values():
        deque(follow_events(db, head), maxlen=0)
