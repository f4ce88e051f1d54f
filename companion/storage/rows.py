"""Reads the log's rows and verifies the chained checksums; unverified rows are never returned."""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Final

from companion.session.errors import LogDamagedError
from companion.session.ports import StoredEvent
from companion.storage.codec import EncodedEvent, EventCodec, UnreadableEventError
from companion.storage.high_water import Head

# Python decodes texts of rows and of SQLite's messages; corrupt ones are not valid UTF-8, and a
# corrupt row may hold bytes or a number where its column allows only text.
UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeError, TypeError, OverflowError)
"""Exceptions of reading a corrupt file."""

_SUM_DIGITS: Final = 16


def chained(previous: str, step: int, event: EncodedEvent, recorded_at: str, played_ms: int) -> str:
    """Return the chained checksum of an event: over all columns and the previous checksum."""
    parts = (previous, step, event.kind, event.schema, event.body, recorded_at, played_ms)
    return _sum("\0".join(map(str, parts)))


def row_sum(head: Head) -> str:
    """Return the checksum of a game's row."""
    facts = (head.game_id, str(head.number), head.kind, head.started_at, str(head.finished))
    return _sum("\0".join(facts))


def follow_events(
    db: sqlite3.Connection, head: Head
) -> Iterator[tuple[int, int, EncodedEvent, str, int]]:
    """Yield version, step, event and times of all rows of a game, while the hash chain is valid.

    Raises:
        LogDamagedError: a row is unreadable, modified, or missing before the head.
    """
    known, last_sum = 0, ""
    try:
        for version, step, kind, schema, body, recorded_at, played_ms, stored_sum in db.execute(
            "SELECT version, step, kind, schema, body, recorded_at, played_ms, check_sum"
            " FROM event WHERE game = ? AND version <= ? ORDER BY version",
            (head.game_id, head.version),
        ):
            event = EncodedEvent(kind, schema, body)
            right = chained(last_sum, step, event, recorded_at, played_ms)
            if version != known + 1 or stored_sum != right:
                raise LogDamagedError(last_good_version=known)
            known, last_sum = version, stored_sum
            yield version, step, event, recorded_at, played_ms
    except UNREADABLE as error:
        raise LogDamagedError(last_good_version=known) from error
    if known < head.version:  # a corrupt B-tree may end too early
        raise LogDamagedError(last_good_version=known)


def read_events(db: sqlite3.Connection, head: Head, codec: EventCodec) -> tuple[StoredEvent, ...]:
    """Return all events of a game in order, up to its head.

    Raises:
        LogDamagedError: an event is corrupt; carries the good ones before it.
        LogTooNewError: written by a newer version of the companion.
    """
    good: list[StoredEvent] = []
    try:
        for version, step, event, recorded_at, played_ms in follow_events(db, head):
            good.append(StoredEvent(version, step, codec.decode(event), recorded_at, played_ms))
    except (LogDamagedError, UnreadableEventError) as error:
        raise damaged_after(good) from error
    return tuple(good)


def read_heads(
    db: sqlite3.Connection, game_id: str | None = None
) -> tuple[dict[str, Head], frozenset[str]]:
    """Return the heads of all games, newest first, and the ids of games with corrupt rows.

    Args:
        game_id: reads this game only.

    Raises:
        LogDamagedError: the list cannot be read.
    """
    heads: dict[str, Head] = {}
    bad: set[str] = set()
    try:
        for row in db.execute(
            "SELECT id, number, kind, started_at, finished,"
            " coalesce((SELECT max(version) FROM event WHERE game = game.id), 0),"
            " coalesce((SELECT check_sum FROM event WHERE game = game.id"
            " ORDER BY version DESC LIMIT 1), ''), check_sum FROM game WHERE ?1 IN (id, '')"
            " ORDER BY number DESC",
            (game_id or "",),
        ):
            head = Head(*row[:-1])
            texts = (head.game_id, head.kind, head.started_at, head.check_sum)
            numbers = (head.number, head.finished, head.version)
            if any(type(text) is not str for text in texts) or any(
                type(number) is not int for number in numbers
            ):
                raise LogDamagedError(last_good_version=0)
            heads[head.game_id] = head
            if row[-1] != row_sum(head):
                bad.add(head.game_id)
    except UNREADABLE as error:
        raise LogDamagedError(last_good_version=0) from error
    return heads, frozenset(bad)


def damaged_after(good: Sequence[StoredEvent]) -> LogDamagedError:
    """Return an error that carries the verified events."""
    return LogDamagedError(last_good_version=len(good), good=tuple(good))


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_SUM_DIGITS]
