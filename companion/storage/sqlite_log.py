"""The event log in one SQLite file: durable at every append, one writer, checked when read."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.games.definition import GameDefinition
from companion.session.errors import (
    LogConflictError,
    LogDamagedError,
    LogError,
    LogInDoubtError,
    LogReadOnlyError,
    LogShortError,
    LogTooNewError,
    LogUnavailableError,
    LogUnverifiedError,
    LogWriteError,
    NoSuchGameError,
)
from companion.session.ports import GameHeader, StoredEvent
from companion.storage.codec import Codecs, EventCodec
from companion.storage.connection import BUSY_TIMEOUT_S, connect, connect_to_copy, name_of
from companion.storage.high_water import Change, Head, MarkFile, MarkVerdict, compare, mark_of
from companion.storage.log_file import LogLock, check_header, check_that_it_is_there, set_aside
from companion.storage.rows import (
    before_last_step,
    chained,
    damaged_after,
    read_events,
    read_heads,
    row_sum,
)
from companion.storage.upgrades import NEWEST

_Undo = tuple[str, tuple[object, ...]]
"""The statement that takes a transaction back, and its values."""


class SqliteEventLog:
    """All games of a table in one file; implements ``EventLog``.

    An append returns when the disk has the events in the mark beside the log
    (`companion.storage.high_water`); `settle`, at the latest before the next step, brings them
    from the WAL into the file itself. So the WAL holds one step at most, and the mark holds it,
    too. Rows carry a chained check sum, so that a changed or missing event is found when the game
    is loaded. The connection may be handed from thread to thread, but only one may use it at a
    time.

    Args:
        path: the file; it and missing folders above it are made.
        games: the definitions of all games that may be in it, by key.

    Attributes:
        notice: what people should know although games can be looked at: something is missing at
            the log's end, or nothing can be stored now. None where all is well.

    Raises:
        LogInUseError: another companion has the log.
        LogTooNewError: written by a newer version; the file is left as it is.
        LogUnreadableError: the file is something else; it is left as it is.
        LogMissingError: the file is gone, what lies beside it tells that there were games.
        LogUnavailableError: the file cannot be opened or made.
        LogWriteError: there is no room for a new log.

    A damaged file is not refused: its games can be loaded as far as they are whole, nothing is
    written to it any more, and the first new game sets it aside and begins a new file. Nor is one
    on a disk that takes nothing: it is read from a copy, and tried again with every step.
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
        self._in_doubt: _Undo | None = None
        self._last: Change | None = None
        self._is_settled = True
        try:
            self._open_file()
        except BaseException:
            self.close()
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
        number = 1 + max((head.number for head in self._known().values()), default=0)
        head = Head(game_id, number, game, started_at, 0)
        if game_id in self._known():
            raise LogConflictError
        self._store(Change(head), None)

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
        before = self._head_of(game_id)
        if before.version != after_version:
            raise LogConflictError
        codec = self._codec_of(before)
        check_sum = before.check_sum
        step = after_version + 1
        rows = []
        for version, event in enumerate(events, start=step):
            coded = codec.encode(event)
            check_sum = chained(check_sum, step, coded, recorded_at)
            row = (version, step, coded.kind, coded.schema, coded.body, recorded_at, check_sum)
            rows.append(row)
        head = replace(before, version=after_version + len(events), check_sum=check_sum)
        self._store(Change(head, tuple(rows)), before)

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        """Return all events of a game in order.

        Raises:
            NoSuchGameError: the game was never begun.
            LogDamagedError: an event cannot be read; carries the good ones before it.
            LogTooNewError: written by a newer version of the companion.
        """
        head = self._head_of(game_id)
        events = read_events(self._open, head, self._codec_of(head))
        if self._damaged:
            raise damaged_after(events)
        return events

    def games(self) -> tuple[GameHeader, ...]:
        """Return all games, newest first; one whose own row is damaged counts as not finished.

        Raises:
            LogDamagedError: the file is damaged and the list cannot be read.
        """
        return tuple(
            GameHeader(
                head.game_id,
                head.kind,
                head.started_at,
                finished=bool(head.finished) and head.game_id not in self._bad_rows,
            )
            for head in sorted(self._known().values(), key=lambda head: -head.number)
        )

    def finish(self, game_id: str) -> None:
        """Mark a game as finished, so that start-up does not resume it.

        Raises:
            NoSuchGameError: the game was never begun.
            LogWriteError: the disk is full, read-only or failing.
        """
        before = self._head_of(game_id)
        if not before.finished:
            self._store(Change(replace(before, finished=1)), before)

    def settle(self) -> None:
        """Bring the last step from the WAL into the file itself, while nobody waits for it."""
        if self._db is not None and not self._is_settled:
            with suppress(LogWriteError):  # tried again before the next step
                self._empty_wal(self._db)

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        self._disconnect()
        self._damaged = False
        if self._lock is not None:
            self._lock.release()

    # --- opening ---------------------------------------------------------------------------------

    def _open_file(self) -> None:
        try:
            _make_folder(self.path)
            self._lock = self._lock or LogLock(self.path)
            check_header(self.path, newest_version=NEWEST)
            check_that_it_is_there(self.path, self._mark.read())
            self._db, whole = connect(self.path)
            verdict = self._compare(self._db, whole=whole)
            self._is_settled = False
            if verdict is not MarkVerdict.SHORT and not self._damaged:
                self._agree(self._db, verdict)
        except LogDamagedError:
            self._damaged = True
        except (LogWriteError, LogUnavailableError, sqlite3.DatabaseError) as refusal:
            self._disconnect()
            self._open_copy(_refused(refusal))

    def _open_copy(self, refusal: LogError) -> None:
        """Read what can be read where nothing can be written."""
        if not self.path.is_file() or self.path.stat().st_size == 0:
            raise refusal
        try:
            self._db, whole = connect_to_copy(self.path)
            self._compare(self._db, whole=whole)
        except LogDamagedError:
            self._damaged = True
        except (LogError, sqlite3.DatabaseError):
            raise refusal from None
        self._refusal = LogReadOnlyError(reason=refusal.params.get("reason", refusal.message))
        self.notice = self.notice or self._refusal

    def _compare(self, db: sqlite3.Connection, *, whole: bool) -> MarkVerdict:
        """Bring what is there to what was confirmed, and tell how it stood."""
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
            self.notice = LogShortError(events=max(0, missing))
        elif verdict is MarkVerdict.UNCONFIRMED and key is not None:
            head = self._heads[key]
            before = before_last_step(db, head)
            self._stand(key, before)
            self._in_doubt = _undo_to(head, before)
            db.execute(*self._in_doubt)
        elif verdict is MarkVerdict.LATE and found.change is not None:
            _write(db, found.change, durably=True)
            self._stand(found.change.head.game_id, found.change.head)
        elif found.mark is None and found.is_there:
            self.notice = LogUnverifiedError()
        elif verdict is MarkVerdict.EQUAL and not found.is_whole:
            verdict = MarkVerdict.AHEAD
        return verdict

    def _agree(self, db: sqlite3.Connection, verdict: MarkVerdict) -> None:
        """Make log and mark tell the same from now on."""
        if self._in_doubt is not None:
            self._take_back(db, self._in_doubt)
        elif verdict is MarkVerdict.AHEAD:
            self._empty_wal(db)
            self._confirm(None)

    # --- inside ----------------------------------------------------------------------------------

    @property
    def _open(self) -> sqlite3.Connection:
        if self._db is None and self._damaged:
            raise LogDamagedError(last_good_version=0)
        if self._db is None:
            raise LogUnavailableError(path=self.path, reason="it was closed")
        return self._db

    def _known(self) -> dict[str, Head]:
        """Return where the games stand."""
        self._open  # noqa: B018 - raises where there is nothing to look at
        if self._heads is None:
            raise LogDamagedError(last_good_version=0)
        return self._heads

    def _head_of(self, game_id: str) -> Head:
        try:
            return self._known()[game_id]
        except KeyError:
            raise NoSuchGameError(game_id=game_id) from None

    def _codec_of(self, head: Head) -> EventCodec:
        codec = self._codecs.of(head.kind)
        if codec is None and head.game_id in self._bad_rows:
            raise LogDamagedError(last_good_version=0)
        if codec is None:  # a game that this companion does not know yet
            raise LogTooNewError
        return codec

    def _store(self, change: Change, before: Head | None) -> None:
        """Store a transaction after which a game stands elsewhere: confirmed, or taken back."""
        db = self._writable()
        if not self._is_settled:
            self._empty_wal(db)
        self._is_settled = False
        try:
            _write(db, change, durably=not change.fits)
            self._stand(change.head.game_id, change.head)
            self._confirm(change)
        except (sqlite3.DatabaseError, LogWriteError) as error:
            _roll_back(db)
            self._stand(change.head.game_id, before)
            if _conflicts(error):
                raise LogConflictError from error
            self._take_back(db, _undo_to(change.head, before))
            raise _refused(error) from error
        self.notice = None

    def _stand(self, game_id: str, head: Head | None) -> None:
        known = self._known()
        if head is None:
            known.pop(game_id, None)
        else:
            known[game_id] = head

    def _empty_wal(self, db: sqlite3.Connection) -> None:
        """Bring what is in the WAL into the file; somebody who reads just now is not waited for.

        Raises:
            LogWriteError: the disk refused.
        """
        try:
            db.execute("PRAGMA busy_timeout = 0")
            try:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                db.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT_S * 1000)}")
        except sqlite3.DatabaseError as error:
            raise LogWriteError(reason=str(error)) from error
        self._is_settled = True

    def _confirm(self, change: Change | None) -> None:
        """Let the mark tell what the log holds now."""
        try:
            self._mark.write(mark_of(self._known().values(), self._serial + 1), change)
        except OSError as error:
            raise LogWriteError(reason=error.strerror or error) from error
        self._serial += 1
        self._last = change

    def _take_back(self, db: sqlite3.Connection, undo: _Undo) -> None:
        """Make the disk forget a transaction that failed: what was refused must not come back.

        Raises:
            LogInDoubtError: not now; it is tried again before the next step, and what is still
                there after a restart is taken back unless the mark confirms it.
        """
        self._in_doubt = undo
        failed: Exception | None = None
        try:
            self._confirm(self._last)
        except LogWriteError as error:  # it may have come as far as the system's memory
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
            LogDamagedError: nothing is written to a damaged file.
            LogWriteError: the disk still takes nothing.
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
            self._take_back(db, self._in_doubt)
        return db

    def _start_afresh(self) -> None:
        """Keep the damaged file under another name and go on with a new one."""
        self._disconnect()
        set_aside(self.path)
        self._damaged = False
        self.notice = self._heads = None
        self._open_file()

    def _disconnect(self) -> None:
        self._is_settled = True  # SQLite does it when it closes
        if self._db is not None:
            self._db.close()
            self._db = None
        self._mark.close()


