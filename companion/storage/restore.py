"""Atomic restore of a backup: files are staged, then committed with one rename.

1. Stage: every file is extracted into a folder ``.restoring`` on its target file system, verified
   and fsynced. No existing file has changed so far.
2. Commit: ``.restoring`` of the data folder is renamed to ``.restored-N`` (atomic).
3. Apply: existing files move to ``before-restore-N``, the new files take their place. Files left in
   ``.restored-N`` are still to be moved (roll forward), so `complete_restore` can resume after a
   power cut at any point: every command does that first.

After any failure the table has either all old or all new files, and the old ones are never deleted.
"""

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Final

from companion.session.errors import (
    LogInUseError,
    LogTooNewError,
    LogUnavailableError,
    LogUnreadableError,
)
from companion.storage.atomic_file import make_folder, sync_folder, synced
from companion.storage.backup_reader import Backup, opened
from companion.storage.backup_sources import (
    BEFORE,
    COMMITTED,
    CONFIG,
    DATA_LOGS,
    STAGING,
    UNFINISHED,
    BackupSources,
    Progress,
    logs_to_verify,
    no_progress,
    sidecars,
)
from companion.storage.errors import (
    BACKUP_LOG_DAMAGED,
    RESTORE_FAILED,
    RESTORE_INTERRUPTED,
    RESTORE_LOG_ELSEWHERE,
    BackupError,
    BackupTooNewError,
    BackupUnreadableError,
)
from companion.storage.high_water import ReadMark
from companion.storage.inspection import inspect_log
from companion.storage.log_file import LogLock

_NO_LOG: Final = (LogTooNewError, LogUnavailableError, LogUnreadableError)
_NUMBERED: Final = re.compile(re.escape(COMMITTED) + r"([0-9]{1,9})")


def restore_backup(
    path: Path,
    kept: BackupSources,
    *,
    accept_damaged: bool = False,
    progress: Progress = no_progress,
) -> tuple[str, ...]:
    """Replace the files of *kept* by those in the backup *path*.

    Returns the names of the restored files. The table must not be running.

    Args:
        accept_damaged: also accept a corrupt log.
        progress: called after each extracted file.

    Raises:
        BackupUnreadableError: not a backup, corrupt, or with invalid names or sizes.
        BackupTooNewError: it, or a log in it, was written by a newer companion.
        BackupError: a log in it is corrupt, or has another path than in the current settings; disk
            error: the previous files are in place, or the next command continues.
        LogInUseError: the table is running.
    """
    with _locked_logs(kept):
        _complete(kept)
        with opened(path) as backup:
            _check_log_path(path, backup, kept)
            try:
                staged = _stage(backup, kept, progress)
                _check_logs(path, backup, staged, accept_damaged=accept_damaged)
                committed = _commit(kept)
            except BaseException:
                _clear_staging(kept)
                raise
        _apply_or_roll_back(kept, committed)
    return tuple(backup.entries)


def complete_restore(kept: BackupSources) -> bool:
    """Complete an interrupted restore; return whether there was one.

    An uncommitted one is discarded. Does nothing while another process restores, or while the table
    is running.

    Raises:
        BackupError: disk error.
    """
    places = {root / STAGING for root in kept.roots().values()}
    if not any(place.exists() for place in places) and _committed(kept.data) is None:
        return False
    try:
        with _locked_logs(kept):
            return _complete(kept)
    except (LogInUseError, LogUnavailableError):
        return False


# --- before the commit ---------------------------------------------------------------------------


@contextmanager
def _locked_logs(kept: BackupSources) -> Iterator[None]:
    """Hold the process locks of all logs."""
    logs = {kept.log_file, *(kept.data / PurePosixPath(name).name for name in DATA_LOGS)}
    try:
        for root in kept.roots().values():
            make_folder(root)
    except OSError as error:
        raise _failed(kept, error) from error
    with ExitStack() as stack:
        for log in sorted(logs):
            if log == kept.log_file or log.exists():
                stack.callback(LogLock(log).release)
        yield


def _check_log_path(path: Path, backup: Backup, kept: BackupSources) -> None:
    """Reject a log that the settings after the restore would not refer to."""
    elsewhere = backup.log_name.startswith("log/")
    if not elsewhere and any(name.endswith(f"/{CONFIG}") for name in backup.entries):
        return  # its settings come with it
    same_name = backup.log_name == kept.log_name()
    if not same_name or (elsewhere and backup.log_file != str(kept.log_file.absolute())):
        raise RESTORE_LOG_ELSEWHERE(path=path, log=backup.log_file or backup.log_name)


def _stage(backup: Backup, kept: BackupSources, progress: Progress) -> dict[str, Path]:
    """Extract the files into the staging folders and fsync them; return their paths."""
    staged, folders = {}, set()
    try:
        for root in kept.roots().values():
            if (root / STAGING).exists():
                shutil.rmtree(root / STAGING)
        for name, modified_s in backup.entries.items():
            prefix, inside = kept.place(name, backup.entries)
            root = kept.roots()[prefix]
            _check_target(root, inside)
            target = staged[name] = root / STAGING / prefix / inside
            make_folder(target.parent)
            folders |= {each for each in target.parents if root in each.parents}
            with synced(target) as file:
                file.writelines(backup.pieces(name))
            os.utime(target, (modified_s, modified_s))
            progress(len(staged), len(backup.entries))
        for folder in sorted(folders):
            sync_folder(folder)
    except BackupUnreadableError:
        raise
    except OSError as error:
        raise _failed(kept, error) from error
    return staged


