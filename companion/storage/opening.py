"""Opens the log of a table that has to start, whatever lies in its folder.

What cannot be used is renamed, never deleted, and said. Where not even a new log can be made the
table keeps its games in memory.
"""

from __future__ import annotations

import json
import logging
import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.session.errors import (
    LogDamagedError,
    LogError,
    LogInUseError,
    LogMissingError,
    LogUnreadableError,
    LogWriteError,
)
from companion.session.ports import EventLog
from companion.storage.errors import BackupThereError, FileSetAsideError, GamesNotKeptError
from companion.storage.log_file import ASIDE, BESIDE, set_aside
from companion.storage.memory_log import MemoryEventLog
from companion.storage.sqlite_log import SqliteEventLog

log = logging.getLogger(__name__)

_FILES: Final = ("choices.json", "boxes.json", "config.toml")
_FOLDERS: Final = ("profiles", "demo-profiles", "tallies", "exchange", "backups")
_MOST_BYTES: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Opened:
    """A log to play with, and what people should know about it."""

    log: EventLog
    notices: tuple[CompanionError, ...] = ()


def open_for_table(
    path: Path, games: Mapping[str, GameDefinition], backups: Path, *, named: bool = False
) -> Opened:
    """Return the log in *path*, or another one where it cannot be used.

    Args:
        backups: the folder whose newest backup is offered.
        named: somebody named this file for this run: one that is no log at all stays as it is.

    Raises:
        LogInUseError: another companion has the log.
        LogUnreadableError: *named*, and no log.
    """
    notices: list[CompanionError] = []
    for set_aside_what in (_odd_neighbours, _everything, None):
        try:
            opened = SqliteEventLog(path, games)
        except LogInUseError:
            raise
        except LogError as error:
            if named and isinstance(error, LogUnreadableError):
                raise
            log.warning("the log cannot be opened", extra={"reason": error.message})
            if isinstance(error, LogMissingError) and set_aside_what is _everything:
                notices.append(error)
            if set_aside_what is None or isinstance(error, LogWriteError):
                notices.append(GamesNotKeptError(reason=error.message.rstrip(".")))
                return Opened(MemoryEventLog(), offer_backup(notices, backups))
            with suppress(LogError):
                notices += [FileSetAsideError(path=aside) for aside in set_aside_what(path)]
            continue
        if not _can_list(opened):
            opened.close()
            with suppress(LogError):
                notices.append(FileSetAsideError(path=set_aside(path)))
            continue
        if opened.notice is not None:
            notices.append(opened.notice)
        return Opened(opened, offer_backup(notices, backups))
    raise AssertionError("the last round returns")


def tidy(data: Path, config: Path) -> tuple[CompanionError, ...]:
    """Rename what would keep a start waiting or from being understood; returns what to say.

    A pipe in the place of a file would be waited for, a folder or garbage cannot be read.
    """
    odd = []
    for folder in {data, config}:
        odd += [each for name in _FILES if _is_odd(each := folder / name, stat.S_ISREG)]
    odd += [each for name in _FOLDERS if _is_odd(each := data / name, stat.S_ISDIR)]
    for name in _FOLDERS[:3]:
        with suppress(OSError):
            odd += [
                each
                for each in (data / name).glob("*.json")
                if _is_odd(each, stat.S_ISREG) and ASIDE not in each.name
            ]
    odd += [
        each
        for name in ("choices.json", "boxes.json")
        if (each := data / name) not in odd and not _holds_object(each)
    ]
    notices: list[CompanionError] = []
    for path in odd:
        with suppress(LogError):
            notices.append(FileSetAsideError(path=set_aside(path)))
    return tuple(notices)


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a folder; None where there is none."""
    with suppress(OSError):
        found = [each for each in folder.glob("*.zip") if each.is_file()]
        return max(found, key=lambda each: each.stat().st_mtime, default=None)
    return None


def offer_backup(notices: Sequence[CompanionError], backups: Path) -> tuple[CompanionError, ...]:
    """Return the notices, and the newest backup where there are both."""
    backup = newest_backup(backups)
    if not notices or backup is None or isinstance(notices[-1], BackupThereError):
        return tuple(notices)
    return (*notices, BackupThereError(path=backup))


def _can_list(opened: SqliteEventLog) -> bool:
    try:
        opened.games()
    except LogDamagedError:
        return False
    return True


def _odd_neighbours(path: Path) -> Iterable[Path]:
    """Set aside what lies where SQLite, the lock or the mark wants a file of its own."""
    beside = [path.with_name(path.name + ending) for ending in (*BESIDE, ".lock")]
    return [set_aside(each) for each in beside if _is_odd(each, stat.S_ISREG)]


def _everything(path: Path) -> Iterable[Path]:
    there = any(os.path.lexists(f"{path}{ending}") for ending in ("", *BESIDE))
    return [set_aside(path)] if there else ()


def _is_odd(path: Path, is_kind: Callable[[int], bool]) -> bool:
    """Whether something lies there that is not of its kind; a broken link is odd, too."""
    if not os.path.lexists(path):
        return False
    try:
        return not is_kind(path.stat().st_mode)
    except OSError:
        return True


def _holds_object(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return isinstance(json.loads(file.read(_MOST_BYTES)), dict)
    except FileNotFoundError:
        return True
    except (OSError, ValueError, RecursionError):
        return False
