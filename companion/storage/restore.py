"""Atomic restore of a backup: files are staged, then one rename commits the list of their moves.

1. Stage: every file is extracted into a folder ``.restoring`` on its target file system, verified
   and fsynced. No existing file has changed so far.
2. Commit: the list of moves, staged with them, is renamed to ``.restored`` in the data folder.
3. Apply: existing files move to ``before-restore-N``, the new files take their place. A move that
   was done is not done again, so `complete_restore` can resume after a power cut at any point:
   every command does that first.

After any failure the table has either all old or all new files, and the old ones are never deleted.
"""

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Final

from companion.errors import os_errors_as, reason_of
from companion.session import errors
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
)
from companion.storage.errors import (
    BACKUP_LOG_DAMAGED,
    RESTORE_FAILED,
    RESTORE_INTERRUPTED,
    RESTORE_LOG_ELSEWHERE,
    BackupTooNewError,
    BackupUnreadableError,
)
from companion.storage.high_water import ReadMark
from companion.storage.inspection import inspect_log
from companion.storage.log_file import LogLock, sidecars
from companion.text_formats import from_json

_NO_LOG: Final = (errors.LogTooNewError, errors.LogUnavailableError, errors.LogUnreadableError)


def restore_backup(
    path: Path,
    kept: BackupSources,
    *,
    accept_damaged: bool = False,
    progress: Progress = lambda _done, _total: None,
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
                with os_errors_as(RESTORE_FAILED, path=kept.data):
                    staged = _stage(backup, kept, progress)
                    _check_logs(path, backup, staged, accept_damaged=accept_damaged)
                    _commit(kept, staged)
            except BaseException:
                _forget(kept)
                raise
        _complete(kept, may_undo=True)
    return tuple(backup.entries)


def complete_restore(kept: BackupSources) -> bool:
    """Complete an interrupted restore; return whether there was one.

    An uncommitted one is discarded. Does nothing while another process restores, or while the table
    is running.

    Raises:
        BackupError: disk error.
    """
    begun = (kept.data / COMMITTED, *(root / STAGING for root in kept.roots().values()))
    if not any(each.exists() for each in begun):
        return False
    try:
        with _locked_logs(kept):
            return _complete(kept)
    except (errors.LogInUseError, errors.LogUnavailableError):
        return False


# --- before the commit ---------------------------------------------------------------------------


@contextmanager
def _locked_logs(kept: BackupSources) -> Iterator[None]:
    """Hold the process locks of all logs."""
    logs = {kept.log_file, *(kept.data / PurePosixPath(name).name for name in DATA_LOGS)}
    with os_errors_as(RESTORE_FAILED, path=kept.data):
        for root in kept.roots().values():
            make_folder(root)
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
    """Extract the files, by number, into the staging folders; return their paths by name."""
    roots, staged = kept.roots(), dict[str, Path]()
    for root in roots.values():
        make_folder(root / STAGING)
    for name, modified_s in backup.entries.items():
        prefix, inside = kept.place(name, backup.entries)
        _check_target(roots[prefix], inside)
        staged[name] = roots[prefix] / STAGING / str(len(staged))
        with synced(staged[name]) as file:
            file.writelines(backup.pieces(name))
        os.utime(staged[name], (modified_s, modified_s))
        progress(len(staged), len(backup.entries))
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
        if isinstance(wrong, errors.LogTooNewError):
            raise BackupTooNewError(path=path)
        if wrong is not None:
            raise BackupUnreadableError(path=path, reason=wrong.message.rstrip("."))
        # Only an unreadable log is stored with its WAL.
        has_wal = any(name + end in backup.entries for end in UNFINISHED)
        if (problems or has_wal) and not accept_damaged:
            raise BACKUP_LOG_DAMAGED(path=path, log=name)


# --- commit and apply ----------------------------------------------------------------------------


def _commit(kept: BackupSources, staged: Mapping[str, Path]) -> None:
    """Commit the restore: sync the list of moves with the staged files, then rename it."""
    moves = [(str(source), str(target)) for source, target in _moves(kept, staged)]
    listed = kept.data / STAGING / COMMITTED
    with synced(listed) as file:
        file.write(json.dumps(moves).encode())
    for root in kept.roots().values():
        sync_folder(root / STAGING)
    listed.replace(kept.data / COMMITTED)
    sync_folder(kept.data)


def _moves(kept: BackupSources, staged: Mapping[str, Path]) -> Iterator[tuple[Path, Path]]:
    """Yield from where to where each file moves: what is there now aside, then the new one."""
    roots = kept.roots()
    asides = (f"{BEFORE}{number}" for number in count(1))
    free = next(each for each in asides if not any((r / each).exists() for r in roots.values()))
    sources = {kept.place(name, staged): source for name, source in staged.items()}
    for (prefix, inside), source in sources.items():
        target, aside = roots[prefix] / inside, roots[prefix] / free / prefix / inside
        for old in (target, *sidecars(target)):
            if os.path.lexists(old):
                yield old, aside.with_name(old.name)
        yield source, target


def _complete(kept: BackupSources, *, may_undo: bool = False) -> bool:
    """Do the moves of a committed restore, discard another one; return whether it was committed.

    Args:
        may_undo: if a move fails, all files move back; else the next command goes on.
    """
    listed, done = kept.data / COMMITTED, list[tuple[Path, Path]]()
    committed = listed.is_file()
    try:
        _apply(from_json(listed.read_bytes()) if committed else (), done)
        _forget(kept)
    except (OSError, ValueError) as error:
        failed = RESTORE_FAILED if may_undo and _is_undone(kept, done) else RESTORE_INTERRUPTED
        raise failed(path=kept.data, reason=reason_of(error)) from error
    return committed


def _is_undone(kept: BackupSources, done: Sequence[tuple[Path, Path]]) -> bool:
    """Move the files back and forget the restore; return whether that worked."""
    with suppress(OSError):
        for source, target in reversed(done):
            target.replace(source)
        _forget(kept)
        return True
    return False


def _apply(moves: Iterable[tuple[str, str]], done: list[tuple[Path, Path]]) -> None:
    """Move files, durably; collect in *done* what was not done before."""
    folders = set()
    for source, target in ((Path(source), Path(target)) for source, target in moves):
        folders |= {source.parent, target.parent}
        if os.path.lexists(source) and not os.path.lexists(target):
            make_folder(target.parent)
            source.replace(target)
            done.append((source, target))
    for folder in sorted(folders):
        if folder.exists():
            sync_folder(folder)


def _forget(kept: BackupSources) -> None:
    """Remove the list of moves, if there is one, then the staged files."""
    listed = kept.data / COMMITTED
    if listed.is_file():
        listed.unlink()
        sync_folder(kept.data)
    for root in kept.roots().values():
        shutil.rmtree(root / STAGING, ignore_errors=True)