def _check_target(root: Path, inside: PurePosixPath) -> None:
    """Reject targets below symbolic links (path traversal) or in place of folders."""
    target = root / inside
    for folder in target.parents:
        if root in folder.parents and (
            folder.is_symlink() or (folder.exists() and not folder.is_dir())
        ):
            raise NotADirectoryError(0, f"{folder} is in the way")
    if target.is_dir() and not target.is_symlink():
        raise IsADirectoryError(0, f"{target} is in the way")


def _check_logs(
    path: Path, backup: Backup, staged: Mapping[str, Path], *, accept_damaged: bool
) -> None:
    for name in sorted(logs_to_verify(backup.log_name) & backup.entries.keys()):
        problems = inspect_log(staged[name], found=ReadMark())
        wrong = next((each for each in problems if isinstance(each, _NO_LOG)), None)
        if isinstance(wrong, LogTooNewError):
            raise BackupTooNewError(path=path)
        if wrong is not None:
            raise BackupUnreadableError(path=path, reason=wrong.message.rstrip("."))
        # Only an unreadable log is stored with its WAL.
        has_wal = any(name + end in backup.entries for end in UNFINISHED)
        if (problems or has_wal) and not accept_damaged:
            raise BACKUP_LOG_DAMAGED(path=path, log=name)


# --- commit and apply ----------------------------------------------------------------------------


def _commit(kept: BackupSources) -> Path:
    """Commit the restore by an atomic rename; return the folder of the staged data."""
    roots = set(kept.roots().values())
    number = 1
    while any((root / f"{BEFORE}{number}").exists() for root in roots):
        number += 1
    committed = kept.data / f"{COMMITTED}{number}"
    staging = kept.data / STAGING
    try:
        make_folder(staging)  # if all files belong to other roots
        for root in roots:
            sync_folder(root)
        staging.replace(committed)
        sync_folder(kept.data)
    except OSError as error:
        with suppress(OSError):
            committed.replace(staging)
        raise _failed(kept, error) from error
    return committed


def _committed(data: Path) -> Path | None:
    """Return the staged data of a committed but incomplete restore."""
    found = [each for each in data.glob(f"{COMMITTED}*") if _NUMBERED.fullmatch(each.name)]
    return min(found, default=None)


def _complete(kept: BackupSources) -> bool:
    committed = _committed(kept.data)
    if committed is None:
        _clear_staging(kept)
        return False
    try:
        _apply(kept, committed, [])
    except OSError as error:
        raise RESTORE_INTERRUPTED(path=kept.data, reason=error.strerror) from error
    return True


def _apply_or_roll_back(kept: BackupSources, committed: Path) -> None:
    moved: list[tuple[Path, Path]] = []
    try:
        _apply(kept, committed, moved)
    except OSError as error:
        try:
            for source, target in reversed(moved):
                target.replace(source)
            committed.replace(kept.data / STAGING)
        except OSError as undo_error:
            raise RESTORE_INTERRUPTED(path=kept.data, reason=undo_error.strerror) from error
        _clear_staging(kept)
        raise _failed(kept, error) from error


def _apply(kept: BackupSources, committed: Path, moved: list[tuple[Path, Path]]) -> None:
    """Move the remaining files of *committed*, and staged ones of other roots, into place.

    Args:
        moved: collects source and target of every rename.
    """
    before = f"{BEFORE}{committed.name.removeprefix(COMMITTED)}"
    for prefix, root in kept.roots().items():
        staging = committed if _is_same(root, kept.data) else root / STAGING
        touched = {root}
        for staged in sorted(each for each in (staging / prefix).rglob("*") if each.is_file()):
            inside = staged.relative_to(staging / prefix)
            target, aside = root / inside, root / before / prefix / inside
            for old in (target, *sidecars(target)):
                if os.path.lexists(old):
                    make_folder(aside.parent)
                    _move(old, _free(aside.with_name(old.name)), moved)
            make_folder(target.parent)
            _move(staged, target, moved)
            touched |= {each for each in (*target.parents, *aside.parents) if root in each.parents}
        for folder in sorted(touched):
            if folder.exists():
                sync_folder(folder)
    _clear_staging(kept)
    shutil.rmtree(committed, ignore_errors=True)


def _is_same(folder: Path, other: Path) -> bool:
    return folder.exists() and folder.samefile(other)


def _free(path: Path) -> Path:
    """Return *path*, or the next unused numbered name."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free


def _move(source: Path, target: Path, moved: list[tuple[Path, Path]]) -> None:
    source.replace(target)
    moved.append((source, target))


def _clear_staging(kept: BackupSources) -> None:
    for root in kept.roots().values():
        shutil.rmtree(root / STAGING, ignore_errors=True)


def _failed(kept: BackupSources, error: OSError) -> BackupError:
    return RESTORE_FAILED(path=kept.data, reason=error.strerror or str(error))
