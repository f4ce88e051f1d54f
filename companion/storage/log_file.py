"""What must hold before SQLite may touch a log file, and the lock that keeps others out.

The file's first bytes tell whether it is ours and how old it is. They are read without SQLite, so
that a file which is not for us stays byte for byte as it was.
"""

from __future__ import annotations

import fcntl
import os
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.session.errors import (
    LogDamagedError,
    LogInUseError,
    LogMissingError,
    LogTooNewError,
    LogUnavailableError,
    LogUnreadableError,
)
from companion.storage.high_water import ENDING, ReadMark

APPLICATION_ID: Final = 0x434F4D50
"""``COMP``: marks the SQLite file as a log of the companion."""

BESIDE: Final = ("-wal", "-shm", "-journal", ENDING)
"""Endings of what lies beside a log: SQLite's own files and the mark (``high_water``)."""

ASIDE: Final = ".damaged-"
"""In the name of every file that was set aside."""

# https://www.sqlite.org/fileformat2.html, section 1.3: the database header.
_MAGIC: Final = b"SQLite format 3\0"
_HEADER_SIZE: Final = 100
_USER_VERSION_AT: Final = 60
_APPLICATION_ID_AT: Final = 68


def check_header(path: Path, *, newest_version: int) -> None:
    """Refuse a file that is not a log of ours or is newer than this companion.

    A missing or empty file is fine: it becomes a new log.

    Raises:
        LogUnreadableError: something else lies there.
        LogTooNewError: written by a newer version of the companion.
        LogDamagedError: the file breaks off within its header.
        LogUnavailableError: the file cannot be read.
    """
    try:
        header = _header_of(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise LogUnavailableError(path=path, reason=error.strerror or error) from error
    if not header:
        return
    if not header.startswith(_MAGIC[: len(header)]):
        raise LogUnreadableError(path=path, reason="it holds something else")
    if len(header) < _HEADER_SIZE:
        raise LogDamagedError(last_good_version=0)
    if _big_endian(header, _APPLICATION_ID_AT) != APPLICATION_ID:
        raise LogUnreadableError(path=path, reason="it is a database of another program")
    if _big_endian(header, _USER_VERSION_AT) > newest_version:
        raise LogTooNewError


def _header_of(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would keep us waiting forever
        raise OSError("it is no file")
    with path.open("rb") as file:
        return file.read(_HEADER_SIZE)


def check_that_it_is_there(path: Path, found: ReadMark) -> None:
    """Raise where the file is gone, and what lies beside it tells that there were games.

    Raises:
        LogMissingError: it is gone.
    """
    with suppress(OSError):
        if path.stat().st_size or not path.is_file():
            return
    if (found.mark is not None and found.mark.games) or _has_content(Path(f"{path}-wal")):
        raise LogMissingError(path=path)


class LogLock:
    """Keeps a log to one program; the system releases it when the program ends in any way.

    The lock lies in a file of its own beside the log: SQLite has locks of its own on the log.

    Args:
        path: the log.

    Raises:
        LogInUseError: another program has it.
        LogUnavailableError: the lock file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        lock_path = path.with_name(f"{path.name}.lock")
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            self._fd: int | None = os.open(lock_path, flags, 0o644)
        except OSError as error:
            raise LogUnavailableError(path=path, reason=error.strerror) from error
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise LogInUseError(path=path) from error
        except OSError as error:
            self.release()
            raise LogUnavailableError(path=path, reason=error.strerror) from error

    def release(self) -> None:
        """Let others have the log. Safe to call twice."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be used, so that a new one can take its place.

    Nothing is deleted: the file and what a log has beside it stay together, under a name with the
    date and the time (UTC). Returns the new name.

    Raises:
        LogUnavailableError: the folder does not allow it.
    """
    stem = f"{path.stem}{ASIDE}{datetime.now(UTC):%Y%m%d-%H%M%S}"
    number, aside = 1, path.with_name(f"{stem}{path.suffix}")
    while any(os.path.lexists(f"{aside}{ending}") for ending in ("", *BESIDE)):
        number += 1
        aside = path.with_name(f"{stem}-{number}{path.suffix}")
    try:
        for ending in (*BESIDE, ""):
            part = path.with_name(path.name + ending)
            if os.path.lexists(part):
                part.rename(aside.with_name(aside.name + ending))
    except OSError as error:
        raise LogUnavailableError(path=path, reason=error.strerror) from error
    return aside


def _big_endian(header: bytes, at: int) -> int:
    return int.from_bytes(header[at : at + 4], "big")


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False
