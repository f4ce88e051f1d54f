"""Opens the log's SQLite database: creates its tables and makes every commit durable."""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path
from typing import Final

from companion.session import errors
from companion.storage.log_file import APPLICATION_ID, SCHEMA
from companion.storage.rows import UNREADABLE

BUSY_TIMEOUT_S: Final = 1.0
_TABLES: Final = (
    # No secondary indices: a row that can be listed can be loaded, even in a corrupt file.
    """
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        started_at TEXT NOT NULL,
        finished INTEGER NOT NULL,
        check_sum TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    # A step is the unit of undo. The checksum chains each event to the previous one.
    """
    CREATE TABLE event (
        game TEXT NOT NULL REFERENCES game (id),
        version INTEGER NOT NULL,
        step INTEGER NOT NULL,
        kind TEXT NOT NULL,
        schema INTEGER NOT NULL,
        body TEXT NOT NULL,
        recorded_at TEXT NOT NULL,
        played_ms INTEGER NOT NULL,
        check_sum TEXT NOT NULL,
        PRIMARY KEY (game, version)
    ) STRICT, WITHOUT ROWID
    """,
)
"""The schema; a change of it raises `log_file.SCHEMA`."""

_TEMP_FOLDERS: Final = (Path("/dev/shm"), None)  # noqa: S108 - a private folder in it


def connect(path: Path) -> tuple[sqlite3.Connection, bool]:
    """Open the log for writing; also returns whether it passes the integrity check.

    Raises:
        LogDamagedError: nothing can be read.
        LogTooNewError: written by a newer version of the companion.
        LogUnreadableError: it is not a database.
        LogUnavailableError: it cannot be opened.
        LogWriteError: the disk is full or failing.
    """
    return _open_prepared(path, lambda: _connection(str(path)), _prepare)


def connect_to_copy(path: Path) -> tuple[sqlite3.Connection, bool]:
    """Return an in-memory copy of the log, for a disk that allows no writes, not even a lock.

    Raises:
        LogError: as for `connect`.
    """
    return _open_prepared(path, lambda: _in_memory(path), is_whole)


def connect_read_only(path: Path, *, is_closed: bool = False) -> sqlite3.Connection:
    """Open the log beside its writer; nothing is written.

    Args:
        is_closed: no process has it open, and no WAL belongs to it.

    Raises:
        sqlite3.OperationalError: it is no file.
    """
    if not path.is_file():  # opening a pipe would block forever
        raise sqlite3.OperationalError("it is no file")
    address = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if is_closed else ''}"
    return sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_S)


def _open_prepared(
    path: Path,
    open_it: Callable[[], sqlite3.Connection],
    prepare: Callable[[sqlite3.Connection], bool],
) -> tuple[sqlite3.Connection, bool]:
    with ExitStack() as stack:
        try:
            db = stack.enter_context(closing(open_it()))
            whole = prepare(db)
        except UnicodeError as error:
            raise errors.LogDamagedError(last_good_version=0) from error
        except sqlite3.Error as error:
            raise _opening_error(path, error) from error
        stack.pop_all()
        return db, whole


def _connection(path: str) -> sqlite3.Connection:
    return sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )


def _in_memory(path: Path) -> sqlite3.Connection:
    """Copy the file and its WAL to a temporary folder, and load both from there."""
    for place in _TEMP_FOLDERS:
        with suppress(OSError), tempfile.TemporaryDirectory(dir=place) as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}-wal", f"{copy}-wal")
            memory = _connection(":memory:")
            with closing(_connection(str(copy))) as source:
                source.backup(memory)
            return memory
    raise errors.LogUnavailableError(path=path, reason="there is not enough space to read it")


def _prepare(db: sqlite3.Connection) -> bool:
    """Create the tables of a new file and make every commit durable."""
    db.execute("PRAGMA foreign_keys = ON")
    # A rollback journal that reappears after a power cut would undo later WAL checkpoints.
    db.execute("PRAGMA synchronous = EXTRA")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA:  # newer only within the WAL, not yet in the header
        raise errors.LogTooNewError
    whole = is_whole(db)
    if version == 0 and whole:
        _create(db)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA busy_timeout = 0")  # a step does not wait for readers
    return whole


def _create(db: sqlite3.Connection) -> None:
    """Create the tables in one transaction.

    Without the WAL, so that the version is in the file header, where it is checked.
    """
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("BEGIN IMMEDIATE")
    for statement in _TABLES:
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT")


def is_whole(db: sqlite3.Connection) -> bool:
    """Whether the database passes SQLite's integrity check and has our schema.

    Takes some milliseconds for a year of games.
    """
    try:
        (answer,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        orphans = db.execute("PRAGMA foreign_key_check").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
        tables = _tables(db)
    except UNREADABLE:
        return False
    ours = tables == (_our_tables() if version else set())
    return bool(answer == "ok" and orphans is None and ours)


def _tables(db: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(db.execute("SELECT name, sql FROM sqlite_master"))


@cache
def _our_tables() -> set[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in _TABLES:
            db.execute(statement)
        return _tables(db)


def name_of(error: sqlite3.Error) -> str:
    """Return SQLite's error name; empty for errors raised by Python's module."""
    return str(getattr(error, "sqlite_errorname", ""))


def _opening_error(path: Path, error: sqlite3.Error) -> Exception:
    name = name_of(error)
    if name == "SQLITE_NOTADB":
        return errors.LogUnreadableError(path=path, reason="it holds something else")
    if name.startswith("SQLITE_CORRUPT"):
        return errors.LogDamagedError(last_good_version=0)
    if name in ("SQLITE_FULL", "SQLITE_READONLY") or name.startswith("SQLITE_IOERR"):
        return errors.LogWriteError(reason=str(error))
    return errors.LogUnavailableError(path=path, reason=str(error))
