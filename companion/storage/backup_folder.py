"""The backups in some folders: their order and their number.

Names have a sequence number, because the clock of a board without a battery may be wrong.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, os_errors_as
from companion.storage.atomic_file import make_folder
from companion.storage.backup import write_backup
from companion.storage.backup_sources import BackupSources
from companion.storage.errors import BACKUP_NOT_WRITTEN

KEPT: Final = 10
"""Number of automatic backups that are kept in each folder; all others stay."""

_AUTOMATIC: Final = "game"
_NAME: Final = re.compile(r"(?:game|kept)-(\d{6,9})\.zip")


def backups_in(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the backups in the folders, the newest first; those without a number come last."""
    found: list[tuple[int, float, Path]] = []
    for folder in folders:
        with suppress(OSError):
            found += [
                (_number(each), each.stat().st_mtime, each)
                for each in folder.glob("*.zip")
                if each.is_file()
            ]
    return tuple(path for _, _, path in sorted(found, reverse=True))


def add_backup(
    kept: BackupSources, folders: Sequence[Path], *, automatic: bool
) -> tuple[Path, ...]:
    """Write a backup into each folder and return the files; remove the oldest automatic ones.

    Raises:
        BackupError: the first that failed; the other folders have their backup.
    """
    number = 1 + max(map(_number, backups_in(folders)), default=0)
    name = f"{_AUTOMATIC if automatic else 'kept'}-{number:06}.zip"
    written: list[Path] = []
    failed: list[CompanionError] = []
    for folder in folders:
        try:
            with os_errors_as(BACKUP_NOT_WRITTEN, path=folder / name):
                make_folder(folder)
                written.append(write_backup(kept, folder / name, name=name).path)
                _remove_oldest(folder)
        except CompanionError as error:
            failed.append(error)
    if failed:
        raise failed[0]
    return tuple(written)


def _number(path: Path) -> int:
    match = _NAME.fullmatch(path.name)
    return int(match[1]) if match else 0


def _remove_oldest(folder: Path) -> None:
    automatic = [each for each in backups_in([folder]) if each.name.startswith(f"{_AUTOMATIC}-")]
    for old in automatic[KEPT:]:
        old.unlink(missing_ok=True)
