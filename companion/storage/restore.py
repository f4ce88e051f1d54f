"""Puts a backup back. The file may come from anywhere: nothing in it is believed before checking.

All of it is read and checked first; then the files are written beside the present ones; only then
the present ones are moved to ``before-restore-N`` and the new ones take their place. Whatever
fails, the table has either all of the old or all of the new, and the old is never deleted.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from companion.session.errors import LogError, LogTooNewError
from companion.storage.backup import (
    MANIFEST,
    MAX_FILE_BYTES,
    MAX_FILES,
    SCHEMA,
    Kept,
    digest,
)
from companion.storage.errors import (
    BackupTooNewError,
    BackupUnreadableError,
    RestoreFailedError,
)
from companion.storage.log_file import LogLock, check_header
from companion.storage.upgrades import NEWEST

MAX_TOTAL_BYTES: Final = 1_000_000_000
_MAX_MANIFEST_BYTES: Final = 1_000_000
_END_OF_TIME_S: Final = 253_402_300_800  # the year 10000
# No dot in front, no two dots, nothing that a shell or another system reads in its own way.
_PART: Final = re.compile(r"(?!\.)[\w .()+@,'-]{1,120}")
_SCHEMA: Final = re.compile(r"backup/(\d{1,4})")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a backup, and when it was last changed (seconds since 1970, UTC)."""

    content: bytes
    modified_s: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """What the list of files says of one."""

    size: int
    sha256: str
    modified_s: int


def restore_backup(path: Path, kept: Kept) -> tuple[str, ...]:
    """Put everything in the backup *path* in the place of what *kept* holds now.

    Returns the names of the restored files. The table must not run.

    Raises:
        BackupUnreadableError: no backup, damaged, or with names or sizes that none has.
        BackupTooNewError: it, or a log in it, comes from a newer companion.
        LogInUseError: the table runs.
        RestoreFailedError: the disk refuses; what was there before is there.
    """
    contents = read_backup(path)
    folders = kept.folders()
    if "config" not in folders:
        folders = {**folders, "config": kept.data}
    lock = LogLock(_made(kept.data) / "games.sqlite")
    try:
        staged = _stage(path, contents, kept.data)
        _check_logs(path, staged)
        _swap(staged, folders, contents)
    finally:
        lock.release()
        shutil.rmtree(kept.data / ".restoring", ignore_errors=True)
    return tuple(contents)


