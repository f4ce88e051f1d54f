"""Fault reports for developers: one local zip file; nothing is sent over the network.

Contents: the game log, the settings, all version numbers, the last log messages of the program,
and pictures only if the users agreed.
"""

import contextlib
import io
import json
import logging
import platform
import sqlite3
import sys
import tempfile
import zipfile
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

from companion import __version__
from companion.places import Places
from companion.regular_file import read_regular
from companion.session.service_ports import Exchange, Reporter
from companion.storage.backup import copy_log

_KEPT_LINES: Final = 500


class LogTail(logging.Handler):
    """Logging handler that keeps the last lines in memory, for a report."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Store a formatted record."""
        self.lines.append(self.format(record))


class ZipReporter(Reporter):
    """Implements ``Reporter``.

    Args:
        places: locations of settings and preferences.
        log_file: the game log in use.
        exchange: writes the finished file.
        lines: the last log messages of the program; None leaves them out.
    """

    def __init__(
        self, places: Places, log_file: Path, exchange: Exchange, lines: LogTail | None = None
    ) -> None:
        self._places = places
        self._log_file = log_file
        self._exchange = exchange
        self._lines = lines

    def write(self, *, pictures: Mapping[str, bytes]) -> str:
        now = datetime.now(UTC)
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("versions.json", json.dumps(versions(), indent=1))
            for path in (self._places.config_file, self._places.choices_file):
                with contextlib.suppress(OSError):
                    bundle.writestr(path.name, read_regular(path))
            games = _copy_of(self._log_file)
            if games is not None:
                bundle.writestr("games.sqlite", games)
            if self._lines is not None:
                bundle.writestr("log.txt", "\n".join(self._lines.lines) + "\n")
            for name, picture in pictures.items():
                bundle.writestr(f"pictures/{name}", picture)
        return self._exchange.write(f"report-{now:%Y%m%d-%H%M%S}.zip", content.getvalue())


def versions() -> dict[str, object]:
    """Return the versions of the program, Python, the system and all packages."""
    packages = {each.name: each.version for each in distributions()}
    return {
        "companion": __version__,
        "python": sys.version,
        "system": platform.platform(),
        "machine": platform.machine(),
        "packages": dict(sorted(packages.items())),
    }


def _copy_of(log_file: Path) -> bytes | None:
    """Return a consistent copy of the game log, also while it is in use; None if there is none."""
    if not log_file.is_file():
        return None
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "games.sqlite"
            copy_log(log_file, copy)
            return copy.read_bytes()
    except (sqlite3.DatabaseError, OSError):
        with contextlib.suppress(OSError):
            return log_file.read_bytes()  # a damaged log is what the report is about
    return None
