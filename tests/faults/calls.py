"""What programs do to files, below Python and SQLite: observed or refused; see ``calls.c``."""

import mmap
import os
import random
import shutil
import struct
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SOURCE: Final = Path(__file__).with_name("calls.c")
_SECTOR: Final = 512

WRITES, SYNCS = 1, 2
FOR_GOOD: Final = 2**31 - 1


def library(folder: Path) -> Path:
    """Compile the library to preload.

    Raises:
        RuntimeError: there is no C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise RuntimeError("this needs a C compiler: sudo apt install gcc libc6-dev")
    made = folder / "calls.so"
    words = [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), str(_SOURCE), "-ldl"]
    subprocess.run(words, check=True)
    return made


# --- calls that fail -----------------------------------------------------------------------------


class FailingDisk:
    """Lets calls of programs fail that have the library preloaded.

    Args:
        control: the file that they share; made where it is missing.
    """

    def __init__(self, control: Path) -> None:
        self._path = control
        if not control.exists():
            control.write_bytes(bytes(16))
        with control.open("r+b") as file:
            self._control = mmap.mmap(file.fileno(), 16)

    def preloaded(self, folder: Path) -> dict[str, str]:
        """Return the environment of a program whose files in *folder* can fail."""
        made = library(self._path.parent)
        return {
            "LD_PRELOAD": str(made),
            "FAILING_DISK": str(self._path),
            "FAILING_FOLDER": str(folder),
        }

    def fail(self, calls: int, number: int, *, first: int = 0, failing: int = FOR_GOOD) -> None:
        """Let *failing* calls fail with an errno, after *first* more that succeed."""
        self._control[:] = struct.pack("=4i", calls, number, first, failing)

    def work(self) -> None:
        """Let all calls succeed."""
        self.fail(0, 0)


# --- calls that are observed ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Call:
    """A call that has returned.

    ``create``, ``delete`` or ``rename`` an entry, make a ``folder``, ``write`` at an offset,
    ``cut`` to a size, ``sync``; ``said`` is a write to standard output.

    Attributes:
        number: the offset or size.
        data: what was written; the new path for ``rename``.
    """

    kind: str
    path: str
    number: int = 0
    data: bytes = b""

    @property
    def target(self) -> str:
        """The new path."""
        return os.fsdecode(self.data)


@dataclass(frozen=True, slots=True)
class Observed:
    """A program's calls.

    Attributes:
        preloaded: the environment for it.
    """

    preloaded: dict[str, str]
    log: Path

    def calls(self, folder: Path) -> list[Call]:
        """Return those for files in *folder*, and what was said, in their order."""
        kept = f"{folder.resolve()}{os.sep}"
        return [
            call
            for call in _read(self.log.read_bytes())
            if call.kind == "said" or f"{call.path}{os.sep}".startswith(kept)
        ]


def observed(folder: Path) -> Observed:
    """Prepare the observation of programs; *folder* holds the library and the log."""
    log = folder / "calls"
    log.touch()
    return Observed({"LD_PRELOAD": str(library(folder)), "CALL_LOG": str(log)}, log)


def _read(log: bytes) -> Iterator[Call]:
    at = 0
    while at < len(log):
        end = log.index(b"\n", at)
        kind, number, size, path = os.fsdecode(log[at:end]).split(" ", 3)
        at = end + 1 + int(size)
        yield Call(kind, path, int(number), log[end + 1 : at])


def unsynced(calls: Iterable[Call]) -> set[str]:
    """Return files with content, and folders with entries, that a power cut may lose now."""
    found: set[str] = set()
    for call in calls:
        match call.kind:
            case "write" | "cut":
                found.add(call.path)
            case "create" | "folder":
                found.add(_folder(call.path))
            case "delete":
                found = {each for each in found if not _is_in(each, call.path)}
                found.add(_folder(call.path))
            case "rename":
                found = {
                    call.target + each.removeprefix(call.path) if _is_in(each, call.path) else each
                    for each in found
                }
                found |= {_folder(call.path), _folder(call.target)}
            case "sync":
                found.discard(call.path)
            case "syncfs":
                found.clear()
            case _:
                pass
    return found


def _folder(path: str) -> str:
    return path.rpartition(os.sep)[0]


def _is_in(path: str, folder: str) -> bool:
    return f"{path}{os.sep}".startswith(f"{folder}{os.sep}")


# --- the power goes ------------------------------------------------------------------------------


def after_power_cut(calls: Sequence[Call], folder: Path, chance: random.Random) -> None:
    """Write the files of *calls* into *folder* as a disk leaves them when the power goes now.

    All of a file up to its last sync is there. Of what came later each write is there, missing, or
    torn between two sectors, in any combination: a disk writes in the order that it likes. Entries
    of a folder are changed in order, up to some call after the folder's last sync.
    """
    syncs = {call.path: number for number, call in enumerate(calls) if call.kind == "sync"}
    files: dict[str, bytearray] = {}
    changes: list[tuple[int, str, bytearray | None]] = []
    for number, call in enumerate(calls):
        changes += [(number, *change) for change in _change_entries(call, files)]
        is_safe = number <= syncs.get(call.path, -1)
        if call.kind == "write":
            content = files[call.path]
            if data := call.data if is_safe else _what_arrived(call.data, chance):
                content.extend(bytes(max(0, call.number - len(content))))
                content[call.number : call.number + len(data)] = data
        elif call.kind == "cut" and (is_safe or chance.random() < 0.5):
            del files[call.path][call.number :]
    until = {
        place: chance.randint(syncs.get(place, 0), len(calls))
        for place in sorted({_folder(path) for _, path, _ in changes})
    }
    entries = {path: file for number, path, file in changes if number < until[_folder(path)]}
    for path, file in entries.items():
        if file is not None:
            (folder / Path(path).name).write_bytes(file)


def _change_entries(call: Call, files: dict[str, bytearray]) -> list[tuple[str, bytearray | None]]:
    """Do to *files* what a call does to a folder; return the changed paths."""
    match call.kind:
        case "create":
            files[call.path] = bytearray()
            return [(call.path, files[call.path])]
        case "delete":
            del files[call.path]
            return [(call.path, None)]
        case "rename":
            files[call.target] = files.pop(call.path)
            return [(call.path, None), (call.target, files[call.target])]
        case _:
            return []


def _what_arrived(data: bytes, chance: random.Random) -> bytes:
    luck = chance.random()
    if luck < 0.4:
        return data
    if luck < 0.7:
        return b""
    return data[: _SECTOR * chance.randint(0, len(data) // _SECTOR)]
