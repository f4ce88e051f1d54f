"""Event log in one SQLite file: every append is durable, single writer, checksums on read."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.games.definition import GameDefinition
from companion.session.errors import (
    LOG_CONFLICT,
    LOG_SHORT,
    LOG_UNVERIFIED,
    NO_SUCH_GAME,
    LogDamagedError,
    LogError,
    LogInDoubtError,
    LogReadOnlyError,
    LogTooNewError,
    LogUnavailableError,
    LogWriteError,
)
from companion.session.ports import GameHeader, StoredEvent
from companion.storage.atomic_file import keep_owner, make_folder
from companion.storage.codec import Codecs, EventCodec
from companion.storage.connection import BUSY_TIMEOUT_S, connect, connect_to_copy, name_of
from companion.storage.high_water import Change, Head, MarkFile, MarkVerdict, compare, mark_of
from companion.storage.log_file import (
    LogLock,
    check_file_types,
    check_header,
    check_owner,
    check_that_it_is_there,
    has_content,
    set_aside,
)
from companion.storage.rows import (
    before_last_step,
    chained,
    damaged_after,
    read_events,
    read_heads,
    row_sum,
)

_Compensation = tuple[str, tuple[object, ...]]
"""The compensating statement of a transaction, and its parameters."""


class SqliteEventLog:
    """All games of a table in one file; implements ``EventLog``.

    An append returns once the events are synced to the mark file (`companion.storage.high_water`);
    `settle`, at the latest before the next step, checkpoints the WAL into the database. So the WAL
    holds at most one step, which the mark file holds, too. Rows have a chained checksum, so that a
    modified or missing event is detected when the game is loaded. The connection may move between
    threads, but must not be used concurrently.

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
        self.notice: LogError | None = None
        self._codecs = Codecs(games)
        self._lock: LogLock | None = None
        self._mark = MarkFile(path)
        self._serial = 0
        self._db: sqlite3.Connection | None = None
        self._heads: dict[str, Head] | None = None
        self._bad_rows: frozenset[str] = frozenset()
        self._damaged = False
        self._refusal: LogError | None = None
        self._in_doubt: _Compensation | None = None
        self._last: Change | None = None
        self._is_checkpointed = True
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
            raise LOG_CONFLICT()
        self._store(Change(head), None)

    def append(
        self,
        game_id: str,
        events: Sequence[object],
        *,
        after_version: int,
        recorded_at: str,
        played_ms: int = 0,
    ) -> None:
        """Store *events* atomically and durably as one step."""
        before = self._head_of(game_id)
        if before.version != after_version:
            raise LOG_CONFLICT()
        codec = self._codec_of(before)
        check_sum = before.check_sum
        step = after_version + 1
        rows = []
        for version, event in enumerate(events, start=step):
            coded = codec.encode(event)
            check_sum = chained(check_sum, step, coded, recorded_at, played_ms)
            encoded = (coded.kind, coded.schema, coded.body)
            rows.append((version, step, *encoded, recorded_at, played_ms, check_sum))
        head = replace(before, version=after_version + len(events), check_sum=check_sum)
        self._store(Change(head, tuple(rows)), before)

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        """Return all events of a game in order."""
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
        """Mark a game as finished, so that start-up does not resume it."""
        before = self._head_of(game_id)
        if not before.finished:
            self._store(Change(replace(before, finished=1)), before)

    def settle(self) -> None:
        """Checkpoint the WAL into the database, while no message is pending."""
        if self._db is not None and not self._is_checkpointed:
            with suppress(LogWriteError):  # retried before the next step
                self._checkpoint(self._db)

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        self._disconnect()
        self._damaged = False
        if self._lock is not None:
            self._lock.release()

    # --- opening ---------------------------------------------------------------------------------

    def _open_file(self) -> None:
        try:
            check_file_types(self.path)
            _make_folder(self.path)
            check_owner(self.path)
            self._lock = self._lock or LogLock(self.path)
            check_header(self.path)
            check_that_it_is_there(self.path, self._mark.read())
            _create_for_owner(self.path)
            self._db, whole = connect(self.path)
            verdict = self._recover(self._db, whole=whole)
            self._is_checkpointed = False
            if verdict is not MarkVerdict.SHORT and not self._damaged:
                self._synchronise(self._db, verdict)
        except LogDamagedError:
            self._damaged = True
        except (LogWriteError, LogUnavailableError, sqlite3.DatabaseError) as refusal:
            self._disconnect()
            self._open_copy(_as_log_error(refusal))

    def _open_copy(self, refusal: LogError) -> None:
        """Open read-only from an in-memory copy."""
        if not has_content(self.path):
            raise refusal
        try:
            self._db, whole = connect_to_copy(self.path)
            self._recover(self._db, whole=whole)
        except LogDamagedError:
            self._damaged = True
        except (LogError, sqlite3.DatabaseError):
            raise refusal from None
        if not isinstance(refusal, LogReadOnlyError):
            reason = refusal.params.get("reason", refusal.message)
            refusal = LogReadOnlyError(reason=reason)
        self._refusal = refusal
        self.notice = self.notice or self._refusal

    def _recover(self, db: sqlite3.Connection, *, whole: bool) -> MarkVerdict:
        """Recover the log to its last confirmed state; returns how it compared to the mark."""
        self._heads, self._bad_rows = read_heads(db)
        self._damaged = not whole or bool(self._bad_rows)
        found = self._mark.read()
        self._serial = found.mark.serial if found.mark is not None else 0
        self._last = found.change
        if self._damaged:
            return MarkVerdict.EQUAL
        verdict, key = compare(found, self._heads, lambda head: before_last_step(db, head))
        if verdict is MarkVerdict.SHORT and found.mark is not None:
            missing = found.mark.events - sum(head.version for head in self._heads.values())
            self.notice = LOG_SHORT(events=max(0, missing))
        elif verdict is MarkVerdict.UNCONFIRMED and key is not None:
            head = self._heads[key]
            before = before_last_step(db, head)
            self._set_head(key, before)
            self._in_doubt = _compensation(head, before)
            db.execute(*self._in_doubt)
        elif verdict is MarkVerdict.LATE and found.change is not None:
            _write(db, found.change, durably=True)
            self._set_head(found.change.head.game_id, found.change.head)
        elif found.mark is None and found.is_there:
            self.notice = LOG_UNVERIFIED()
        elif verdict is MarkVerdict.EQUAL and not found.is_whole:
            verdict = MarkVerdict.AHEAD
        return verdict

    def _synchronise(self, db: sqlite3.Connection, verdict: MarkVerdict) -> None:
        """Synchronise log and mark file after recovery."""
        if self._in_doubt is not None:
            self._revert(db, self._in_doubt)
        elif verdict is MarkVerdict.AHEAD:
            self._checkpoint(db)
            self._write_mark(None)

    # --- inside ----------------------------------------------------------------------------------

    @property
    def _open(self) -> sqlite3.Connection:
        if self._db is None and self._damaged:
            raise LogDamagedError(last_good_version=0)
        if self._db is None:
            raise LogUnavailableError(path=self.path, reason="it was closed")
        return self._db

    def _known_heads(self) -> dict[str, Head]:
        """Return the heads of all games."""
        self._open  # noqa: B018 - raises if there is no connection
        if self._heads is None:
            raise LogDamagedError(last_good_version=0)
        return self._heads

    def _head_of(self, game_id: str) -> Head:
        try:
            return self._known_heads()[game_id]
        except KeyError:
            raise NO_SUCH_GAME(game_id=game_id) from None

    def _codec_of(self, head: Head) -> EventCodec:
        codec = self._codecs.of(head.kind)
        if codec is None and head.game_id in self._bad_rows:
            raise LogDamagedError(last_good_version=0)
        if codec is None:  # a game that this companion does not know yet
            raise LogTooNewError
        return codec

    def _store(self, change: Change, before: Head | None) -> None:
        """Commit a transaction and confirm it in the mark file, or roll it back."""
        db = self._writable()
        if not self._is_checkpointed:
            self._checkpoint(db)
        self._is_checkpointed = False
        try:
            _write(db, change, durably=not change.fits)
            self._set_head(change.head.game_id, change.head)
            self._write_mark(change)
        except (sqlite3.DatabaseError, LogWriteError) as error:
            _roll_back(db)
            self._set_head(change.head.game_id, before)
            if _conflicts(error):
                raise LOG_CONFLICT() from error
            self._revert(db, _compensation(change.head, before))
            raise _as_log_error(error) from error
        self.notice = None

    def _set_head(self, game_id: str, head: Head | None) -> None:
        known = self._known_heads()
        if head is None:
            known.pop(game_id, None)
        else:
            known[game_id] = head

    def _checkpoint(self, db: sqlite3.Connection) -> None:
        """Checkpoint the WAL without waiting for concurrent readers.

        Raises:
            LogWriteError: the checkpoint failed.
        """
        try:
            db.execute("PRAGMA busy_timeout = 0")
            try:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                db.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}")
        except sqlite3.DatabaseError as error:
            raise LogWriteError(reason=str(error)) from error
        self._is_checkpointed = True

    def _write_mark(self, change: Change | None) -> None:
        """Write the current state of the log to the mark file."""
        try:
            self._mark.write(mark_of(self._known_heads().values(), self._serial + 1), change)
        except OSError as error:
            raise LogWriteError(reason=error.strerror or error) from error
        self._serial += 1
        self._last = change

    def _revert(self, db: sqlite3.Connection, undo: _Compensation) -> None:
        """Revert a failed transaction durably: a rejected step must not reappear after a restart.

        Raises:
            LogInDoubtError: it failed; it is retried before the next step, and after a restart the
                transaction is reverted unless the mark confirms it.
        """
        self._in_doubt = undo
        failed: Exception | None = None
        try:
            self._write_mark(self._last)
        except LogWriteError as error:  # it may be in the page cache
            failed = error
        try:
            db.execute("BEGIN IMMEDIATE")
            db.execute(*undo)
            db.execute("COMMIT")
            is_busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.DatabaseError as error:
            _roll_back(db)
            raise LogInDoubtError(reason=error) from error
        if failed is not None or is_busy:
            raise LogInDoubtError(reason=failed or "the log is being read") from failed
        self._in_doubt = None

    def _writable(self) -> sqlite3.Connection:
        """Return the connection.

        Raises:
            LogDamagedError: the file is corrupt and therefore read-only.
            LogWriteError: the disk still rejects writes.
        """
        db = self._open
        if self._damaged:
            raise LogDamagedError(last_good_version=0)
        if self._refusal is not None:
            self._disconnect()
            self._refusal = self.notice = None
            self._open_file()
            if self._refusal is not None:
                raise self._refusal
            db = self._open
        if self._in_doubt is not None:
            self._revert(db, self._in_doubt)
        return db

    def _replace_corrupt_file(self) -> None:
        """Quarantine the corrupt file and create a new one."""
        self._disconnect()
        set_aside(self.path)
        self._damaged = False
        self.notice = self._heads = None
        self._open_file()

    def _disconnect(self) -> None:
        self._is_checkpointed = True  # SQLite checkpoints on close
        if self._db is not None:
            self._db.close()
            self._db = None
        self._mark.close()


