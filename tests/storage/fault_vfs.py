"""A disk under SQLite that can be slow, full, read-only, worn out, or dishonest, and remembers.

It is a VFS (https://www.sqlite.org/vfs.html) put over the real one of the very library that
Python's ``sqlite3`` uses, so the log runs on it unchanged. Every write, cut and sync goes through
to the real file and is noted in ``Disk.notes``; from the notes a power cut can be made afterwards:
`after_power_cut` writes the files as a disk would have left them that kept what was synced and
some, all, none or halves of what came later.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import errno
import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest import mock

from companion.storage import high_water
from companion.storage.atomic_file import write_atomically
from companion.storage.high_water import MarkFile

SECTOR: Final = 512
IOERR_WRITE, IOERR_FSYNC, FULL = 778, 1034, 13

_P, _I, _L, _S = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_char_p
_FILE, _VFS = _P, _P


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was done to a file.

    ``write`` at an offset, ``cut`` to a size, ``sync``, or ``delete`` with the number 1 where the
    folder was synced, too.
    """

    kind: str
    path: str
    at: int = 0
    data: bytes = b""


@dataclass(slots=True)
class Disk:
    """How the disk behaves.

    Attributes:
        notes: all that was done, in order.
        fault: asked before every write, cut and sync with its kind and path; a result code of
            SQLite other than 0 makes it fail.
        lies: syncs are said to be done and are not noted as such.
        sync_s: how long a sync takes.
    """

    notes: list[Note] = field(default_factory=list)
    fault: Callable[[str, str], int] = lambda _kind, _path: 0
    lies: bool = False
    sync_s: float = 0.0


class _IoMethods(ctypes.Structure):
    _fields_ = (
        ("version", _I),
        ("close", ctypes.CFUNCTYPE(_I, _FILE)),
        ("read", ctypes.CFUNCTYPE(_I, _FILE, _P, _I, _L)),
        ("write", ctypes.CFUNCTYPE(_I, _FILE, _P, _I, _L)),
        ("truncate", ctypes.CFUNCTYPE(_I, _FILE, _L)),
        ("sync", ctypes.CFUNCTYPE(_I, _FILE, _I)),
        ("file_size", ctypes.CFUNCTYPE(_I, _FILE, _P)),
        ("lock", ctypes.CFUNCTYPE(_I, _FILE, _I)),
        ("unlock", ctypes.CFUNCTYPE(_I, _FILE, _I)),
        ("check_reserved_lock", ctypes.CFUNCTYPE(_I, _FILE, _P)),
        ("file_control", ctypes.CFUNCTYPE(_I, _FILE, _I, _P)),
        ("sector_size", ctypes.CFUNCTYPE(_I, _FILE)),
        ("device_characteristics", ctypes.CFUNCTYPE(_I, _FILE)),
        ("shm_map", ctypes.CFUNCTYPE(_I, _FILE, _I, _I, _I, _P)),
        ("shm_lock", ctypes.CFUNCTYPE(_I, _FILE, _I, _I, _I)),
        ("shm_barrier", ctypes.CFUNCTYPE(None, _FILE)),
        ("shm_unmap", ctypes.CFUNCTYPE(_I, _FILE, _I)),
    )


class _File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(_IoMethods)),)


# The name stays a pointer: the real VFS keeps it, and reads parameters that lie behind it.
_OPEN = ctypes.CFUNCTYPE(_I, _VFS, _P, _FILE, _I, _P)
_DELETE = ctypes.CFUNCTYPE(_I, _VFS, _S, _I)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("version", _I),
        ("file_size", _I),
        ("max_path", _I),
        ("next", _P),
        ("name", _S),
        ("app_data", _P),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("rest", _P * 14),  # access to xNextSystemCall: the real ones
    )


_library = ctypes.CDLL(_sqlite3.__file__)
_library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
_library.sqlite3_vfs_find.argtypes = (_S,)


