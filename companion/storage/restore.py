"""Puts a backup back: all of it is prepared beside what is there, then one rename makes it count.

1. Every file is copied out of the backup into a folder ``.restoring`` on the disk where it belongs,
   checked and forced to the disk. Nothing of the table has changed until here.
2. ``.restoring`` of the data folder is renamed to ``.restored-N``. From here on the restore counts.
3. What lay there before moves to ``before-restore-N``, the new files take its place. A file that
   still lies in ``.restored-N`` is still to be moved, so `complete_restore` can go on from any
   point at which the power went: every command does that first.

Whatever fails, the table has either all of the old or all of the new, and the old is never deleted.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Final

from companion.session.errors import (
    LogDamagedError,
    LogError,
    LogInUseError,
    LogTooNewError,
    LogUnavailableError,
)
from companion.storage.backup_reader import Backup, opened
from companion.storage.errors import (
    BackupLogDamagedError,
    BackupTooNewError,
    BackupUnreadableError,
    RestoreFailedError,
    RestoreInterruptedError,
    RestoreLogElsewhereError,
)
from companion.storage.kept import (
    BEFORE,
    COMMITTED,
    CONFIG,
    DATA_LOGS,
    STAGING,
    UNFINISHED,
    Kept,
    judged_logs,
    sidecars,
)
from companion.storage.log_check import check_log
from companion.storage.log_file import LogLock
from companion.storage.whole_file import sync_folder

_NUMBERED: Final = re.compile(re.escape(COMMITTED) + r"([0-9]{1,9})")


def restore_backup(path: Path, kept: Kept, *, accept_damaged: bool = False) -> tuple[str, ...]:
    """Put everything in the backup *path* in the place of what *kept* holds now.

    Returns the names of the restored files. The table must not run.

    Args:
        accept_damaged: also take a log that cannot be read to its end.

    Raises:
        BackupUnreadableError: no backup, damaged, or with names or sizes that none has.
        BackupTooNewError: it, or a log in it, comes from a newer companion.
        BackupLogDamagedError: a log in it is damaged.
        RestoreLogElsewhereError: its games belong to a file that the settings here do not name.
        LogInUseError: the table runs.
        RestoreFailedError: the disk refuses; what was there before is there.
        RestoreInterruptedError: the disk refuses even that; the next command goes on.
    """
    with _undisturbed(kept):
        _complete(kept)
        with opened(path) as backup:
            _check_log_place(path, backup, kept)
            try:
                staged = _stage(backup, kept)
                _check_logs(path, backup, staged, accept_damaged=accept_damaged)
                committed = _commit(kept)
            except BaseException:
                _clear_staging(kept)
                raise
        _switch_or_undo(kept, committed)
    return tuple(backup.entries)


def complete_restore(kept: Kept) -> bool:
    """Go on with a restore that was interrupted; return whether there was one.

    One that did not count yet is forgotten. Nothing is done while another program restores, or
    while the table runs.

    Raises:
        RestoreInterruptedError: the disk refuses.
    """
    places = {root / STAGING for root in kept.roots().values()}
    if not any(place.exists() for place in places) and _committed(kept.data) is None:
        return False
    try:
        with _undisturbed(kept):
            return _complete(kept)
    except (LogInUseError, LogUnavailableError):
        return False


# --- before it counts ----------------------------------------------------------------------------


@contextmanager
def _undisturbed(kept: Kept) -> Iterator[None]:
    """Keep every program out that could have one of the logs open."""
    logs = {kept.log_file, *(kept.data / PurePosixPath(name).name for name in DATA_LOGS)}
    try:
        for root in kept.roots().values():
            root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _failed(kept, error) from error
    with ExitStack() as stack:
        for log in sorted(logs):
            if log == kept.log_file or log.exists():
                stack.callback(LogLock(log).release)
        yield


def _check_log_place(path: Path, backup: Backup, kept: Kept) -> None:
    """Refuse games that the settings, as they will be, do not name: nobody would see them."""
    elsewhere = backup.log_name.startswith("log/")
    if not elsewhere and any(name.endswith(f"/{CONFIG}") for name in backup.entries):
        return  # its settings come with it
    same_name = backup.log_name == kept.log_name()
    if not same_name or (elsewhere and backup.log_file != str(kept.log_file.absolute())):
        raise RestoreLogElsewhereError(path=path, log=backup.log_file or backup.log_name)


def _stage(backup: Backup, kept: Kept) -> dict[str, Path]:
    """Write the files beside the present ones and force them to the disk; return where they are."""
    staged, folders = {}, set()
    try:
        for root in kept.roots().values():
            if (root / STAGING).exists():
                shutil.rmtree(root / STAGING)
        for name, entry in backup.entries.items():
            prefix, inside = kept.place(name, backup.entries)
            root = kept.roots()[prefix]
            _check_way(root, inside)
            target = staged[name] = root / STAGING / prefix / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            folders |= {each for each in target.parents if root in each.parents}
            with target.open("wb") as file:
                for piece in backup.pieces(name):
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            os.utime(target, (entry.modified_s, entry.modified_s))
        for folder in sorted(folders):
            sync_folder(folder)
    except BackupUnreadableError:
        raise
    except OSError as error:
        raise _failed(kept, error) from error
    return staged


def _check_way(root: Path, inside: PurePosixPath) -> None:
    """Refuse to write through links that lead out of the table's folders, or over folders."""
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
    for name in sorted(judged_logs(backup.log_name) & backup.entries.keys()):
        try:
            _check_log(staged[name], [name + end in backup.entries for end in UNFINISHED])
        except LogTooNewError as error:
            raise BackupTooNewError(path=path) from error
        except LogDamagedError as error:
            if not accept_damaged:
                raise BackupLogDamagedError(path=path, log=name) from error
        except LogError as error:
            reason = error.message.rstrip(".")
            raise BackupUnreadableError(path=path, reason=reason) from error