def _undo_to(head: Head, before: Head | None) -> _Undo:
    """Return what makes a game stand at *before* again, wherever the change came to."""
    if before is None:
        return "DELETE FROM game WHERE id = ?", (head.game_id,)
    if head.finished != before.finished:
        statement = "UPDATE game SET finished = ?, check_sum = ? WHERE id = ?"
        return statement, (before.finished, row_sum(before), head.game_id)
    statement = "DELETE FROM event WHERE game = ? AND version > ?"
    return statement, (head.game_id, before.version)


def _write(db: sqlite3.Connection, change: Change, *, durably: bool) -> None:
    """Write a transaction to the WAL, and wait for the disk where the mark does not hold it."""
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
            "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            ((head.game_id, *event) for event in change.events),
        )
        db.execute("COMMIT")
    finally:
        _roll_back(db)
        db.execute("PRAGMA synchronous = FULL")


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogUnavailableError(path=path, reason=error.strerror) from error


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        with suppress(sqlite3.Error):  # a failing disk may have ended the transaction by itself
            db.execute("ROLLBACK")


def _conflicts(error: Exception) -> bool:
    """Whether another program was faster, or is writing just now."""
    if isinstance(error, sqlite3.IntegrityError):
        return True
    busy = ("SQLITE_BUSY", "SQLITE_LOCKED")
    return isinstance(error, sqlite3.Error) and name_of(error) in busy


def _refused(error: Exception) -> LogError:
    """Return what people are told where the disk does not take something."""
    return error if isinstance(error, LogError) else LogWriteError(reason=error)
