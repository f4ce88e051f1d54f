"""Backup of all persistent data in one file: games, settings, choices, profiles.

A backup is a zip file with a manifest ``backup.json`` (schema ``backup/1``: the companion's
version, which file is the active log, and the mtime of every file) and the files themselves; zip
has their checksums. Its allowed content is defined in `companion.storage.backup_sources`. Logs are
copied with SQLite's online backup API, so a running table can be backed up.
`companion.storage.restore` restores one.
"""

import json
import os
import shutil
import sqlite3
import stat
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from companion import __version__
from companion.errors import reason_of
from companion.session import errors
from companion.storage.atomic_file import replacing
from companion.storage.backup_reader import MANIFEST, PIECE_BYTES, SCHEMA, opened
from companion.storage.backup_sources import (
    LOG_ENDING,
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_MANIFEST_BYTES,
    MAX_TIME_S,
    MAX_TOTAL_BYTES,
    UNFINISHED,
    BackupSources,
    Progress,
    files_to_back_up,
    logs_to_verify,
    reason_against,
)
from companion.storage.connection import connect_read_only
from companion.storage.errors import (
    BACKUP_NOT_WRITTEN,
    NO_STICK,
    NOTHING_TO_BACK_UP,
)
from companion.storage.exchange import MEDIA, sticks
from companion.storage.high_water import MarkFile
from companion.storage.inspection import inspect_log
from companion.storage.log_file import LogLock, has_content

_ENTRY_BYTES: Final = 100
"""What the lists of a zip file and the manifest take for a file, apart from its name."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A file that was skipped, or included although it is corrupt, and the reason."""

    name: str
    reason: str


@dataclass(slots=True)
class Written:
    """A written and verified backup.

    Attributes:
        left_out: skipped files.
        damaged: corrupt logs, included as raw bytes; a restore must be told to accept them.
        incomplete: intact logs that lack their last steps.
    """

    path: Path
    left_out: list[Doubt] = field(default_factory=list)
    damaged: list[Doubt] = field(default_factory=list)
    incomplete: list[Doubt] = field(default_factory=list)