def _check_log(log: Path, beside: Sequence[bool]) -> None:
    check_log(log)
    if any(beside):  # only a log that could not be read is stored with its WAL
        raise LogDamagedError(last_good_version=0)


# --- the rename, and what follows from it --------------------------------------------------------


def _commit(kept: Kept) -> Path:
    """Let the restore count; return the folder of the prepared data."""
    roots = set(kept.roots().values())
    number = 1
    while any((root / f"{BEFORE}{number}").exists() for root in roots):
        number += 1
    committed = kept.data / f"{COMMITTED}{number}"
    staging = kept.data / STAGING
    try:
        staging.mkdir(exist_ok=True)  # where all files belong elsewhere
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
    """Return the prepared data of a restore that counts and is not complete."""
    found = [each for each in data.glob(f"{COMMITTED}*") if _NUMBERED.fullmatch(each.name)]
    return min(found, default=None)


def _complete(kept: Kept) -> bool:
    committed = _committed(kept.data)
    if committed is None:
        _clear_staging(kept)
        return False
    try:
        _switch(kept, committed, [])
    except OSError as error:
        raise RestoreInterruptedError(path=kept.data, reason=error.strerror) from error
    return True


def _switch_or_undo(kept: Kept, committed: Path) -> None:
    moved: list[tuple[Path, Path]] = []
    try:
        _switch(kept, committed, moved)
    except OSError as error:
        try:
            for source, target in reversed(moved):
                target.replace(source)
            committed.replace(kept.data / STAGING)
        except OSError as worse:
            raise RestoreInterruptedError(path=kept.data, reason=worse.strerror) from error
        _clear_staging(kept)
        raise _failed(kept, error) from error


def _switch(kept: Kept, committed: Path, moved: list[tuple[Path, Path]]) -> None:
    """Move what still lies in *committed*, and beside it on other disks, into its place.

    Args:
        moved: takes source and target of every rename.
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
                    aside.parent.mkdir(parents=True, exist_ok=True)
                    _move(old, _free(aside.with_name(old.name)), moved)
            target.parent.mkdir(parents=True, exist_ok=True)
            _move(staged, target, moved)
            touched |= {target.parent, aside.parent}
        for folder in sorted(touched):
            if folder.exists():
                sync_folder(folder)
    _clear_staging(kept)
    shutil.rmtree(committed, ignore_errors=True)


def _is_same(folder: Path, other: Path) -> bool:
    return folder.exists() and folder.samefile(other)


def _free(path: Path) -> Path:
    """Return *path*, or a name beside it that is free."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free


def _move(source: Path, target: Path, moved: list[tuple[Path, Path]]) -> None:
    source.replace(target)
    moved.append((source, target))


def _clear_staging(kept: Kept) -> None:
    for root in kept.roots().values():
        shutil.rmtree(root / STAGING, ignore_errors=True)


def _failed(kept: Kept, error: OSError) -> RestoreFailedError:
    return RestoreFailedError(path=kept.data, reason=error.strerror or str(error))
