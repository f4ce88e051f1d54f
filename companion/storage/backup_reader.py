"""Reads a backup as untrusted input: everything in it is validated before use.

Files are extracted in chunks and the zip directory is limited, so that memory is bounded for any
input (zip bombs included).
"""

from __future__ import annotations

import hashlib
import io
import re
import stat
import struct
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.storage.backup_sources import (
    LOG_NAME,
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_MANIFEST_BYTES,
    MAX_TIME_S,
    MAX_TOTAL_BYTES,
    RAW_SIDECARS,
    reason_against,
)
from companion.storage.errors import BackupTooNewError, BackupUnreadableError
from companion.text_formats import from_json

SCHEMA: Final = "backup/1"
MANIFEST: Final = "backup.json"
PIECE_BYTES: Final = 1_000_000

_SCHEMA: Final = re.compile(r"backup/(\d{1,4})")
_COMPRESSION_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other compression methods may allocate gigabytes before the first byte."""

_ZIP_ERRORS: Final = (
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""Exceptions of `zipfile` for crafted files."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Manifest entry of a file; ``modified_s`` is its mtime in Unix seconds."""

    size: int
    sha256: str
    modified_s: int


class Backup:
    """An open backup with a validated manifest; created by `opened`.

    Attributes:
        entries: the files by name.
        log_name: name of the active log.
        log_file: original path of that log, if outside the table's folders; else empty.
    """

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        infos = archive.infolist()
        self._path, self._archive = path, archive
        self._infos = {info.filename: info for info in infos}
        if len(self._infos) != len(infos) or len(infos) > MAX_FILES + 1:
            raise _invalid(path, "it has too many files, or one of them twice")
        manifest = _manifest(path, archive, self._infos)
        self.entries = _entries(path, manifest.get("files"))
        if self._infos.keys() != self.entries.keys() | {MANIFEST}:
            raise _invalid(path, "its list of files is not that of its contents")
        match manifest.get("log", {"name": LOG_NAME, "file": ""}):
            case {"name": str(name), "file": str(file)} if reason_against(name) is None:
                self.log_name, self.log_file = name, file
            case _:
                raise _invalid(path, f"its {MANIFEST} is damaged")
        beside = {self.log_name + ending for ending in ("", *RAW_SIDECARS)}
        if any(name.startswith("log/") for name in self.entries.keys() - beside):
            raise _invalid(path, "its list of files is damaged")

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a file's content in chunks; size and hash are verified after the last one.

        Raises:
            BackupUnreadableError: it does not match the manifest.
        """
        entry, hashed, size = self.entries[name], hashlib.sha256(), 0
        with _as_unreadable(self._path):
            info = self._infos[name]
            if info.compress_type not in _COMPRESSION_METHODS:
                raise _invalid(self._path, f"{name} is packed in another way")
            with self._archive.open(info) as file:
                # One byte more than expected, to detect a file that unpacks to more (zip bomb).
                while piece := file.read(min(PIECE_BYTES, entry.size + 1 - size)):
                    hashed.update(piece)
                    size += len(piece)
                    yield piece
        if size != entry.size or hashed.hexdigest() != entry.sha256:
            raise _invalid(self._path, f"{name} is not what was written")

    def check(self) -> None:
        """Read and verify every file.

        Raises:
            BackupUnreadableError: one does not match the manifest.
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
                raise _invalid(path, "it is no file")
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


def _manifest(path: Path, archive: zipfile.ZipFile, infos: Mapping[str, zipfile.ZipInfo]) -> Any:
    info = infos.get(MANIFEST)
    if (
        info is None
        or info.file_size > MAX_MANIFEST_BYTES
        or info.compress_type not in _COMPRESSION_METHODS
    ):
        raise _invalid(path, f"it has no {MANIFEST}")
    try:
        with archive.open(info) as file:
            manifest = from_json(file.read(MAX_MANIFEST_BYTES + 1)[:MAX_MANIFEST_BYTES])
    except ValueError as error:
        raise _invalid(path, f"its {MANIFEST} is damaged") from error
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    match = _SCHEMA.fullmatch(schema) if isinstance(schema, str) else None
    if match is None:
        raise _invalid(path, f"its {MANIFEST} is that of another program")
    if int(match[1]) > int(SCHEMA.rpartition("/")[2]):
        raise BackupTooNewError(path=path)
    return manifest


def _entries(path: Path, files: object) -> dict[str, Entry]:
    """Return the manifest entries by name; all names are validated."""
    if not isinstance(files, list) or not 0 < len(files) <= MAX_FILES:
        raise _invalid(path, "its list of files is damaged")
    entries: dict[str, Entry] = {}
    for entry in files:
        match entry:
            case {
                "name": str(name),
                "bytes": int(size),
                "sha256": str(check_sum),
                "modified_s": int(modified_s),
            } if (
                reason_against(name) is None
                and 0 <= size <= MAX_FILE_BYTES
                and abs(modified_s) <= MAX_TIME_S
                and name not in entries
            ):
                entries[name] = Entry(size, check_sum, modified_s)
            case _:
                raise _invalid(path, "its list of files is damaged")
    if sum(entry.size for entry in entries.values()) > MAX_TOTAL_BYTES:
        raise _invalid(path, "it is far too large")
    return entries


@contextmanager
def _as_unreadable(path: Path) -> Iterator[None]:
    """Convert every exception caused by the file to `BackupUnreadableError`."""
    try:
        yield
    except (BackupUnreadableError, BackupTooNewError):
        raise
    except _ZIP_ERRORS as error:
        reason = (getattr(error, "strerror", None) or str(error) or "it is damaged").rstrip(".")
        raise _invalid(path, reason) from error


def _invalid(path: Path, reason: str) -> BackupUnreadableError:
    return BackupUnreadableError(path=path, reason=reason)
