"""Atomic, durable replacement of small files (write to a temporary file, fsync, rename)."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Replace a file's content by *text* atomically and durably; creates a missing folder.

    Raises:
        OSError: writing failed; the old content is unchanged.
    """
    fresh = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        sync_folder(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Fsync a directory, so that renames in it survive a power cut, where supported.

    Raises:
        OSError: fsync failed.
    """
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno != errno.EINVAL:  # from file systems that cannot fsync directories
            raise
    finally:
        os.close(fd)
