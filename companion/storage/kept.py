"""What a table keeps, and which of it a backup may hold: one definition for backup and restore.

A file's name in a backup is ``data/``, ``config/`` or ``log/`` and its path below that folder.
`reason_against` says why a name cannot be in a backup. `companion.storage.backup` names such files
when it leaves them out, `companion.storage.restore` refuses a backup that has one.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from os import walk
from pathlib import Path, PurePosixPath
from typing import Final

from companion.storage.log_file import BESIDE

MAX_FILES: Final = 20_000
MAX_FILE_BYTES: Final = 512_000_000
MAX_TOTAL_BYTES: Final = 1_000_000_000
MAX_MANIFEST_BYTES: Final = 8_000_000
MAX_TIME_S: Final = 253_402_300_799
"""The end of the year 9999; as far before 1970 as well."""

STAGING: Final = ".restoring"
"""Where a restore prepares its files."""

COMMITTED: Final = ".restored-"
"""What the staging folder of the data is called once the restore counts; a number follows."""

BEFORE: Final = "before-restore-"
"""Folders of what lay there before a restore; a number follows."""

LOG_ENDING: Final = ".sqlite"
LOG_NAME: Final = f"data/games{LOG_ENDING}"
"""The usual log's name in a backup."""

DATA_LOGS: Final = (LOG_NAME, f"data/demonstration{LOG_ENDING}")
"""Those that the table may open in ``data`` by itself."""

RAW_SIDECARS: Final = ("-wal", "-journal", "-mark")
"""What lies beside a log and belongs to it; a copy that SQLite makes needs none of them."""

UNFINISHED: Final = ("-wal", "-journal")
"""What of it SQLite has only while a log is open, or after it was killed."""

CONFIG: Final = "config.toml"
"""The settings' name in ``config``."""

_NO_CONTENT: Final = ("-shm", ".lock")
_MAX_NAME_BYTES: Final = 1_000
_MAX_PART_BYTES: Final = 255
_MAX_DEPTH: Final = 32
_NOT_IN_NAMES: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\\]")


@dataclass(frozen=True, slots=True)
class Kept:
    """The folders of a table: ``data`` for itself, ``config`` for people; often the same one.

    Attributes:
        log: the game log in use; None is ``games.sqlite`` in ``data``.
    """

    data: Path
    config: Path
    log: Path | None = None

    @property
    def log_file(self) -> Path:
        """The game log in use."""
        return self.log or self.data / PurePosixPath(LOG_NAME).name

    def folders(self) -> dict[str, Path]:
        """Return the folders that are kept whole, by their names in a backup."""
        if self.data.absolute() == self.config.absolute():
            return {"data": self.data}
        return {"data": self.data, "config": self.config}

    def log_name(self) -> str:
        """Return the name of the log in use in a backup; ``log/`` where it lies elsewhere."""
        path = self.log_file.absolute()
        for prefix, folder in self.folders().items():
            if path.is_relative_to(folder.absolute()):
                return f"{prefix}/{path.relative_to(folder.absolute()).as_posix()}"
        return f"log/{path.name}"

    def place(self, name: str, names: Container[str]) -> tuple[str, PurePosixPath]:
        """Return in which root, and where there, the file that a backup calls *name* belongs.

        Settings of a table that has one folder for everything go to those for people here.

        Args:
            names: of all files in the backup.
        """
        prefix, _, inside = name.partition("/")
        settings = f"config/{CONFIG}"
        if name == f"data/{CONFIG}" and "config" in self.folders() and settings not in names:
            prefix = "config"
        return prefix, PurePosixPath(inside)

    def roots(self) -> dict[str, Path]:
        """Return the folders that files of a backup go to, in the order of a restore.

        The log comes first: where it lies stands in the settings, which a restore replaces later.
        """
        return {"log": self.log_file.parent, "config": self.config, "data": self.data}


def judged_logs(log_name: str) -> frozenset[str]:
    """Return the names of the logs that must be sound in a backup: those that the table opens.

    Other ``.sqlite`` files, such as damaged logs that were set aside, are kept as they are.
    """
    return frozenset({*DATA_LOGS, log_name})


def kept_files(kept: Kept) -> Iterator[tuple[str, Path]]:
    """Return name and path of everything that belongs into a backup, the log in use first.

    Links, folders that cannot be opened and things that are no plain files are among it: they are
    named when a backup is made, not passed over. A log stands for its sidecars.
    """
    log_name = kept.log_name()
    if kept.log_file.exists():
        yield log_name, kept.log_file
    for prefix, folder in kept.folders().items():
        closed: list[OSError] = []
        for parent, folders, files in walk(folder, onerror=closed.append):
            here = Path(parent)
            inside = PurePosixPath(here.relative_to(folder).as_posix())
            folders[:] = sorted(each for each in folders if not _is_left_out(inside / each))
            logs = {each for each in files if each.endswith(LOG_ENDING)} | {kept.log_file.name}
            beside = {each + ending for each in logs for ending in RAW_SIDECARS if each in files}
            links = {each for each in folders if (here / each).is_symlink()}
            for each in sorted({*files, *links} - beside):
                name = f"{prefix}/{(inside / each).as_posix()}"
                if not _is_left_out(inside / each) and name != log_name:
                    yield name, here / each
        for error in closed:
            path = Path(str(error.filename))
            if path != folder:
                yield f"{prefix}/{path.relative_to(folder).as_posix()}", path


def reason_against(name: str) -> str | None:
    """Return why no file in a backup can be called *name*; None where one can."""
    try:
        encoded = name.encode()
    except UnicodeEncodeError:
        return "its name is not text"
    prefix, *parts = name.split("/")
    if prefix not in ("data", "config", "log") or not parts:
        return "it is in no folder of the table"
    if prefix == "log" and len(parts) > 1:
        return "a game log has no folders"
    if any(part in ("", ".", "..") for part in parts) or _NOT_IN_NAMES.search(name):
        return "its name has characters that no name in a backup has"
    if len(encoded) > _MAX_NAME_BYTES or len(parts) > _MAX_DEPTH:
        return "its name is too long"
    if any(len(part.encode()) > _MAX_PART_BYTES for part in parts):
        return "its name is too long"
    left_out = _is_left_out(PurePosixPath(*parts))
    return "it is made anew by the companion" if left_out else None


def _is_left_out(inside: PurePosixPath) -> bool:
    """Whether a path below a kept folder is what is made again, or backups themselves."""
    top, name = inside.parts[0], inside.name
    made_anew = top in ("cache", "backups") or top.startswith((".", BEFORE))
    unfinished = name.startswith(".") and name.endswith(".new")
    return made_anew or unfinished or name.endswith(_NO_CONTENT)


def sidecars(log_file: Path) -> tuple[Path, ...]:
    """Return where SQLite has its own files beside a log; none of them need exist."""
    return tuple(log_file.with_name(log_file.name + end) for end in BESIDE)
