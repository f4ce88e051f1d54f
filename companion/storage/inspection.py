"""Read-only integrity check of a log: reports every problem as a typed error."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from companion.games.definition import GameDefinition
from companion.session.errors import (
    GAME_DAMAGED,
    GAME_ROW_DAMAGED,
    LOG_SHORT,
    LOG_STRUCTURE,
    LOG_UNVERIFIED,
    LogDamagedError,
    LogError,
    LogLateError,
    LogTooNewError,
)
from companion.storage.codec import Codecs
from companion.storage.connection import BUSY_TIMEOUT_S, connect_to_copy, is_whole
from companion.storage.high_water import Head, MarkFile, MarkVerdict, ReadMark, compare
from companion.storage.log_file import ASIDE, check_file_types, check_header, check_that_it_is_there
from companion.storage.rows import UNREADABLE, before_last_step, read_events, read_heads


def inspect_log(path: Path, games: Mapping[str, GameDefinition]) -> tuple[LogError, ...]:
    """Return all problems of a log, also while it is in use."""
    found = MarkFile(path).read()  # first: a running table writes it last
    try:
        check_file_types(path)
        check_that_it_is_there(path, found)
        if not path.exists():
            return ()
        check_header(path)
        with closing(_opened(path)) as db:
            return tuple(_problems(path, db, found, games))
    except LogDamagedError:
        return (LOG_STRUCTURE(path=path, reason="it breaks off, or its list is unreadable"),)
    except LogError as error:
        return (error,)
    except UNREADABLE as error:
        return (LOG_STRUCTURE(path=path, reason=error),)


def set_aside_in(folder: Path) -> tuple[Path, ...]:
    """Return the quarantined files in a folder."""
    with suppress(OSError):
        return tuple(sorted(each for each in folder.iterdir() if ASIDE in each.name))
    return ()


def _problems(
    path: Path, db: sqlite3.Connection, found: ReadMark, games: Mapping[str, GameDefinition]
) -> Iterator[LogError]:
    broken = structure(path, db)
    yield from broken
    heads, bad = read_heads(db)
    yield from (GAME_ROW_DAMAGED(game=key) for key in sorted(bad))
    codecs = Codecs(games)
    for head in heads.values():
        codec = codecs.of(head.kind)
        if codec is None:
            if head.game_id not in bad:
                yield LogTooNewError()
            continue
        try:
            read_events(db, head, codec)
        except LogDamagedError as error:
            yield GAME_DAMAGED(game=head.game_id, version=error.last_good_version)
        except LogTooNewError as error:
            yield error
    if not broken and not bad:
        yield from compared(db, found, heads)


def compared(
    db: sqlite3.Connection, found: ReadMark, heads: Mapping[str, Head]
) -> Iterator[LogError]:
    """Yield problems found by comparing an otherwise consistent log with its mark file."""
    verdict, _ = compare(found, heads, lambda head: before_last_step(db, head))
    if verdict is MarkVerdict.SHORT and found.mark is not None:
        held = sum(head.version for head in heads.values())
        yield LOG_SHORT(events=max(0, found.mark.events - held))
    elif verdict is MarkVerdict.LATE:
        yield LogLateError()
    elif found.is_there and not found.is_whole:
        yield LOG_UNVERIFIED()


def structure(path: Path, db: sqlite3.Connection) -> tuple[LogError, ...]:
    """Return the result of SQLite's integrity check and of our schema check."""
    if is_whole(db):
        return ()
    try:
        (answer,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    except UNREADABLE as error:
        answer = str(error)
    if answer == "ok":
        answer = "its tables are not as they should be"
    reason = " ".join(str(answer).split())
    return (LOG_STRUCTURE(path=path, reason=reason),)


def _opened(path: Path) -> sqlite3.Connection:
    """Open the log for reading: directly while it is in use, else as an in-memory copy."""
    if _is_in_use(path):
        uri = f"{path.resolve().as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S)
    return connect_to_copy(path)[0]


def _is_in_use(path: Path) -> bool:
    try:
        fd = os.open(f"{path}.lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(fd)
    return False
