"""Header check before SQLite opens a log file, the process lock, and quarantine of corrupt files.

The header identifies our files and their schema version. It is read without SQLite, so that foreign
files stay byte-identical.
"""

import errno
import fcntl
import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.errors import os_errors_as
from companion.session import errors
from companion.storage.atomic_file import keep_owner
from companion.storage.high_water import ENDING, ReadMark

APPLICATION_ID: Final = 0x434F4D50
"""``COMP``: marks the SQLite file as a log of the companion."""

SCHEMA: Final = 4
"""Version of the database's schema (``user_version``); files with another one are rejected."""

LOCK_ENDING: Final = ".lock"

ASIDE: Final = ".damaged-"
"""Part of the name of every quarantined file."""

# https://www.sqlite.org/fileformat2.html, section 1.3: the database header.
_MAGIC: Final = b"SQLite format 3\0"
_HEADER_SIZE: Final = 100
_USER_VERSION_AT: Final = 60
_APPLICATION_ID_AT: Final = 68


def sidecars(path: Path) -> tuple[Path, ...]:
    """Return the paths of a log's sidecar files: SQLite's, and the mark file."""
    return tuple(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal", ENDING))


def check_file_types(path: Path) -> None:
    """Reject a log where something else is in place of it or of a file beside it.

    SQLite would delete it, or opening it would block forever.

    Raises:
        LogUnavailableError: a folder, pipe, device or link; a link is allowed for the log itself.
    """
    beside = (*sidecars(path), path.with_name(path.name + LOCK_ENDING))
    strange = [each for each in beside if os.path.lexists(each) and not _is_regular(each)]
    if os.path.lexists(path) and not _is_regular(path, follow=True):
        strange.insert(0, path)
    if strange:
        raise errors.LogUnavailableError(path=path, reason=f"{strange[0].name} is not a file")


def check_header(path: Path) -> None:
    """Reject a file that is not our log or has another schema version.

    A missing or empty file is valid: it becomes a new log.

    Raises:
        LogUnreadableError: it is another kind of file, or has an older schema.
        LogTooNewError: written by a newer version of the companion.
        LogDamagedError: the file is truncated within its header.
        LogUnavailableError: the file cannot be read.
    """
    with os_errors_as(errors.LogUnavailableError, path=path):
        header = _header_of(path) if path.exists() else b""
    if not header:
        return
    if not header.startswith(_MAGIC[: len(header)]):
        raise errors.LogUnreadableError(path=path, reason="it holds something else")
    if len(header) < _HEADER_SIZE:
        raise errors.LogDamagedError(last_good_version=0)
    if _big_endian(header, _APPLICATION_ID_AT) != APPLICATION_ID:
        raise errors.LogUnreadableError(path=path, reason="it is a database of another program")
    version = _big_endian(header, _USER_VERSION_AT)
    if version > SCHEMA:
        raise errors.LogTooNewError
    if version < SCHEMA:
        raise errors.LogUnreadableError(
            path=path, reason="it is from an older version of the companion"
        )


def _header_of(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would block forever
        raise OSError("it is no file")
    with path.open("rb") as file:
        return file.read(_HEADER_SIZE)


def check_that_it_is_there(path: Path, found: ReadMark) -> None:
    """Raise if the file is missing although its sidecar files show that there were games.

    Raises:
        LogMissingError: it is missing.
    """
    had_games = found.mark is not None and found.mark.games > 0
    if not has_content(path) and (had_games or has_content(Path(f"{path}-wal"))):
        raise errors.LogMissingError(path=path)


def write_denied(path: Path) -> str:
    """Return why this user may not write to an existing file or folder; empty if it may."""
    try:
        if path.is_dir():
            may = os.access(path, os.W_OK | os.X_OK, effective_ids=True)
            return "" if may else os.strerror(errno.EACCES).lower()
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC))
    except PermissionError as error:
        return str(error.strerror).lower()
    except OSError:  # missing, or another kind of problem
        return ""
    return ""


def check_owner(path: Path) -> None:
    """Reject a log with a file that this user may not write to: SQLite would notice at a step.

    Raises:
        LogNotOwnedError: the first such file.
    """
    for file in (path, *sidecars(path), path.with_name(path.name + LOCK_ENDING)):
        if reason := write_denied(file):
            raise errors.LogNotOwnedError(file=file, folder=path.parent, reason=reason)


class LogLock:
    """Exclusive process lock (``flock``); the kernel releases it whenever the process ends.

    It uses a separate lock file, since SQLite has its own locks on the log.

    Args:
        path: the log.

    Raises:
        LogInUseError: another process holds it.
        LogUnavailableError: the lock file cannot be created.
    """

    def __init__(self, path: Path) -> None:
        lock_path = path.with_name(path.name + LOCK_ENDING)
        is_new = not os.path.lexists(lock_path)
        with os_errors_as(errors.LogUnavailableError, path=path):
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            self._fd: int | None = os.open(lock_path, flags, 0o644)
            if is_new:
                keep_owner(lock_path)
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                self.release()
                if isinstance(error, BlockingIOError):
                    raise errors.LogInUseError(path=path) from error
                raise

    def release(self) -> None:
        """Release the lock. Safe to call twice."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def set_aside(path: Path) -> Path:
    """Quarantine an unusable file by renaming it, so that a new one can be created.

    Nothing is deleted: the file and its sidecars stay together, under a name with a timestamp
    (UTC). Returns the new name. Only regular files are renamed, no folder, device or link.

    Raises:
        LogUnavailableError: renaming failed, or it is not a regular file.
    """
    if os.path.lexists(path) and not _is_regular(path):
        raise errors.LogUnavailableError(path=path, reason="it is not a file")
    stem = f"{path.stem}{ASIDE}{datetime.now(UTC):%Y%m%d-%H%M%S}"
    number, aside = 1, path.with_name(f"{stem}{path.suffix}")
    while any(map(os.path.lexists, (aside, *sidecars(aside)))):
        number += 1
        aside = path.with_name(f"{stem}-{number}{path.suffix}")
    with os_errors_as(errors.LogUnavailableError, path=path):
        for part, name in zip((*sidecars(path), path), (*sidecars(aside), aside), strict=True):
            if _is_regular(part):
                part.rename(name)
    return aside


def _is_regular(path: Path, *, follow: bool = False) -> bool:
    try:
        return stat.S_ISREG(path.stat(follow_symlinks=follow).st_mode)
    except OSError:
        return False


def _big_endian(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")


def has_content(path: Path) -> bool:
    """Whether the file can be seen and is not empty."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False
