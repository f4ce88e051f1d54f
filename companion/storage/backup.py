"""Everything that the table keeps, in one file: games, settings, choices, profiles.

A backup is a zip file with ``backup.json`` (schema ``backup/1``: the companion's version, and name,
size, SHA-256 and time of every file) and the files themselves under ``data/`` and ``config/``.
Games are copied by SQLite itself, so a running table can be backed up. `companion.storage.restore`
reads one.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion import __version__
from companion.storage.errors import (
    BackupNotWrittenError,
    NoStickError,
    NothingToBackUpError,
)

SCHEMA: Final = "backup/1"
MANIFEST: Final = "backup.json"
MAX_FILES: Final = 2_000
MAX_FILE_BYTES: Final = 512_000_000
MEDIA: Final = (Path("/media"), Path("/run/media"), Path("/mnt"))

_LOG_ENDING: Final = ".sqlite"
# Made anew by the companion, or backups themselves.
_LEFT_OUT: Final = ("cache", "backups", "before-restore")
_LEFT_OUT_ENDINGS: Final = (".lock", "-wal", "-shm", "-journal", ".part")


@dataclass(frozen=True, slots=True)
class Kept:
    """The folders of a table: ``data`` for itself, ``config`` for people; often the same one."""

    data: Path
    config: Path

    def folders(self) -> dict[str, Path]:
        """Return the folders by their names in a backup."""
        if self.data.absolute() == self.config.absolute():
            return {"data": self.data}
        return {"data": self.data, "config": self.config}


def write_backup(kept: Kept, target: Path, *, name: str) -> Path:
    """Write everything of *kept* into *target* and return the file.

    The file appears whole or not at all: it is written beside its name, forced to the disk, read
    back and only then named. An existing file is replaced in the same way.

    Args:
        target: a file, or a folder in which a file *name* is made.

    Raises:
        NothingToBackUpError: there are no files.
        BackupNotWrittenError: no room, no permission, a damaged stick.
    """
    path = target / name if target.is_dir() else target
    part = path.with_name(path.name + ".part")
    files = list(_files(kept))
    if not files:
        raise NothingToBackUpError(path=kept.data)
    try:
        with tempfile.TemporaryDirectory(prefix="companion-backup-") as scratch:
            _write(part, files, Path(scratch))
        _read_back(part)
        part.replace(path)
        _sync_folder(path.parent)
    except (OSError, zipfile.BadZipFile, sqlite3.Error) as error:
        with suppress(OSError):
            part.unlink()
        reason = getattr(error, "strerror", None) or str(error) or "the file is damaged"
        raise BackupNotWrittenError(path=path, reason=reason.rstrip(".")) from error
    return path


def find_stick(media: Sequence[Path] = MEDIA) -> Path:
    """Return the folder of the memory stick that is plugged in, the first one by name.

    Raises:
        NoStickError: none is mounted, or none may be written to.
    """
    for folder in media:
        for depth in ("*", "*/*"):
            for stick in sorted(folder.glob(depth)):
                if stick.is_mount() and os.access(stick, os.W_OK):
                    return stick
    raise NoStickError


def _files(kept: Kept) -> Iterator[tuple[str, Path]]:
    """Return name in the backup and path of every file to keep."""
    for prefix, folder in kept.folders().items():
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            skipped = any(part.startswith((".", *_LEFT_OUT)) for part in inside.parts)
            if path.is_symlink() or not path.is_file() or skipped:
                continue
            if not path.name.endswith(_LEFT_OUT_ENDINGS):
                yield f"{prefix}/{inside.as_posix()}", path


def _write(part: Path, files: Sequence[tuple[str, Path]], scratch: Path) -> None:
    entries = []
    with part.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, path in files:
                for inside, source in _as_stored(name, path, scratch):
                    data = source.read_bytes()
                    archive.writestr(inside, data)
                    entries.append(
                        {
                            "name": inside,
                            "bytes": len(data),
                            "sha256": digest(data),
                            "modified_s": int(path.stat().st_mtime),
                        }
                    )
            manifest = {"schema": SCHEMA, "version": __version__, "files": entries}
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        file.flush()
        os.fsync(file.fileno())


def _as_stored(name: str, path: Path, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Return what stands for *path*: a log is copied by SQLite, a damaged one as its bytes lie."""
    if not path.name.endswith(_LOG_ENDING):
        yield name, path
        return
    copy = scratch / "copy.sqlite"
    copy.unlink(missing_ok=True)
    try:
        _copy_log(path, copy)
        yield name, copy
    except sqlite3.Error:
        yield name, path
        wal = path.with_name(path.name + "-wal")
        if wal.exists():
            yield f"{name}-wal", wal


def _copy_log(path: Path, copy: Path) -> None:
    """Copy a log that may be in use; the copy is one file without a WAL beside it."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as source, closing(sqlite3.connect(copy)) as to:
        source.backup(to)
        to.execute("PRAGMA journal_mode = DELETE")


def _read_back(part: Path) -> None:
    """Raise where the file does not hold what was written."""
    with zipfile.ZipFile(part) as archive:
        bad = archive.testzip()
    if bad is not None:
        raise zipfile.BadZipFile(f"{bad} was not written as it should")


def digest(data: bytes) -> str:
    """Return the SHA-256 of *data* in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
