"""Import and export of files: on a USB stick if one is connected, else in a folder."""

import contextlib
import getpass
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.errors import os_errors_as
from companion.session.service_ports import Exchange, ExchangeError
from companion.storage.atomic_file import write_atomically

MOST_BYTES: Final = 1024 * 1024
"""A score file takes a few kilobytes."""

_SUBFOLDER: Final = "companion"
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9._-]")


def mount_points() -> tuple[Path, ...]:
    """Return the folders under which a desktop or the service mounts USB sticks."""
    user = getpass.getuser()
    return tuple(
        Path(root) for root in (f"/media/{user}", f"/run/media/{user}", "/media/companion")
    )


class FolderExchange(Exchange):
    """Implements ``Exchange``.

    Args:
        folder: fallback without a stick; created with the first file.
        mounts: folders whose subfolders are mounted sticks.
    """

    def __init__(self, folder: Path, mounts: Sequence[Path] = ()) -> None:
        self._folder = folder
        self._mounts = mounts

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
        return tuple(stick / _SUBFOLDER for stick in self._sticks())

    def _places(self) -> list[Path]:
        return [*self.stick_folders(), *self._sticks(), self._folder]

    def _sticks(self) -> list[Path]:
        found: list[Path] = []
        for mount in self._mounts:
            with contextlib.suppress(OSError):
                found += [each for each in sorted(mount.iterdir()) if os.access(each, os.W_OK)]
        return [each for each in found if each.is_dir()]
