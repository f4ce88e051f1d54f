"""Reads small files whose path may hold anything: opening a pipe would block forever."""

import errno
from pathlib import Path
from stat import S_ISREG


def read_regular(path: Path, most_bytes: int = 10_000_000) -> bytes:
    """Return the content of a regular file.

    Raises:
        OSError: it is missing, cannot be read, is something else, or larger than *most_bytes*.
    """
    status = path.stat()
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a file")
    if status.st_size > most_bytes:
        raise OSError(errno.EFBIG, "it is far too large")
    with path.open("rb") as file:
        return file.read(most_bytes)
