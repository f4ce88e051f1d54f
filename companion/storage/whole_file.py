"""A small file that is always whole: the old content or the new one, whenever the power goes."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace a file at once by *text*, durably; its folder is made where it is missing.

    Raises:
        OSError: the disk refused; the old content is still there.
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
    """Make what was renamed in *folder* last through a power cut, where the file system can.

    Raises:
        OSError: the disk refused.
    """
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno != errno.EINVAL:  # what file systems say that cannot sync a folder
            raise
    finally:
        os.close(fd)
