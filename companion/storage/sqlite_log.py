"""Event log in one SQLite file: every append is durable, single writer, checksums on read."""

import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.errors import os_errors_as
from companion.games.definition import GameDefinition
from companion.session import errors
from companion.session.ports import GameHeader, StoredEvent
from companion.storage.atomic_file import keep_owner, make_folder
from companion.storage.codec import EventCodec, codecs_of
from companion.storage.connection import connect, connect_to_copy, name_of
from companion.storage.high_water import Head, MarkFile, mark_of
from companion.storage.log_file import (
    LogLock,
    check_file_types,
    check_header,
    check_owner,
    check_that_it_is_there,
    has_content,
    set_aside,
)
from companion.storage.rows import chained, damaged_after, read_events, read_heads, row_sum

_BEGIN: Final = "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)"
_APPEND: Final = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FINISH: Final = "UPDATE game SET finished = 1, check_sum = ? WHERE id = ?"
_CHECKPOINT: Final = "PRAGMA wal_checkpoint(TRUNCATE)"
"""Copies the WAL into the database and empties it; returns 1 first if a reader prevented it."""


class SqliteEventLog:
    """All games of a table in one file; implements ``EventLog``.

    An append returns once the events are synced in the WAL; `settle` checkpoints them into the
    database. Rows have a chained checksum, so that a modified or missing event is detected when the
    game is loaded; the mark file tells what is missing at the end (`companion.storage.high_water`).
    The connection may move between threads, but must not be used concurrently.

    Args:
        path: the file; it and missing parent folders are created.
        games: the definitions of all games that may be in it, by key.

    Attributes:
        notice: warning although games can be read: events are missing at the log's end, or the log
            is read-only now. None where there is none.

    Raises:
        LogInUseError: another process holds the log.
        LogTooNewError: written by a newer version; the file is left as it is.
        LogUnreadableError: the file is not a log; it is left as it is.
        LogMissingError: the file is missing, but its sidecars show that there were games.
        LogUnavailableError: the file cannot be opened or created.
        LogWriteError: the disk is too full for a new log.

    A corrupt file is opened read-only: the intact part of its games can be loaded, and the first
    new game quarantines it and creates a new file. On a read-only or full disk the log is read from
    an in-memory copy, and writing is retried with every step.
    """

    def __init__(self, path: Path, games: Mapping[str, GameDefinition]) -> None:
        self.path = path
        self.notice: errors.LogError | None = None
        self._codecs = codecs_of(games)
        self._lock: LogLock | None = None
        self._mark = MarkFile(path)
        self._db: sqlite3.Connection | None = None
        self._heads: dict[str, Head] | None = None
        self._bad_rows: frozenset[str] = frozenset()
        self._damaged = False
        self._refusal: errors.LogError | None = None
        self._is_settled = True
        try:
            self._open_file()
        except BaseException:
            self.close()
            raise

    def begin(self, game_id: str, *, game: str, started_at: str) -> None:
        """Create a new, empty game; a corrupt file is quarantined first."""
        if self._damaged:
            self._replace_corrupt_file()
        number = 1 + max((head.number for head in self._known_heads().values()), default=0)
        head = Head(game_id, number, game, started_at, 0)
        if game_id in self._known_heads():
            raise errors.LOG_CONFLICT()
        self._store(head, _BEGIN, [(game_id, number, game, started_at, 0, row_sum(head))])

    def append(
        self,
        game_id: str,
        events: Sequence[object],
        *,
        after_version: int,
        recorded_at: str,
        played_ms: int = 0,
    ) -> None:
        before = self._head_of(game_id)
        if before.version != after_version:
            raise errors.LOG_CONFLICT()
        codec = self._codec_of(before)
        check_sum = before.check_sum
        step = after_version + 1
        rows = []
        for version, event in enumerate(events, start=step):
            coded = codec.encode(event)
            check_sum = chained(check_sum, step, coded, recorded_at, played_ms)
            encoded = (coded.kind, coded.schema, coded.body)
            rows.append((game_id, version, step, *encoded, recorded_at, played_ms, check_sum))
        head = replace(before, version=after_version + len(events), check_sum=check_sum)
        self._store(head, _APPEND, rows)

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        head = self._head_of(game_id)
        events = read_events(self._open, head, self._codec_of(head))
        if self._damaged:
            raise damaged_after(events)
        return events

    def games(self) -> tuple[GameHeader, ...]:
        """Return all games, newest first; one with a corrupt row counts as unfinished."""
        return tuple(
            GameHeader(
                head.game_id,
                head.kind,
                head.started_at,
                finished=bool(head.finished) and head.game_id not in self._bad_rows,
            )
            for head in sorted(self._known_heads().values(), key=lambda head: -head.number)
        )

    def finish(self, game_id: str) -> None:
        head = replace(self._head_of(game_id), finished=1)
        if head != self._head_of(game_id):
            self._store(head, _FINISH, [(row_sum(head), game_id)])

    def settle(self) -> None:
        """Checkpoint the WAL into the database, while no message is pending."""
        if self._db is not None and not self._is_settled:
            self._is_settled = True
            with suppress(sqlite3.DatabaseError):  # the WAL keeps it; tried again after each step
                self._db.execute(_CHECKPOINT).fetchone()

    def close(self) -> None:
        self._disconnect()
        self._damaged = False
        if self._lock is not None:
            self._lock.release()

    # --- opening ---------------------------------------------------------------------------------

    def _open_file(self) -> None:
        try:
            check_file_types(self.path)
            with os_errors_as(errors.LogUnavailableError, path=self.path):
                make_folder(self.path.parent)
            check_owner(self.path)
            self._lock = self._lock or LogLock(self.path)
            check_header(self.path)
            check_that_it_is_there(self.path, self._mark.read())
            _create_for_owner(self.path)
            self._db, whole = connect(self.path)
            self._is_settled = False
            self._read(self._db, whole=whole)
            if self.notice is None and not self._damaged:
                self._write_mark()
        except errors.LogDamagedError:
            self._damaged = True
        except (errors.LogWriteError, errors.LogUnavailableError, sqlite3.DatabaseError) as refusal:
            self._disconnect()
            self._open_copy(_as_log_error(refusal))

    def _open_copy(self, refusal: errors.LogError) -> None:
        """Open read-only from an in-memory copy."""
        if not has_content(self.path):
            raise refusal
        try:
            self._db, whole = connect_to_copy(self.path)
            self._read(self._db, whole=whole)
        except errors.LogDamagedError:
            self._damaged = True
        except (errors.LogError, sqlite3.DatabaseError):
            raise refusal from None
        if not isinstance(refusal, errors.LogReadOnlyError):
            reason = refusal.params.get("reason", refusal.message)
            refusal = errors.LogReadOnlyError(reason=reason)
        self._refusal = refusal
        self.notice = self.notice or self._refusal

    def _read(self, db: sqlite3.Connection, *, whole: bool) -> None:
        """Read the heads, and compare them with the mark file."""
        self._heads, self._bad_rows = read_heads(db)
        self._damaged = not whole or bool(self._bad_rows)
        if not self._damaged:
            self.notice = self._mark.read().problem_of(self._heads.values())

    # --- inside ----------------------------------------------------------------------------------

    @property
    def _open(self) -> sqlite3.Connection:
        if self._db is None and self._damaged:
            raise errors.LogDamagedError(last_good_version=0)
        if self._db is None:
            raise errors.LogUnavailableError(path=self.path, reason="it was closed")
        return self._db

    def _known_heads(self) -> dict[str, Head]:
        self._open  # noqa: B018 - raises if there is no connection
        if self._heads is None:
            raise errors.LogDamagedError(last_good_version=0)
        return self._heads

    def _head_of(self, game_id: str) -> Head:
        try:
            return self._known_heads()[game_id]
        except KeyError:
            raise errors.NO_SUCH_GAME(game_id=game_id) from None

    def _codec_of(self, head: Head) -> EventCodec:
        codec = self._codecs(head.kind)
        if codec is None and head.game_id in self._bad_rows:
            raise errors.LogDamagedError(last_good_version=0)
        if codec is None:  # a game that this companion does not know yet
            raise errors.LogTooNewError
        return codec

    def _store(self, head: Head, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Commit a transaction durably, or roll it back; *head* is its game's new one."""
        db = self._writable()
        self._is_settled = False
        try:
            with db:
                db.execute("BEGIN IMMEDIATE")
                db.executemany(statement, rows)
        except sqlite3.DatabaseError as error:
            if _conflicts(error):
                raise errors.LOG_CONFLICT() from error
            raise self._failed(db, error) from error
        self._known_heads()[head.game_id] = head
        self._write_mark()
        self.notice = None

    def _failed(self, db: sqlite3.Connection, error: sqlite3.DatabaseError) -> errors.LogWriteError:
        """Return the error for a failed transaction; it must not reappear after a restart.

        SQLite ignores what of it is in the WAL until the next start: the checkpoint cuts it off.
        """
        try:
            is_blocked, *_ = db.execute(_CHECKPOINT).fetchone()
        except sqlite3.DatabaseError as again:
            return errors.LogInDoubtError(reason=again)
        if is_blocked:
            return errors.LogInDoubtError(reason="the log is being read")
        return errors.LogWriteError(reason=error)

    def _write_mark(self) -> None:
        with suppress(OSError):  # a mark that is behind is harmless, and the next step writes it
            self._mark.write(mark_of(self._known_heads().values()))

    def _writable(self) -> sqlite3.Connection:
        """Return the connection.

        Raises:
            LogDamagedError: the file is corrupt and therefore read-only.
            LogWriteError: the disk still rejects writes.
        """
        db = self._open
        if self._damaged:
            raise errors.LogDamagedError(last_good_version=0)
        if self._refusal is not None:
            self._disconnect()
            self._refusal = self.notice = None
            self._open_file()
            if self._refusal is not None:
                raise self._refusal
            db = self._open
        return db

    def _replace_corrupt_file(self) -> None:
        """Quarantine the corrupt file and create a new one."""
        self._disconnect()
        set_aside(self.path)
        self._damaged = False
        self.notice = self._heads = None
        self._open_file()

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def _create_for_owner(path: Path) -> None:
    """As root, create the file: SQLite gives its own files to the owner of the log."""
    if os.geteuid() == 0 and not path.exists():
        with suppress(OSError):  # SQLite reports it
            path.touch()
            keep_owner(path)


def _conflicts(error: Exception) -> bool:
    """Whether another process wrote first or holds the write lock."""
    if isinstance(error, sqlite3.IntegrityError):
        return True
    busy = ("SQLITE_BUSY", "SQLITE_LOCKED")
    return isinstance(error, sqlite3.Error) and name_of(error) in busy


def _as_log_error(error: Exception) -> errors.LogError:
    """Convert a write failure to a `LogError`."""
    return error if isinstance(error, errors.LogError) else errors.LogWriteError(reason=error)
