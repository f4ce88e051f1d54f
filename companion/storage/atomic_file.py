"""Files in the state folder: atomic, durable replacement, and the owner of what is created.

A command run with ``sudo`` would leave files that the table's own user cannot write to, so whatever
root creates is given to the owner of the folder that it is in.
"""

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO


def keep_owner(path: Path) -> None:
    """Give a file or folder that was just created to the owner of the folder that it is in."""
    folder = path.parent.stat()
    with contextlib.suppress(OSError):  # FAT and others have no owners; only root may give
        os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)


@contextlib.contextmanager
def synced(path: Path) -> Iterator[BinaryIO]:
    """Give a new file to write, which is on the disk once the block has ended.

    Raises:
        OSError: it could not be written or synced.
    """
    with path.open("wb") as file:
        keep_owner(path)
        yield file
        file.flush()
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)  # read it from the disk


@contextlib.contextmanager
def replacing(path: Path, verify: Callable[[Path], object] = Path.stat) -> Iterator[BinaryIO]:
    """Give a new file to write, which replaces *path* atomically and durably after the block.

    Args:
        verify: called with the temporary file before it replaces the other; may raise.

    Raises:
        OSError: writing failed; the old content is unchanged.
    """
    fresh = path.with_name(f".{path.name}.new")
    try:
        with synced(fresh) as file:
            yield file
        verify(fresh)
        fresh.replace(path)
        sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def write_atomically(
    path: Path, content: str | bytes, verify: Callable[[Path], object] = Path.stat
) -> None:
    """Replace a file's content as `replacing` does; creates a missing folder.

    Raises:
        OSError: writing failed; the old content is unchanged.
    """
    make_folder(path.parent)
    with replacing(path, verify) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents durably, where they are missing.

    Raises:
        OSError: it cannot be created.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        keep_owner(made)
        sync_folder(made.parent)


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
