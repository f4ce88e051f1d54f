"""Reads a backup as untrusted input: everything in it is validated before use.

Files are extracted in chunks and the zip directory is limited, so that memory is bounded for any
input (zip bombs included).
"""

import io
import re
import stat
import struct
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Final

import msgspec

from companion.errors import reason_of
from companion.storage.backup_sources import (
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_MANIFEST_BYTES,
    MAX_TIME_S,
    MAX_TOTAL_BYTES,
    UNFINISHED,
    reason_against,
)
from companion.storage.errors import BackupTooNewError, BackupUnreadableError

SCHEMA: Final = "backup/1"
MANIFEST: Final = "backup.json"
PIECE_BYTES: Final = 1_000_000

_SCHEMA: Final = re.compile(r"backup/(\d{1,4})")
_COMPRESSION_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other compression methods may allocate gigabytes before the first byte."""

_ZIP_ERRORS: Final = (
    EOFError,
    LookupError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    msgspec.DecodeError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""Exceptions of `zipfile` and the decoder for crafted files."""


class _Log(msgspec.Struct, forbid_unknown_fields=True):
    """The active log: its name in the backup, and its path if outside the table's folders."""

    name: str
    file: str


class _Schema(msgspec.Struct):
    schema: str


class _Manifest(_Schema, forbid_unknown_fields=True):
    """The content of the manifest; ``modified_s`` has the mtime of each file in Unix seconds."""

    version: str
    log: _Log
    modified_s: dict[str, Annotated[int, msgspec.Meta(ge=-MAX_TIME_S, le=MAX_TIME_S)]]


class Backup:
    """An open backup with a validated manifest; created by `opened`.

    Attributes:
        entries: the files by name, with their mtime in Unix seconds.
        log_name: name of the active log.
        log_file: original path of that log, if outside the table's folders; else empty.
    """

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        infos = archive.infolist()
        self._path, self._archive = path, archive
        self._infos = {info.filename: info for info in infos}
        if len(self._infos) != len(infos) or len(infos) > MAX_FILES + 1:
            raise ValueError("it has too many files, or one of them twice")
        if any(info.compress_type not in _COMPRESSION_METHODS for info in infos):
            raise ValueError("it is packed in another way")
        manifest = self._manifest()
        self.entries = manifest.modified_s
        self.log_name, self.log_file = manifest.log.name, manifest.log.file
        if not self.entries or self._infos.keys() != self.entries.keys() | {MANIFEST}:
            raise ValueError("its list of files is not that of its contents")
        beside = {self.log_name + ending for ending in ("", *UNFINISHED)}
        if any(reason_against(name) for name in (self.log_name, *self.entries)) or any(
            name.startswith("log/") for name in self.entries.keys() - beside
        ):
            raise ValueError("its list of files is damaged")
        sizes = [info.file_size for info in infos]
        if max(sizes) > MAX_FILE_BYTES or sum(sizes) > MAX_TOTAL_BYTES:
            raise ValueError("it is far too large")

    def _manifest(self) -> _Manifest:
        info = self._infos.get(MANIFEST)
        if info is None or info.file_size > MAX_MANIFEST_BYTES:
            raise ValueError(f"it has no {MANIFEST}")
        with self._archive.open(info) as file:
            content = file.read(MAX_MANIFEST_BYTES)
        match = _SCHEMA.fullmatch(msgspec.json.decode(content, type=_Schema).schema)
        if match is None:
            raise ValueError(f"its {MANIFEST} is that of another program")
        if int(match[1]) > int(SCHEMA.rpartition("/")[2]):
            raise BackupTooNewError(path=self._path)
        return msgspec.json.decode(content, type=_Manifest)

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a file's content in chunks; its checksum is verified after the last one.

        Raises:
            BackupUnreadableError: it is not what was written.
        """
        with _as_unreadable(self._path), self._archive.open(self._infos[name]) as file:
            while piece := file.read(PIECE_BYTES):
                yield piece

    def check(self) -> None:
        """Read and verify every file.

        Raises:
            BackupUnreadableError: one is not what was written.
        """
        for name in self.entries:
            deque(self.pieces(name), maxlen=0)


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """Open a backup.

    Raises:
        BackupUnreadableError: not a backup, corrupt, or with invalid names or sizes.
        BackupTooNewError: a newer schema.
    """
    with ExitStack() as stack:
        with _as_unreadable(path):
            if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would block forever
                raise ValueError("it is no file")
            archive = stack.enter_context(zipfile.ZipFile(stack.enter_context(_LimitedReads(path))))
            backup = Backup(path, archive)
        yield backup


class _LimitedReads(io.FileIO):
    """A file with a limited read size: `zipfile` reads the whole central directory at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        wanted = MAX_MANIFEST_BYTES + 1 if size is None or size < 0 else size
        data = b"" if wanted > MAX_MANIFEST_BYTES + 1 else super().read(wanted) or b""
        if wanted > MAX_MANIFEST_BYTES + 1 or len(data) > MAX_MANIFEST_BYTES:
            raise zipfile.BadZipFile("its list of files is far too long")
        return data


@contextmanager
def _as_unreadable(path: Path) -> Iterator[None]:
    """Convert every exception caused by the file to `BackupUnreadableError`."""
    try:
        yield
    except (BackupUnreadableError, BackupTooNewError):
        raise
    except _ZIP_ERRORS as error:
        raise BackupUnreadableError(path=path, reason=reason_of(error)) from error
