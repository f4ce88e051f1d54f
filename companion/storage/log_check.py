"""Integrity check of a closed game log: its pages, its schema and every checksum."""

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


def check_log(path: Path) -> None:
    """Verify a log that no process has open and that has no WAL; read-only.

    An empty file is valid: it becomes a new log.

    Raises:
        LogDamagedError: an event, a page or a table is corrupt.
        LogUnreadableError: it is another kind of file.
        LogTooNewError: written by a newer version of the companion.
        LogUnavailableError: the file cannot be read.
    """
    check_header(path)
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
    """Compare a log that `check_log` accepts with its mark; None if nothing is missing.

    Args:
        found: the mark file as read before *path* was copied.
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
