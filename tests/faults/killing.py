"""Kills programs before a chosen one of the calls that change files; see ``calls.c``."""

import mmap
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

KILLED: Final = -9

_MEMORY: Final = Path("/dev/shm")
FAST: Final = str(_MEMORY) if os.access(_MEMORY, os.W_OK) else None
"""For scratch folders of kills: the system lives on, so what a disk would have does not matter."""


def new_counter(path: Path) -> Path:
    """Make the file of a `Counter`, before any program maps it."""
    path.write_bytes(bytes(8))
    return path


class Counter:
    """The counter that the library shares with all processes of one run."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 8)

    def arm(self, kill_at: int) -> None:
        """Begin at 0; kill before call number *kill_at*, or never for 0."""
        self._shared[:8] = struct.pack("=II", 0, kill_at)

    @property
    def calls(self) -> int:
        """How many calls there were."""
        return int(struct.unpack("=II", self._shared[:8])[0])


def killed_in(action: Callable[[], object], counter: Counter, kill_at: int) -> bool:
    """Run *action* in a child of its own process group; return whether it was killed in it.

    Raises:
        RuntimeError: it ended with an error.
    """
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        status = 1
        try:
            counter.arm(kill_at)
            action()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    counter.arm(0)
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, KILLED):
        raise RuntimeError(f"it ended with {code}")
    return code == KILLED