def write_backup(
    kept: BackupSources,
    target: Path,
    *,
    name: str,
    progress: Progress = lambda _done, _total: None,
) -> Written:
    """Write everything of *kept* into *target*; report skipped and corrupt files.

    The write is atomic: a temporary file is written, fsynced, verified as a restore would read it
    and only then renamed. An existing file is replaced in the same way.

    Args:
        target: a file, or a folder in which a file *name* is created.
        progress: called after each file.

    Raises:
        BackupError: there are no files; disk full, no permission, a faulty stick, or the games
            cannot be read.
    """
    path = target / name if target.is_dir() else target
    files = [each for each in files_to_back_up(kept) if not _is_same(each[1], path)]
    if not files:
        raise NOTHING_TO_BACK_UP(path=kept.data)
    written = Written(path)
    try:
        with (
            replacing(path, _read_back) as file,
            tempfile.TemporaryDirectory(prefix="companion-backup-") as scratch,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            _Writer(kept, archive, Path(scratch), written).write(files, progress)
    except (OSError, zipfile.BadZipFile, sqlite3.Error) as error:
        raise BACKUP_NOT_WRITTEN(path=path, reason=reason_of(error)) from error
    return written


def find_stick(media: Sequence[Path] = MEDIA) -> Path:
    """Return the mount point of the connected USB stick, the first one by name.

    Raises:
        BackupError: none is mounted, or none is writable.
    """
    for stick in sticks(media):
        return stick
    raise NO_STICK()


class _Writer:
    """Writes one archive, within the limits that a restore enforces."""

    def __init__(
        self, kept: BackupSources, archive: zipfile.ZipFile, scratch: Path, written: Written
    ) -> None:
        self._log_name = kept.log_name()
        elsewhere = self._log_name.startswith("log/")
        self._log_file = str(kept.log_file.absolute()) if elsewhere else ""
        self._judged = logs_to_verify(self._log_name)
        self._archive = archive
        self._scratch = scratch
        self._written = written
        self._modified_s: dict[str, int] = {}
        self._bytes = self._manifest_bytes = 0

    def write(self, files: Sequence[tuple[str, Path]], progress: Progress) -> None:
        """Add *files* by name, then the manifest."""
        for done, (name, path) in enumerate(files, start=1):
            try:
                for inside, source in self._as_stored(name, path):
                    self._store(inside, source, path)
            except OSError as error:
                reason = reason_of(error)
                if name == self._log_name:
                    raise OSError(f"the game log {path} is not readable: {reason}") from error
                self._written.left_out.append(Doubt(name, reason))
            progress(done, len(files))
        manifest = {
            "schema": SCHEMA,
            "version": __version__,
            "log": {"name": self._log_name, "file": self._log_file},
            "modified_s": self._modified_s,
        }
        info = zipfile.ZipInfo(MANIFEST)
        self._archive.writestr(info, json.dumps(manifest), zipfile.ZIP_DEFLATED)

    def _as_stored(self, name: str, path: Path) -> Iterator[tuple[str, Path]]:
        """Yield the files to store for *path*: a log as a copy, a corrupt one as raw bytes.

        Raises:
            OSError: it cannot be in a backup.
        """
        if reason := reason_against(name):
            raise OSError(reason)
        is_log = path.name.endswith(LOG_ENDING) or name in self._judged
        if not (is_log and path.is_file() and path.stat().st_size <= MAX_FILE_BYTES):
            yield name, path
            return
        for old in self._scratch.iterdir():
            old.unlink()
        copy = self._scratch / "copy.sqlite"
        found = MarkFile(path).read()  # first: a running table writes it last
        try:
            copy_log(path, copy)
            problems = inspect_log(copy, found=found)
        except sqlite3.Error as error:
            problems = (errors.LOG_STRUCTURE(path=path, reason=reason_of(error)),)
        lost = [each for each in problems if isinstance(each, errors.LogIncompleteError)]
        damage = [each for each in problems if each not in lost]
        if damage:
            if name in self._judged:
                self._written.damaged.append(Doubt(name, reason_of(damage[0])))
            yield from ((name + end, Path(f"{path}{end}")) for end in ("", *_left_beside(path)))
            return
        if lost:
            self._written.incomplete.append(Doubt(name, reason_of(lost[0])))
        yield name, copy

    def _store(self, inside: str, source: Path, original: Path) -> None:
        """Copy a file into the archive.

        Raises:
            OSError: it cannot be stored.
            BadZipFile: it changed meanwhile.
        """
        if source == original and original.is_symlink() and inside != self._log_name:
            raise OSError("it is a link")
        with _open_nonblocking(source) as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                raise OSError("it is no plain file")
            self._count(before.st_size, len(json.dumps(inside)) + _ENTRY_BYTES)
            # Without a timestamp: on a board without an RTC it may be 1970, which zip cannot store.
            info = zipfile.ZipInfo(inside)
            info.compress_type = zipfile.ZIP_DEFLATED
            with self._archive.open(info, "w") as to:
                shutil.copyfileobj(file, to, PIECE_BYTES)
            after = os.fstat(file.fileno())
        if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
            raise zipfile.BadZipFile(f"{inside} changed while it was copied; try again")
        modified_s = int(original.stat().st_mtime)
        self._modified_s[inside] = max(-MAX_TIME_S, min(modified_s, MAX_TIME_S))

    def _count(self, size: int, entry_bytes: int) -> None:
        if size > MAX_FILE_BYTES or self._bytes + size > MAX_TOTAL_BYTES:
            raise OSError("it is too large for a backup")
        too_long = self._manifest_bytes + entry_bytes > MAX_MANIFEST_BYTES
        if too_long or len(self._modified_s) >= MAX_FILES:
            raise OSError("there are too many files for a backup")
        self._bytes += size
        self._manifest_bytes += entry_bytes


def _read_back(path: Path) -> None:
    with opened(path) as backup:
        backup.check()


def copy_log(path: Path, copy: Path) -> None:
    """Copy a log into one file.

    What a killed process left beside the log is applied to the copy, as the next start would do.

    Raises:
        sqlite3.Error: it cannot be read; nothing was written to it.
    """
    with suppress(errors.LogInUseError, errors.LogUnavailableError), ExitStack() as stack:
        stack.callback(LogLock(path).release)
        shutil.copyfile(path, copy)
        for end in (left := _left_beside(path)):
            shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        if left:
            with closing(sqlite3.connect(copy)) as db:
                db.execute("PRAGMA journal_mode = DELETE")
        return
    with closing(connect_read_only(path)) as source, closing(sqlite3.connect(copy)) as to:
        source.backup(to)
        to.execute("PRAGMA journal_mode = DELETE")


def _left_beside(path: Path) -> list[str]:
    """Return the suffixes of what a killed process left beside a log."""
    return [end for end in UNFINISHED if has_content(Path(f"{path}{end}"))]


def _open_nonblocking(path: Path) -> BinaryIO:
    """Open without blocking on a pipe."""
    return os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")


def _is_same(path: Path, other: Path) -> bool:
    with suppress(OSError):
        return path.samefile(other)
    return False
