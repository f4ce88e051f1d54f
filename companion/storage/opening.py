"""Opens the log at startup; the table must start whatever its folder contains.

Unusable files are quarantined (renamed, never deleted) and reported. If not even a new log can be
created, games are kept in memory.
"""

from __future__ import annotations

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
from companion.text_formats import from_json

log = logging.getLogger(__name__)

_FILES: Final = ("choices.json", "boxes.json", "config.toml")
_FOLDERS: Final = ("profiles", "demo-profiles", "tallies", "exchange", "backups")
_MAX_BYTES: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Opened:
    """An open log, and notices for the user."""

    log: EventLog
    notices: tuple[CompanionError, ...] = ()


def open_for_table(
    path: Path, games: Mapping[str, GameDefinition], backups: Path, *, named: bool = False
) -> Opened:
    """Return the log in *path*, or a new or in-memory one if it is unusable.

    Args:
        backups: the folder whose newest backup is offered.
        named: the user specified this file for this run: a file that is not a log is left as it is.

    Raises:
        LogInUseError: another process holds the log.
        LogUnreadableError: *named*, and not a log.
    """
    notices: list[CompanionError] = []
    for quarantine in (_quarantine_sidecars, _quarantine_all, None):
        try:
            opened = SqliteEventLog(path, games)
        except LogInUseError:
            raise
        except LogError as error:
            if named and isinstance(error, LogUnreadableError):
                raise
            log.warning("the log cannot be opened", extra={"reason": error.message})
            if isinstance(error, LogMissingError) and quarantine is _quarantine_all:
                notices.append(error)
            if quarantine is None or isinstance(error, LogWriteError):
                notices.append(GamesNotKeptError(reason=error.message.rstrip(".")))
                return Opened(MemoryEventLog(), offer_backup(notices, backups))
            with suppress(LogError):
                notices += [FileSetAsideError(path=aside) for aside in quarantine(path)]
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
    """Quarantine state files that would block or break startup; returns notices.

    Opening a pipe in place of a file would block; a folder or garbage cannot be read.
    """
    bad = []
    for folder in {data, config}:
        bad += [each for name in _FILES if _has_wrong_type(each := folder / name, stat.S_ISREG)]
    bad += [each for name in _FOLDERS if _has_wrong_type(each := data / name, stat.S_ISDIR)]
    for name in _FOLDERS[:3]:
        with suppress(OSError):
            bad += [
                each
                for each in (data / name).glob("*.json")
                if _has_wrong_type(each, stat.S_ISREG) and ASIDE not in each.name
            ]
    bad += [
        each
        for name in ("choices.json", "boxes.json")
        if (each := data / name) not in bad and not _holds_object(each)
    ]
    notices: list[CompanionError] = []
    for path in bad:
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
    """Append the newest backup to the notices, if there are both."""
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


def _quarantine_sidecars(path: Path) -> Iterable[Path]:
    """Quarantine what is not a regular file at the paths of sidecars and the lock."""
    beside = [path.with_name(path.name + ending) for ending in (*BESIDE, ".lock")]
    return [set_aside(each) for each in beside if _has_wrong_type(each, stat.S_ISREG)]


def _quarantine_all(path: Path) -> Iterable[Path]:
    there = any(os.path.lexists(f"{path}{ending}") for ending in ("", *BESIDE))
    return [set_aside(path)] if there else ()


def _has_wrong_type(path: Path, is_kind: Callable[[int], bool]) -> bool:
    """Whether the path exists with the wrong file type; a broken link counts, too."""
    if not os.path.lexists(path):
        return False
    try:
        return not is_kind(path.stat().st_mode)
    except OSError:
        return True


def _holds_object(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return isinstance(from_json(file.read(_MAX_BYTES)), dict)
    except FileNotFoundError:
        return True
    except (OSError, ValueError):
        return False
