"""Mark file: high-water mark and redo record of the last transaction, next to the log.

The chained checksums of a log detect modified events, but not missing ones at its end, and SQLite
silently drops the corrupt end of its WAL. So every transaction is also written to ``NAME-mark``,
and only that file is synced before the step is confirmed; the log is synced afterwards. On opening,
a lost step is redone from the mark file, an unconfirmed one is undone, and any other loss is
reported. The file has two slots that are written alternately: a torn or corrupt write leaves the
other slot intact.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from companion.storage.atomic_file import write_atomically
from companion.text_formats import from_json

ENDING: Final = "-mark"

_SLOTS: Final = 2
_SLOT_BYTES: Final = 65_536
_CHANGE_BYTES: Final = 60_000


@dataclass(frozen=True, slots=True)
class Head:
    """Head of a game: its row, and the version and checksum of its last event."""

    game_id: str
    number: int
    kind: str
    started_at: str
    finished: int
    version: int = 0
    check_sum: str = ""


@dataclass(frozen=True, slots=True)
class LogMark:
    """High-water mark: the content of a log after its last confirmed transaction.

    Attributes:
        serial: incremented by every transaction.
        digest: hash of the heads of all games.
        games: number of games.
        events: total number of events.
    """

    serial: int
    digest: str
    games: int
    events: int


@dataclass(frozen=True, slots=True)
class Change:
    """A transaction (redo record): the new head of its game, and the rows of its events.

    A row is version, step, kind, schema, body, time, play time and checksum.
    """

    head: Head
    events: tuple[tuple[int, int, str, int, str, str, int, str], ...] = ()

    @property
    def fits(self) -> bool:
        """Whether it fits into a slot of the mark file."""
        return len(json.dumps(asdict(self))) <= _CHANGE_BYTES


class MarkVerdict(Enum):
    """Comparison of a log with its mark.

    ``AHEAD``: written by a version without a mark file, or the mark file was corrupt.
    ``UNCONFIRMED``: one extra transaction, which was rejected or interrupted and never shown.
    ``LATE``: the last transaction is missing in the log; the mark file holds it.
    ``SHORT``: other confirmed data is missing or modified.
    """

    EQUAL = "equal"
    AHEAD = "ahead"
    UNCONFIRMED = "unconfirmed"
    LATE = "late"
    SHORT = "short"


def mark_of(heads: Iterable[Head], serial: int) -> LogMark:
    """Return the mark of a log with these *heads*."""
    ordered = sorted(heads, key=lambda head: (head.number, head.game_id))
    text = json.dumps([list(map(head.__getattribute__, Head.__slots__)) for head in ordered])
    events = sum(head.version for head in ordered)
    return LogMark(serial, _hash(text), len(ordered), events)


@dataclass(frozen=True, slots=True)
class ReadMark:
    """Content of the mark file.

    Attributes:
        mark: the newest valid one; None where there is none.
        change: the transaction that it confirmed; None where that was too large.
        is_whole: both slots are valid, so *mark* is the last one written.
        is_there: the file exists.
    """

    mark: LogMark | None = None
    change: Change | None = None
    is_whole: bool = False
    is_there: bool = False


def compare(
    found: ReadMark, heads: Mapping[str, Head], step_back: Callable[[Head], Head | None]
) -> tuple[MarkVerdict, str | None]:
    """Compare a log with its mark; also returns the game of an unconfirmed or late transaction.

    Args:
        step_back: returns a game's head one transaction earlier; None before its first.
    """
    mark = found.mark
    if mark is None:
        return MarkVerdict.AHEAD, None
    now = mark_of(heads.values(), mark.serial)
    if now == mark:
        return MarkVerdict.EQUAL, None
    if found.change is not None and _matches_with(heads, found.change, mark):
        return MarkVerdict.LATE, found.change.head.game_id
    if found.is_whole:
        for key, head in heads.items():
            if _matches(mark, heads, key, step_back(head)):
                return MarkVerdict.UNCONFIRMED, key
            if head.finished and _matches(mark, heads, key, replace(head, finished=0)):
                return MarkVerdict.AHEAD, None  # harmless: the game was being closed
    grown = now.games >= mark.games and now.events >= mark.events
    if grown and (now.games, now.events) != (mark.games, mark.events):
        return MarkVerdict.AHEAD, None
    return MarkVerdict.SHORT, None


def _matches(mark: LogMark, heads: Mapping[str, Head], key: str, head: Head | None) -> bool:
    """Whether the mark matches this log with one game at *head*, or without that game."""
    others = {each: at for each, at in heads.items() if each != key}
    before = others if head is None else {**others, key: head}
    return mark_of(before.values(), mark.serial) == mark


def _matches_with(heads: Mapping[str, Head], change: Change, mark: LogMark) -> bool:
    """Whether the log plus *change* matches the mark."""
    key = change.head.game_id
    known = heads[key].version if key in heads else 0
    is_next = change.head.version - len(change.events) == known
    return is_next and _matches(mark, heads, key, change.head)


class MarkFile:
    """Reads and writes the mark file of a log.

    Args:
        log: the log's file.
    """

    def __init__(self, log: Path) -> None:
        self.path = log.with_name(log.name + ENDING)
        self._fd: int | None = None

    def read(self) -> ReadMark:
        """Return its content; an invalid file counts as no mark."""
        try:
            fd = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            return ReadMark(is_there=not isinstance(error, FileNotFoundError))
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return ReadMark(is_there=True)
            slots = [os.pread(fd, _SLOT_BYTES, slot * _SLOT_BYTES) for slot in range(_SLOTS)]
        except OSError:
            return ReadMark(is_there=True)
        finally:
            os.close(fd)
        found = [each for each in map(_decoded, slots) if each is not None]
        if not found:
            return ReadMark(is_there=True)
        newest, change = max(found, key=lambda each: each[0].serial)
        return ReadMark(newest, change, is_whole=len(found) == _SLOTS, is_there=True)

    def write(self, mark: LogMark, change: Change | None) -> None:
        """Write and sync *mark*, and *change* where it fits.

        Raises:
            OSError: writing failed; rewrite the previous mark.
        """
        if self._fd is None:
            self._fd = self._open_for_writing(mark)
        self._put(self._fd, _encoded(mark, change), mark.serial % _SLOTS * _SLOT_BYTES)

    def close(self) -> None:
        """Release the file. Safe to call twice."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _put(self, fd: int, data: bytes, at: int) -> None:
        if os.pwrite(fd, data, at) != len(data):
            raise OSError("the disk took only a part")
        os.fdatasync(fd)

    def _open_for_writing(self, mark: LogMark) -> int:
        """Open the file for writing; a missing or corrupt one is recreated atomically."""
        if not self.read().is_whole:
            slots = sorted(
                (replace(mark, serial=mark.serial - 1), mark), key=lambda each: each.serial % _SLOTS
            )
            text = "".join(_encoded(each, None).decode().ljust(_SLOT_BYTES, "\0") for each in slots)
            write_atomically(self.path, text)
        return os.open(self.path, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC)


def _encoded(mark: LogMark, change: Change | None) -> bytes:
    kept = asdict(change) if change is not None and change.fits else None
    body = json.dumps({"mark": asdict(mark), "change": kept})
    return f"{_hash(body)} {body}\n".encode()


def _decoded(slot: bytes) -> tuple[LogMark, Change | None] | None:
    check_sum, _, body = slot.partition(b"\n")[0].decode("ascii", "replace").partition(" ")
    if check_sum != _hash(body):
        return None
    content = from_json(body)
    change = content["change"]
    if change is not None:
        change = Change(Head(**change["head"]), tuple(map(tuple, change["events"])))
    return LogMark(**content["mark"]), change


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
