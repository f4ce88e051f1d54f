"""Persistent files of a table, and the allowed content of a backup; shared by backup and restore.

A file's name in a backup is ``data/``, ``config/`` or ``log/`` and its path below that folder.
`reason_against` returns why a name is not allowed. `companion.storage.backup` skips and reports
such files, `companion.storage.restore` rejects a backup that has one.
"""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from os import walk
from pathlib import Path, PurePosixPath
from typing import Final

MAX_FILES: Final = 20_000
MAX_FILE_BYTES: Final = 512_000_000
MAX_TOTAL_BYTES: Final = 1_000_000_000
MAX_MANIFEST_BYTES: Final = 8_000_000
MAX_TIME_S: Final = 253_402_300_799
"""The end of the year 9999; the limit before 1970 is the same."""

STAGING: Final = ".restoring"
"""Staging folder of a restore."""

COMMITTED: Final = ".restored"
"""The list of moves of a committed restore, in ``data``."""

BEFORE: Final = "before-restore-"
"""Folders of the files replaced by a restore; a number follows."""

LOG_ENDING: Final = ".sqlite"
LOG_NAME: Final = f"data/games{LOG_ENDING}"
"""The default log's name in a backup."""

DATA_LOGS: Final = (LOG_NAME, f"data/demonstration{LOG_ENDING}")
"""Logs in ``data`` that the table opens by default."""

UNFINISHED: Final = ("-wal", "-journal")
"""Suffixes of a log's sidecar files with events; a copy made by SQLite needs none of them."""

CONFIG: Final = "config.toml"
"""Name of the settings file in ``config``."""

Progress = Callable[[int, int], None]
"""Called during long work with the number of files that are done, and of all files."""

_TRANSIENT: Final = ("-mark", "-shm", ".lock")
_MAX_NAME_BYTES: Final = 1_000
_MAX_PART_BYTES: Final = 255
_MAX_DEPTH: Final = 32
_NOT_IN_NAMES: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\\]")


@dataclass(frozen=True, slots=True)
class BackupSources:
    """The folders of a table: ``data`` (internal), ``config`` (user-edited); often the same one.

    Attributes:
        log: the active game log; None is ``games.sqlite`` in ``data``.
    """

    data: Path
    config: Path
    log: Path | None = None

    @property
    def log_file(self) -> Path:
        """The active game log."""
        return self.log or self.data / PurePosixPath(LOG_NAME).name

    def folders(self) -> dict[str, Path]:
        """Return the folders to back up completely, by their names in a backup."""
        if self.data.absolute() == self.config.absolute():
            return {"data": self.data}
        return {"data": self.data, "config": self.config}

    def log_name(self) -> str:
        """Return the active log's name in a backup; in ``log/`` if it is outside the folders."""
        path = self.log_file.absolute()
        for prefix, folder in self.folders().items():
            if path.is_relative_to(folder.absolute()):
                return f"{prefix}/{path.relative_to(folder.absolute()).as_posix()}"
        return f"log/{path.name}"

    def place(self, name: str, names: Container[str]) -> tuple[str, PurePosixPath]:
        """Map the name in a backup to its root and the path below it.

        Settings of a table with a single folder go to ``config`` if that is separate here.

        Args:
            names: of all files in the backup.
        """
        prefix, _, inside = name.partition("/")
        settings = f"config/{CONFIG}"
        if name == f"data/{CONFIG}" and "config" in self.folders() and settings not in names:
            prefix = "config"
        return prefix, PurePosixPath(inside)

    def roots(self) -> dict[str, Path]:
        """Return the target folders of a restore, in its order.

        The log comes first: its path is in the settings, which a restore replaces later.
        """
        return {"log": self.log_file.parent, "config": self.config, "data": self.data}


def logs_to_verify(log_name: str) -> frozenset[str]:
    """Return the names of the logs that a backup must verify: those that the table opens.

    Other ``.sqlite`` files, such as quarantined logs, are stored as they are.
    """
    return frozenset({*DATA_LOGS, log_name})


def files_to_back_up(kept: BackupSources) -> Iterator[tuple[str, Path]]:
    """Yield name and path of everything to back up, the active log first.

    Includes links, unreadable folders and special files: a backup reports them instead of silently
    skipping them. Sidecars are implied by their log.
    """
    log_name = kept.log_name()
    if kept.log_file.exists():
        yield log_name, kept.log_file
    for prefix, folder in kept.folders().items():
        closed: list[OSError] = []
        for parent, folders, files in walk(folder, onerror=closed.append):
            here = Path(parent)
            inside = PurePosixPath(here.relative_to(folder).as_posix())
            folders[:] = sorted(each for each in folders if not _is_excluded(inside / each))
            logs = {each for each in files if each.endswith(LOG_ENDING)} | {kept.log_file.name}
            beside = {each + ending for each in logs for ending in UNFINISHED if each in files}
            links = {each for each in folders if (here / each).is_symlink()}
            for each in sorted({*files, *links} - beside):
                name = f"{prefix}/{(inside / each).as_posix()}"
                if not _is_excluded(inside / each) and name != log_name:
                    yield name, here / each
        for error in closed:
            path = Path(str(error.filename))
            if path != folder:
                yield f"{prefix}/{path.relative_to(folder).as_posix()}", path


def reason_against(name: str) -> str | None:
    """Return why *name* is not allowed in a backup; None if it is."""
    try:
        encoded = name.encode()
    except UnicodeEncodeError:
        return "its name is not text"
    prefix, *parts = name.split("/")
    if prefix not in ("data", "config", "log") or not parts:
        return "it is in no folder of the companion"
    if prefix == "log" and len(parts) > 1:
        return "a game log has no folders"
    if any(part in ("", ".", "..") for part in parts) or _NOT_IN_NAMES.search(name):
        return "its name has characters that no name in a backup has"
    if len(encoded) > _MAX_NAME_BYTES or len(parts) > _MAX_DEPTH:
        return "its name is too long"
    if any(len(part.encode()) > _MAX_PART_BYTES for part in parts):
        return "its name is too long"
    left_out = _is_excluded(PurePosixPath(*parts))
    return "the companion creates it again" if left_out else None


def _is_excluded(inside: PurePosixPath) -> bool:
    """Whether a path below a backed-up folder is regenerable or itself a backup."""
    top, name = inside.parts[0], inside.name
    regenerable = top in ("cache", "backups") or top.startswith((".", BEFORE))
    unfinished = name.startswith(".") and name.endswith(".new")
    return regenerable or unfinished or name.endswith(_TRANSIENT)
