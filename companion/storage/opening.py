"""Opens the log at startup; the table must start whatever its folder contains.

Unusable regular files are quarantined (renamed, never deleted); anything else stays as it is. Both
are reported. If not even a new log can be created, games are kept in memory.
"""

import logging
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition
from companion.regular_file import read_regular
from companion.session import errors
from companion.session.ports import EventLog
from companion.storage.backup_folder import backups_in
from companion.storage.errors import (
    FILE_SET_ASIDE,
    GAMES_NOT_KEPT,
    WRONG_FILE_TYPE,
    BackupThereError,
)
from companion.storage.log_file import ASIDE, set_aside
from companion.storage.memory_log import MemoryEventLog
from companion.storage.sqlite_log import SqliteEventLog
from companion.text_formats import from_json

log = logging.getLogger(__name__)

_FILES: Final = ("choices.json", "boxes.json", "config.toml")
_FOLDERS: Final = ("profiles", "demo-profiles", "tallies", "exchange", "backups")


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
    reason = ""
    for _ in range(2):
        try:
            opened = _open(path, games)
        except errors.LogInUseError:
            raise
        except errors.LogError as error:
            if named and isinstance(error, errors.LogUnreadableError):
                raise
            log.warning("the log cannot be opened", extra={"reason": error.message})
            reason = error.message.rstrip(".")
            if isinstance(error, (errors.LogMissingError, errors.LogNotOwnedError)):
                notices.append(error)
            no_content = isinstance(error, (errors.LogWriteError, errors.LogUnavailableError))
            if no_content or not _quarantine(path, notices):
                break
        else:
            notices += [] if opened.notice is None else [opened.notice]
            return Opened(opened, offer_backup(notices, backups))
    notices.append(GAMES_NOT_KEPT(reason=reason))
    return Opened(MemoryEventLog(), offer_backup(notices, backups))


def tidy(data: Path, config: Path) -> tuple[CompanionError, ...]:
    """Quarantine state files that would break startup; returns notices.

    What is not a regular file stays as it is, and no file is read there.
    """
    notices: list[CompanionError] = []
    folders = [data / name for name in _FOLDERS]
    files = [folder / name for folder in {data, config} for name in _FILES]
    for folder in folders[:3]:
        with suppress(OSError):
            files += [each for each in folder.glob("*.json") if ASIDE not in each.name]
    strange = [each for each in files if _has_wrong_type(each, stat.S_ISREG)]
    strange += [each for each in folders if _has_wrong_type(each, stat.S_ISDIR)]
    useless = [data / name for name in ("choices.json", "boxes.json")]
    useless = [each for each in useless if each not in strange and not _holds_object(each)]
    for path in (*strange, *useless):
        if not _quarantine(path, notices):
            notices.append(WRONG_FILE_TYPE(path=path))
    return tuple(notices)


def written_files(data: Path) -> Iterator[Path]:
    """Yield the existing files and folders that the program itself writes to, except logs."""
    yield from (each for name in _FILES[:2] if (each := data / name).exists())
    for folder in (data / name for name in _FOLDERS if (data / name).is_dir()):
        yield folder
        yield from (each for each in sorted(folder.iterdir()) if each.is_file())


def newest_backup(folder: Path) -> Path | None:
    """Return the newest backup in a folder; None where there is none."""
    return next(iter(backups_in([folder])), None)


def offer_backup(notices: Sequence[CompanionError], backups: Path) -> tuple[CompanionError, ...]:
    """Append the newest backup to the notices, if there are both."""
    backup = newest_backup(backups)
    if not notices or backup is None or isinstance(notices[-1], BackupThereError):
        return tuple(notices)
    return (*notices, BackupThereError(path=backup))


def _open(path: Path, games: Mapping[str, GameDefinition]) -> SqliteEventLog:
    opened = SqliteEventLog(path, games)
    try:
        opened.games()
    except errors.LogError:
        opened.close()
        raise
    return opened


def _quarantine(path: Path, notices: list[CompanionError]) -> bool:
    """Quarantine a file and append a notice; returns False if that is impossible."""
    try:
        notices.append(FILE_SET_ASIDE(path=set_aside(path)))
    except errors.LogError:
        return False
    return True


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
        return isinstance(from_json(read_regular(path)), dict)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
