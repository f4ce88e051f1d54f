"""Read-only check of a log, for doctor, backup, restore and history: its problems as errors."""

import fcntl
import sqlite3
from collections import deque
from collections.abc import Container, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from companion.games.definition import GameDefinition
from companion.session import errors
from companion.storage.codec import codecs_of
from companion.storage.connection import connect_read_only, connect_to_copy, is_whole
from companion.storage.high_water import Head, MarkFile, ReadMark
from companion.storage.log_file import (
    ASIDE,
    LOCK_ENDING,
    check_file_types,
    check_header,
    check_that_it_is_there,
    has_content,
)
from companion.storage.rows import UNREADABLE, follow_events, read_events, read_heads


def inspect_log(
    path: Path, games: Mapping[str, GameDefinition] | None = None, found: ReadMark | None = None
) -> tuple[errors.LogError, ...]:
    """Return all problems of a log, also while it is in use; nothing is written.

    `LogIncompleteError`: events are missing at its end. `LogTooNewError`, `LogUnreadableError`,
    `LogUnavailableError` and `LogMissingError`: as when it is opened. All others are damage.

    Args:
        games: by key, to decode the events; None verifies their checksums only.
        found: the mark file as it was when *path* was copied; None reads the one beside it.
    """
    found = found or MarkFile(path).read()  # first: a running table writes it last
    try:
        check_file_types(path)
        check_that_it_is_there(path, found)
        if not has_content(path):
            return ()
        check_header(path)
        with closing(_opened(path)) as db:
            heads, bad, problems = survey(db, path, found)
            return (*problems, *_broken_games(db, heads, bad, games))
    except errors.LogDamagedError:
        return (_unreadable(path),)
    except errors.LogError as error:
        return (error,)
    except UNREADABLE as error:
        return (errors.LOG_STRUCTURE(path=path, reason=error),)


def survey(
    db: sqlite3.Connection, path: Path, found: ReadMark
) -> tuple[dict[str, Head], frozenset[str], list[errors.LogError]]:
    """Return the heads of all games, the ids of those with corrupt rows, and the problems."""
    problems = list(_structure(path, db))
    try:
        heads, bad = read_heads(db)
    except errors.LogDamagedError:
        return {}, frozenset(), problems or [_unreadable(path)]
    problems += [errors.GAME_ROW_DAMAGED(game=key) for key in sorted(bad)]
    if not problems and (lost := found.problem_of(heads.values())):
        problems.append(lost)
    return heads, bad, problems


def set_aside_in(folder: Path) -> tuple[Path, ...]:
    """Return the quarantined files in a folder."""
    with suppress(OSError):
        return tuple(sorted(each for each in folder.iterdir() if ASIDE in each.name))
    return ()


def _unreadable(path: Path) -> errors.LogError:
    return errors.LOG_STRUCTURE(path=path, reason="it breaks off, or its list is unreadable")


def _broken_games(
    db: sqlite3.Connection,
    heads: Mapping[str, Head],
    bad: Container[str],
    games: Mapping[str, GameDefinition] | None,
) -> Iterator[errors.LogError]:
    codecs = None if games is None else codecs_of(games)
    for head in heads.values():
        codec = None if codecs is None else codecs(head.kind)
        if codecs is not None and codec is None:
            if head.game_id not in bad:
                yield errors.LogTooNewError()
            continue
        try:
            deque(read_events(db, head, codec) if codec else follow_events(db, head), maxlen=0)
        except errors.LogDamagedError as error:
            yield errors.GAME_DAMAGED(game=head.game_id, version=error.last_good_version)
        except errors.LogTooNewError as error:
            yield error


def _structure(path: Path, db: sqlite3.Connection) -> tuple[errors.LogError, ...]:
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
    return (errors.LOG_STRUCTURE(path=path, reason=reason),)


def _opened(path: Path) -> sqlite3.Connection:
    """Open the log for reading; what a killed process left in its WAL is applied to a copy."""
    is_closed = not _is_in_use(path)
    if is_closed and has_content(Path(f"{path}-wal")):
        return connect_to_copy(path)[0]
    return connect_read_only(path, is_closed=is_closed)


def _is_in_use(path: Path) -> bool:
    try:
        with Path(f"{path}{LOCK_ENDING}").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    return False