def read_backup(path: Path) -> dict[str, StoredFile]:
    """Return the files of a backup by name, checked against their hashes.

    Raises:
        BackupUnreadableError: as for `restore_backup`.
        BackupTooNewError: a later schema.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            infos = {info.filename: info for info in archive.infolist()}
            if len(infos) != len(archive.infolist()) or len(infos) > MAX_FILES + 1:
                raise _bad(path, "it has too many files, or one of them twice")
            entries = _entries(path, _manifest(path, archive, infos))
            if infos.keys() != entries.keys() | {MANIFEST}:
                raise _bad(path, "its list of files is not that of its contents")
            return {name: _content(path, archive, infos[name], entries[name]) for name in entries}
    except (
        OSError,
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,
        UnicodeError,
    ) as error:
        if isinstance(error, (BackupUnreadableError, BackupTooNewError)):
            raise
        reason = (getattr(error, "strerror", None) or str(error) or "it is damaged").rstrip(".")
        raise _bad(path, reason) from error


def _manifest(
    path: Path, archive: zipfile.ZipFile, infos: Mapping[str, zipfile.ZipInfo]
) -> Mapping[str, Any]:
    info = infos.get(MANIFEST)
    if info is None or info.file_size > _MAX_MANIFEST_BYTES:
        raise _bad(path, f"it has no {MANIFEST}")
    try:
        manifest = json.loads(_bytes(archive, info, _MAX_MANIFEST_BYTES))
    except (ValueError, RecursionError) as error:
        raise _bad(path, f"its {MANIFEST} is damaged") from error
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    match = _SCHEMA.fullmatch(schema) if isinstance(schema, str) else None
    if match is None:
        raise _bad(path, f"its {MANIFEST} is that of another program")
    if int(match[1]) > int(SCHEMA.rpartition("/")[2]):
        raise BackupTooNewError(path=path)
    return dict(manifest)


def _entries(path: Path, manifest: Mapping[str, Any]) -> dict[str, _Entry]:
    """Return the list of files by name; every name is one that a backup may have."""
    files = manifest.get("files")
    if not isinstance(files, list) or not 0 < len(files) <= MAX_FILES:
        raise _bad(path, "its list of files is damaged")
    entries: dict[str, _Entry] = {}
    for entry in files:
        match entry:
            case {
                "name": str(name),
                "bytes": int(size),
                "sha256": str(check_sum),
                "modified_s": int(modified_s),
            } if (
                _may_be_named(name)
                and 0 <= size <= MAX_FILE_BYTES
                and 0 <= modified_s < _END_OF_TIME_S
                and name not in entries
            ):
                entries[name] = _Entry(size, check_sum, modified_s)
            case _:
                raise _bad(path, "its list of files is damaged")
    if sum(entry.size for entry in entries.values()) > MAX_TOTAL_BYTES:
        raise _bad(path, "it is far too large")
    return entries


def _may_be_named(name: str) -> bool:
    parts = name.split("/")
    if not 2 <= len(parts) <= 8 or parts[0] not in ("data", "config"):
        return False
    return all(_PART.fullmatch(part) for part in parts) and not name.endswith(".lock")


def _content(
    path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo, entry: _Entry
) -> StoredFile:
    data = _bytes(archive, info, entry.size)
    if len(data) != entry.size or digest(data) != entry.sha256:
        raise _bad(path, f"{info.filename} is not what was written")
    return StoredFile(data, entry.modified_s)


def _bytes(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """Read at most one byte more than *most*: a small file may unpack to a huge one."""
    with archive.open(info) as file:
        return file.read(most + 1)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RestoreFailedError(path=folder, reason=error.strerror) from error
    return folder


def _stage(path: Path, contents: Mapping[str, StoredFile], data: Path) -> dict[str, Path]:
    """Write the files beside the present ones and force them to the disk."""
    staging = data / ".restoring"
    staged = {}
    try:
        shutil.rmtree(staging, ignore_errors=True)
        for name, stored in contents.items():
            target = staging / PurePosixPath(name)
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                file.write(stored.content)
                file.flush()
                os.fsync(file.fileno())
            os.utime(target, (stored.modified_s, stored.modified_s))
            staged[name] = target
    except OSError as error:
        raise RestoreFailedError(path=data, reason=error.strerror or str(path)) from error
    return staged


def _check_logs(path: Path, staged: Mapping[str, Path]) -> None:
    for name, file in staged.items():
        if not name.endswith(".sqlite"):
            continue
        try:
            check_header(file, newest_version=NEWEST)
        except LogTooNewError as error:
            raise BackupTooNewError(path=path) from error
        except LogError as error:
            raise _bad(path, error.message.rstrip(".")) from error


def _swap(
    staged: Mapping[str, Path], folders: Mapping[str, Path], contents: Mapping[str, StoredFile]
) -> None:
    """Move the present files aside and the new ones in; on a fault move all of it back."""
    aside = _free_name(folders["data"])
    moved: list[tuple[Path, Path]] = []
    try:
        for name in contents:
            prefix, _, inside = name.partition("/")
            target = folders[prefix] / PurePosixPath(inside)
            for old in (target, *_beside(target)):
                if old.exists():
                    kept_as = aside / prefix / old.relative_to(folders[prefix])
                    kept_as.parent.mkdir(parents=True, exist_ok=True)
                    _move(old, kept_as, moved)
            target.parent.mkdir(parents=True, exist_ok=True)
            _move(staged[name], target, moved)
    except OSError as error:
        for source, target in reversed(moved):
            target.replace(source)
        raise RestoreFailedError(path=folders["data"], reason=error.strerror) from error


def _beside(target: Path) -> tuple[Path, ...]:
    """Return what SQLite may have beside a log: it belongs to the old one."""
    if target.suffix != ".sqlite":
        return ()
    return tuple(target.with_name(target.name + ending) for ending in ("-wal", "-shm"))


def _move(source: Path, target: Path, moved: list[tuple[Path, Path]]) -> None:
    source.replace(target)
    moved.append((source, target))


def _free_name(data: Path) -> Path:
    number = 1
    while (folder := data / f"before-restore-{number}").exists():
        number += 1
    return folder


def _bad(path: Path, reason: str) -> BackupUnreadableError:
    return BackupUnreadableError(path=path, reason=reason)
