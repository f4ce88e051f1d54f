"""Whether a game log that is not in use is whole: its pages, its tables and every check sum."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.session.errors import LogDamagedError, LogUnreadableError
from companion.storage.codec import EncodedEvent, chained
from companion.storage.log_file import check_header
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
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise LogUnreadableError(path=path, reason="it holds something else") from error
        raise LogDamagedError(last_good_version=0) from error
    except (UnicodeError, TypeError, ValueError) as error:  # rows of a damaged page
        raise LogDamagedError(last_good_version=0) from error


def _check(db: sqlite3.Connection) -> None:
    (answer,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise LogDamagedError(last_good_version=0)
    games = {game_id for (game_id,) in db.execute("SELECT id FROM game")}
    current, last, check_sum = "", 0, ""
    for game_id, version, step, kind, schema, body, stored_sum in db.execute(
        "SELECT game, version, step, kind, schema, body, check_sum FROM event"
        " ORDER BY game, version"
    ):
        if game_id != current:
            current, last, check_sum = game_id, 0, ""
        check_sum = chained(check_sum, step, EncodedEvent(kind, schema, body))
        if version != last + 1 or check_sum != stored_sum or game_id not in games:
            raise LogDamagedError(last_good_version=last)
        last = version
