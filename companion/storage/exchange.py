"""Import and export of files: on a USB stick if one is connected, else in a folder."""

import contextlib
import os
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from companion.errors import os_errors_as
from companion.session.service_ports import Exchange, ExchangeError
from companion.storage.atomic_file import write_atomically

MOST_BYTES: Final = 1024 * 1024
"""A score file takes a few kilobytes."""

MEDIA: Final = (Path("/media"), Path("/run/media"))
"""Where desktops and the service (`deploy/system/70-companion.rules`) mount sticks."""

_SUBFOLDER: Final = "companion"
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9._-]")


def sticks(media: Sequence[Path] = MEDIA) -> tuple[Path, ...]:
    """Return the mount points of the writable USB sticks, by name.

    Args:
        media: folders with mount points in them or in the folders of users.
    """
    found = chain.from_iterable(
        sorted(folder.glob(depth)) for folder in media for depth in ("*", "*/*")
    )
    return tuple(each for each in found if each.is_mount() and os.access(each, os.W_OK))


class FolderExchange(Exchange):
    """Implements ``Exchange``.

    Args:
        folder: fallback without a stick; created with the first file.
        find: finds the mount points of the sticks.
    """

    def __init__(self, folder: Path, find: Callable[[], Iterable[Path]] = tuple) -> None:
        self._folder = folder
        self._find = find

    def write(self, name: str, content: bytes) -> str:
        safe = _NOT_IN_NAMES.sub("_", name).lstrip(".") or "file"
        folder = next(iter(self.stick_folders()), self._folder)
        path = folder / safe
        with os_errors_as(ExchangeError, file=path):
            write_atomically(path, content)
        return str(path)

    def offered(self, suffix: str) -> tuple[str, ...]:
        """Return the paths of the files with that suffix, newest first."""
        found: list[tuple[float, str]] = []
        for folder in self._places():
            with contextlib.suppress(OSError):
                found += [
                    (path.stat().st_mtime, str(path))
                    for path in folder.iterdir()
                    if path.suffix == suffix and path.is_file()
                ]
        return tuple(name for _, name in sorted(found, reverse=True))

    def read(self, name: str) -> bytes:
        """Return the content of an offered file; others are refused."""
        path = Path(name)
        if path.parent not in self._places():
            raise ExchangeError(file=name, reason="it is in another folder")
        with os_errors_as(ExchangeError, file=name), path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ExchangeError(file=name, reason="it is far too large")
        return content

    def stick_folders(self) -> tuple[Path, ...]:
        """Return our folder on each connected stick; it may be missing yet."""
        return tuple(stick / _SUBFOLDER for stick in self._find())

    def _places(self) -> list[Path]:
        return [*self.stick_folders(), *self._find(), self._folder]