class FaultyVfs:
    """The VFS; while it is installed, every new connection of this process uses it."""

    _SLOT: Final = 8  # our files begin with a pointer to the methods; the real file lies behind

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._real = _library.sqlite3_vfs_find(None)
        self._open: dict[int, tuple[str, Any]] = {}
        self._methods: dict[int, tuple[_IoMethods, list[Any]]] = {}
        self._vfs = _Vfs()
        ctypes.pointer(self._vfs)[0] = self._real.contents
        self._vfs.file_size = self._real.contents.file_size + self._SLOT
        self._vfs.name = b"faulty"
        self._vfs.next = None
        self._vfs.open = _OPEN(self._on_open)
        self._vfs.delete = _DELETE(self._on_delete)

    def install(self) -> None:
        """Let new connections use it."""
        assert _library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == 0

    def remove(self) -> None:
        """Give new connections the real one again."""
        assert _library.sqlite3_vfs_unregister(ctypes.byref(self._vfs)) == 0
        assert _library.sqlite3_vfs_register(self._real, 1) == 0

    def _on_open(self, _vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        real_file = file + self._SLOT
        ctypes.cast(file, ctypes.POINTER(_File)).contents.methods = None
        real_vfs = ctypes.cast(self._real, _P)
        code = int(self._real.contents.open(real_vfs, name, real_file, flags, out))
        real = ctypes.cast(real_file, ctypes.POINTER(_File)).contents.methods
        if real:
            path = ctypes.string_at(name).decode() if name else ""
            self._open[file] = (path, real.contents)
            ctypes.cast(file, ctypes.POINTER(_File)).contents.methods = ctypes.pointer(
                self._methods_over(real.contents)
            )
        return code

    def _on_delete(self, _vfs: int, name: bytes, sync: int) -> int:
        code = int(self._real.contents.delete(ctypes.cast(self._real, _P), name, sync))
        if code == 0:
            self._disk.notes.append(Note("delete", name.decode(), at=sync))
        return code

    def _methods_over(self, real: _IoMethods) -> _IoMethods:
        """Return methods that do what *real* does, our own where the disk can misbehave."""
        key = ctypes.addressof(real)
        if key not in self._methods:
            ours = _IoMethods()
            ours.version = min(real.version, 2)
            kept: list[Any] = [real]
            special = {
                "close": self._on_close,
                "write": self._on_write,
                "truncate": self._on_truncate,
                "sync": self._on_sync,
            }
            kinds: dict[str, Any] = dict(_IoMethods._fields_[1:])
            for name, kind in kinds.items():
                function = special.get(name) or self._passing_on(getattr(real, name))
                made = kind(function)
                kept.append(made)
                setattr(ours, name, made)
            self._methods[key] = (ours, kept)
        return self._methods[key][0]

    def _passing_on(self, real: Any) -> Callable[..., Any]:
        return lambda file, *rest: real(file + self._SLOT, *rest)

    def _on_close(self, file: int) -> int:
        _, real = self._open.pop(file)
        return int(real.close(file + self._SLOT))

    def _on_write(self, file: int, data: int, size: int, at: int) -> int:
        path, real = self._open[file]
        code = self._disk.fault("write", path)
        if code == 0:
            code = int(real.write(file + self._SLOT, data, size, at))
            self._disk.notes.append(Note("write", path, at, ctypes.string_at(data, size)))
        return code

    def _on_truncate(self, file: int, size: int) -> int:
        path, real = self._open[file]
        code = self._disk.fault("cut", path)
        if code == 0:
            code = int(real.truncate(file + self._SLOT, size))
            self._disk.notes.append(Note("cut", path, size))
        return code

    def _on_sync(self, file: int, flags: int) -> int:
        path, real = self._open[file]
        code = self._disk.fault("sync", path)
        if code == 0:
            code = int(real.sync(file + self._SLOT, flags))
            if self._disk.sync_s:
                time.sleep(self._disk.sync_s)
            if not self._disk.lies:
                self._disk.notes.append(Note("sync", path))
        return code


# A connection may outlive its disk's turn, and calls into it until it is closed.
_never_let_go: Final[list[FaultyVfs]] = []


@contextmanager
def faulty_disk() -> Iterator[Disk]:
    """While it lasts, logs that are opened lie on the disk that this gives."""
    disk = Disk()
    vfs = FaultyVfs(disk)
    _never_let_go.append(vfs)
    vfs.install()
    really_put = MarkFile._put

    def put(mark: MarkFile, fd: int, data: bytes, at: int) -> None:
        for kind in ("write", "sync"):
            if disk.fault(kind, str(mark.path)):
                raise OSError(errno.EIO, "a fault was injected")
        disk.notes.append(Note("write", str(mark.path), at, data))
        time.sleep(disk.sync_s)
        if not disk.lies:
            disk.notes.append(Note("sync", str(mark.path)))
        really_put(mark, fd, data, at)

    def write_atomically_noted(path: Path, text: str) -> None:
        disk.notes.append(Note("write", str(path), 0, text.encode()))
        disk.notes.append(Note("sync", str(path)))
        write_atomically(path, text)

    with (
        mock.patch.object(MarkFile, "_put", put),
        mock.patch.object(high_water, "write_atomically", write_atomically_noted),
    ):
        try:
            yield disk
        finally:
            vfs.remove()


def can_be_faulty() -> bool:
    """Whether Python's SQLite is a library that a VFS can be put into."""
    return bool(sqlite3.sqlite_version) and hasattr(_library, "sqlite3_vfs_register")


# --- the power goes ------------------------------------------------------------------------------


def after_power_cut(
    notes: list[Note],
    folder: Path,
    chance: random.Random,
    *,
    start: Mapping[str, bytes] | None = None,
) -> None:
    """Write the files of *notes* into *folder* as a disk leaves them when the power goes now.

    *start* are the files as they were before the first note, by the path in the notes.

    Everything up to a file's last sync is there. Of what came later each write is there, missing,
    or torn between two sectors, in any combination: a disk writes in the order that it likes.
    """
    lasts: dict[str, int] = {}
    for number, note in enumerate(notes):
        if note.kind == "sync":
            lasts[note.path] = number
    files = {path: bytearray(content) for path, content in (start or {}).items()}
    for number, note in enumerate(notes):
        content = files.setdefault(note.path, bytearray())
        is_safe = number <= lasts.get(note.path, -1)
        match note.kind:
            case "write":
                data = note.data if is_safe else _what_arrived(note.data, chance)
                if data:
                    content.extend(bytes(max(0, note.at - len(content))))
                    content[note.at : note.at + len(data)] = data
            case "cut" if is_safe or chance.random() < 0.5:
                del content[note.at :]
            case "delete" if (
                note.at or chance.random() < 0.5 or _comes_back(notes[number:], note.path)
            ):
                del files[note.path]
            case _:
                pass
    for path, content in files.items():
        (folder / Path(path).name).write_bytes(content)


def _what_arrived(data: bytes, chance: random.Random) -> bytes:
    luck = chance.random()
    if luck < 0.4:
        return data
    if luck < 0.7:
        return b""
    return data[: SECTOR * chance.randint(0, len(data) // SECTOR)]


def _comes_back(later: list[Note], path: str) -> bool:
    """Whether a deleted file is made again: then the deletion was before that."""
    return any(note.path == path and note.kind == "write" for note in later)
