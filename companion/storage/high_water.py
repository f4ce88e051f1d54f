"""Mark file: how much a log holds (high-water mark), next to the log.

The chained checksums of a log detect modified events, but not missing ones at its end, and SQLite
silently drops the corrupt end of its WAL. So each step is also counted in ``NAME-mark`` before it
is shown, once it is synced in the log: a log that holds less, or something else, has lost events.
The mark is not synced: one that is behind its log is harmless.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from companion.regular_file import read_regular
from companion.session.errors import LOG_SHORT, LOG_UNVERIFIED, LogError
from companion.storage.atomic_file import write_atomically
from companion.text_formats import from_json

ENDING: Final = "-mark"


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
    """High-water mark: what a log holds. None of the numbers ever decreases.

    Attributes:
        games: number of games.
        finished: number of finished games.
        events: total number of events.
        digest: hash of the heads of all games.
    """

    games: int
    finished: int
    events: int
    digest: str

    @property
    def numbers(self) -> tuple[int, int, int]:
        return self.games, self.finished, self.events


@dataclass(frozen=True, slots=True)
class ReadMark:
    """Content of the mark file.

    Attributes:
        mark: None where there is no valid one.
        is_there: the file exists.
    """

    mark: LogMark | None = None
    is_there: bool = False

    def problem_of(self, heads: Iterable[Head]) -> LogError | None:
        """Return what a log with these *heads* lacks; None if it has everything."""
        then, now = self.mark, mark_of(heads)
        if then is None:
            return LOG_UNVERIFIED() if self.is_there else None
        has_less = any(held < known for held, known in zip(now.numbers, then.numbers, strict=True))
        if has_less or (now.numbers == then.numbers and now.digest != then.digest):
            return LOG_SHORT(events=max(0, then.events - now.events))
        return None


def mark_of(heads: Iterable[Head]) -> LogMark:
    ordered = sorted(heads, key=lambda head: (head.number, head.game_id))
    text = json.dumps([list(map(head.__getattribute__, Head.__slots__)) for head in ordered])
    finished = sum(bool(head.finished) for head in ordered)
    events = sum(head.version for head in ordered)
    return LogMark(len(ordered), finished, events, _hash(text))


class MarkFile:
    """Reads and writes the mark file of a log.

    Args:
        log: the log's file.
    """

    def __init__(self, log: Path) -> None:
        self.path = log.with_name(log.name + ENDING)

    def read(self) -> ReadMark:
        """Return its content; an invalid file counts as no mark."""
        is_there = os.path.lexists(self.path)
        try:
            return ReadMark(_decoded(read_regular(self.path)), is_there)
        except OSError:
            return ReadMark(is_there=is_there)

    def write(self, mark: LogMark) -> None:
        """Write *mark* in place, within one sector: a power cut leaves it or the one before.

        Raises:
            OSError: writing failed.
        """
        text = _encoded(mark)
        if not self.path.exists():
            write_atomically(self.path, text)
            return
        with self.path.open("r+b", buffering=0) as file:
            file.write(text)


def _encoded(mark: LogMark) -> bytes:
    body = json.dumps(asdict(mark))
    return f"{_hash(body)} {body}\n".encode()


def _decoded(content: bytes) -> LogMark | None:
    check_sum, _, body = content.partition(b"\n")[0].decode("ascii", "replace").partition(" ")
    return LogMark(**from_json(body)) if check_sum == _hash(body) else None


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
