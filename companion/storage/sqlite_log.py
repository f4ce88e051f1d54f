"""The event log in one SQLite file: durable at every append, one writer, checked when read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.games.definition import GameDefinition
from companion.session.errors import (
    LogConflictError,
    LogDamagedError,
    LogTooNewError,
    LogUnavailableError,
    LogUnreadableError,
    LogWriteError,
    NoSuchGameError,
)
from companion.session.ports import GameHeader, StoredEvent
from companion.storage.codec import Codecs, EncodedEvent, EventCodec, UnreadableEventError, chained
from companion.storage.log_file import APPLICATION_ID, LogLock, check_header, set_aside
from companion.storage.upgrades import NEWEST, UPGRADES

_BUSY_TIMEOUT_S: Final = 1.0

# Python decodes the texts of rows and of SQLite's own messages; damaged ones are not UTF-8, and
# a damaged row may hold bytes or a number where its table allows only a text.
_UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError, TypeError)


class SqliteEventLog:
    """All games of a table in one file; implements ``EventLog``.

    An append returns when the disk has the events (WAL, ``synchronous=FULL``). Rows carry a chained
    check sum, so that a changed or missing event is found when the game is loaded. The connection
    may be handed from thread to thread, but only one may use it at a time.

    Args:
        path: the file; it and missing folders above it are made.
        games: the definitions of all games that may be in it, by key.

    Raises:
        LogInUseError: another companion has the log.
        LogTooNewError: written by a newer version; the file is left as it is.
        LogUnreadableError: the file is something else; it is left as it is.
        LogUnavailableError: the file cannot be opened or made.
        LogWriteError: there is no room for a new log.

    A damaged file is not refused: its games can be loaded as far as they are whole, nothing is
    written to it any more, and the first new game sets it aside and begins a new file.
    """

    def __init__(self, path: Path, games: Mapping[str, GameDefinition]) -> None:
        self.path = path
        self._codecs = Codecs(games)
        self._kinds: dict[str, str] = {}
        self._check_sums: dict[str, tuple[int, str]] = {}
        _make_folder(path)
        self._lock = LogLock(path)
        self._damaged = False
        self._db: sqlite3.Connection | None = None
        try:
            check_header(path, newest_version=NEWEST)
            self._db = _connect(path)
            self._damaged = not _is_whole(self._db)
        except LogDamagedError:
            self._damaged = True
        except BaseException:
            self._lock.release()
            raise

    def begin(self, game_id: str, *, game: str, started_at: str) -> None:
        """Open a new, empty game.

        Raises:
            LogConflictError: there is a game with that id.
            LogWriteError: the disk is full, read-only or failing; nothing was stored.
            LogUnavailableError: a damaged file cannot be set aside.
        """
        if self._damaged:
            self._start_afresh()
        with self._writing() as db:
            db.execute(
                "INSERT INTO game (id, number, kind, started_at)"
                " SELECT ?, 1 + coalesce(max(number), 0), ?, ? FROM game",
                (game_id, game, started_at),
            )

    def append(
        self, game_id: str, events: Sequence[object], *, after_version: int, recorded_at: str
    ) -> None:
        """Store *events* durably as one step, all or none.

        Raises:
            NoSuchGameError: the game was never begun.
            LogConflictError: another writer was faster.
            LogWriteError: the disk is full, read-only or failing; nothing was stored.
            LogDamagedError: the file is damaged; nothing is written to it any more.
        """
        try:
            codec = self._codec_of(game_id)
            check_sum = self._check_sum_at(game_id, after_version)
        except _UNREADABLE as error:
            raise LogWriteError(reason=str(error)) from error
        rows = []
        for version, event in enumerate(events, start=after_version + 1):
            coded = codec.encode(event)
            check_sum = chained(check_sum, after_version + 1, coded)
            rows.append(
                (
                    game_id,
                    version,
                    after_version + 1,
                    coded.kind,
                    coded.schema,
                    coded.body,
                    recorded_at,
                    check_sum,
                )
            )
        with self._writing() as db:
            db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        self._check_sums[game_id] = (after_version + len(events), check_sum)

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        """Return all events of a game in order.

        Raises:
            NoSuchGameError: the game was never begun.
            LogDamagedError: an event cannot be read; carries the good ones before it.
            LogTooNewError: written by a newer version of the companion.
        """
        good: list[StoredEvent] = []
        check_sum = ""
        try:
            codec = self._codec_of(game_id)
            for version, step, kind, schema, body, recorded_at, stored_sum in self._open.execute(
                "SELECT version, step, kind, schema, body, recorded_at, check_sum"
                " FROM event WHERE game = ? ORDER BY version",
                (game_id,),
            ):
                coded = EncodedEvent(kind, schema, body)
                check_sum = chained(check_sum, step, coded)
                if version != len(good) + 1 or check_sum != stored_sum:
                    raise _damaged(good)
                good.append(StoredEvent(version, step, codec.decode(coded), recorded_at))
        except (*_UNREADABLE, UnreadableEventError) as error:
            raise _damaged(good) from error
        if self._damaged:
            raise _damaged(good)
        self._check_sums[game_id] = (len(good), check_sum)
        return tuple(good)

    def games(self) -> tuple[GameHeader, ...]:
        """Return all games, newest first.

        Raises:
            LogDamagedError: the file is damaged and the list cannot be read.
        """
        try:
            rows = self._open.execute(
                "SELECT id, kind, started_at, finished FROM game ORDER BY number DESC"
            ).fetchall()
        except _UNREADABLE as error:
            raise LogDamagedError(last_good_version=0) from error
        if any(type(value) is not str for row in rows for value in row[:3]):
            raise LogDamagedError(last_good_version=0)
        return tuple(
            GameHeader(game_id, kind, started_at, bool(finished))
            for game_id, kind, started_at, finished in rows
        )

    def finish(self, game_id: str) -> None:
        """Mark a game as finished, so that start-up does not resume it.

        Raises:
            NoSuchGameError: the game was never begun.
            LogWriteError: the disk is full, read-only or failing.
        """
        with self._writing() as db:
            done = db.execute("UPDATE game SET finished = 1 WHERE id = ?", (game_id,)).rowcount
        if not done:
            raise NoSuchGameError(game_id=game_id)

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        if self._db is not None:
            self._db.close()
            self._db = None
        self._damaged = False
        self._lock.release()

    # --- inside ----------------------------------------------------------------------------------

    @property
    def _open(self) -> sqlite3.Connection:
        if self._db is None and self._damaged:
            raise LogDamagedError(last_good_version=0)
        if self._db is None:
            raise LogUnavailableError(path=self.path, reason="it was closed")
        return self._db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing."""
        db = self._open
        if self._damaged:
            raise LogDamagedError(last_good_version=0)
        try:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            _roll_back(db)
            raise LogConflictError from error
        except sqlite3.DatabaseError as error:
            _roll_back(db)
            if _name(error) in ("SQLITE_BUSY", "SQLITE_LOCKED"):
                raise LogConflictError from error
            raise LogWriteError(reason=str(error)) from error

    def _start_afresh(self) -> None:
        """Keep the damaged file under another name and go on with a new one."""
        if self._db is not None:
            self._db.close()
            self._db = None
        set_aside(self.path)
        self._db = _connect(self.path)
        self._damaged = False
        self._kinds, self._check_sums = {}, {}

    def _kind_of(self, game_id: str) -> str:
        if game_id in self._kinds:
            return self._kinds[game_id]
        row = self._open.execute("SELECT kind FROM game WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise NoSuchGameError(game_id=game_id)
        self._kinds[game_id] = str(row[0])
        return self._kinds[game_id]

    def _codec_of(self, game_id: str) -> EventCodec:
        codec = self._codecs.of(self._kind_of(game_id))
        if codec is None:  # a game that this companion does not know yet
            raise LogTooNewError
        return codec

    def _check_sum_at(self, game_id: str, version: int) -> str:
        """Return the check sum that the next event is chained to."""
        known = self._check_sums.get(game_id)
        if known is not None and known[0] == version:
            return known[1]
        row = self._open.execute(
            "SELECT check_sum FROM event WHERE game = ? AND version = ?", (game_id, version)
        ).fetchone()
        if row is None and version > 0:
            raise LogConflictError
        return "" if row is None else str(row[0])


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogUnavailableError(path=path, reason=error.strerror) from error


def _connect(path: Path) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(
            path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise LogUnavailableError(path=path, reason=str(error)) from error
    try:
        _prepare(db)
    except UnicodeDecodeError as error:
        db.close()
        raise LogDamagedError(last_good_version=0) from error
    except sqlite3.DatabaseError as error:
        db.close()
        raise _opening_error(path, error) from error
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection) -> None:
    """Bring the tables up to date and make every commit durable."""
    db.execute("PRAGMA foreign_keys = ON")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > NEWEST:  # newer only within the WAL, which the header does not show
        raise LogTooNewError
    if version < NEWEST:
        _upgrade(db, version)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")


def _upgrade(db: sqlite3.Connection, version: int) -> None:
    """Apply the missing upgrades in one transaction.

    Without the WAL, so that the version is in the file itself: an older companion sees it there
    before it opens anything.
    """
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("BEGIN IMMEDIATE")
    for statements in UPGRADES[version:]:
        for statement in statements:
            db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {NEWEST}")
    db.execute("COMMIT")


def _is_whole(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds its own file in order; some milliseconds for a year of evenings."""
    try:
        (answer,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    except _UNREADABLE:
        return False
    return bool(answer == "ok")


def _opening_error(path: Path, error: sqlite3.DatabaseError) -> Exception:
    name = _name(error)
    if name == "SQLITE_NOTADB":
        return LogUnreadableError(path=path, reason="it holds something else")
    if name.startswith("SQLITE_CORRUPT"):
        return LogDamagedError(last_good_version=0)
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
        return LogWriteError(reason=str(error))
    return LogUnavailableError(path=path, reason=str(error))


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        with suppress(sqlite3.Error):  # a failing disk may have ended the transaction by itself
            db.execute("ROLLBACK")


def _name(error: sqlite3.Error) -> str:
    """Return SQLite's own name of the error; empty where Python's module made it."""
    return str(getattr(error, "sqlite_errorname", ""))


def _damaged(good: Sequence[StoredEvent]) -> LogDamagedError:
    return LogDamagedError(last_good_version=len(good), good=tuple(good))