def _compensation(head: Head, before: Head | None) -> _Compensation:
    """Return the compensating statement that resets a game to *before*; idempotent."""
    if before is None:
        return "DELETE FROM game WHERE id = ?", (head.game_id,)
    if head.finished != before.finished:
        statement = "UPDATE game SET finished = ?, check_sum = ? WHERE id = ?"
        return statement, (before.finished, row_sum(before), head.game_id)
    statement = "DELETE FROM event WHERE game = ? AND version > ?"
    return statement, (head.game_id, before.version)


def _write(db: sqlite3.Connection, change: Change, *, durably: bool) -> None:
    """Commit a transaction to the WAL; sync it only if the mark file cannot hold it."""
    head = change.head
    db.execute(f"PRAGMA synchronous = {'FULL' if durably else 'OFF'}")
    try:
        db.execute("BEGIN IMMEDIATE")
        db.execute(
            "INSERT INTO game (id, number, kind, started_at, finished, check_sum)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id)"
            " DO UPDATE SET finished = excluded.finished, check_sum = excluded.check_sum"
            " WHERE finished != excluded.finished",
            (head.game_id, head.number, head.kind, head.started_at, head.finished, row_sum(head)),
        )
        db.executemany(
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((head.game_id, *event) for event in change.events),
        )
        db.execute("COMMIT")
    finally:
        _roll_back(db)
        db.execute("PRAGMA synchronous = FULL")


def _make_folder(path: Path) -> None:
    try:
        make_folder(path.parent)
    except OSError as error:
        raise LogUnavailableError(path=path, reason=error.strerror) from error


def _create_for_owner(path: Path) -> None:
    """As root, create the file: SQLite gives its own files to the owner of the log."""
    if os.geteuid() == 0 and not path.exists():
        with suppress(OSError):  # SQLite reports it
            path.touch()
            keep_owner(path)


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        with suppress(sqlite3.Error):  # a failing disk may have ended the transaction by itself
            db.execute("ROLLBACK")


def _conflicts(error: Exception) -> bool:
    """Whether another process wrote first or holds the write lock."""
    if isinstance(error, sqlite3.IntegrityError):
        return True
    busy = ("SQLITE_BUSY", "SQLITE_LOCKED")
    return isinstance(error, sqlite3.Error) and name_of(error) in busy


def _as_log_error(error: Exception) -> LogError:
    """Convert a write failure to a `LogError`."""
    return error if isinstance(error, LogError) else LogWriteError(reason=error)
