"""Backups while the table runs: one after each game, others on request."""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import CompanionError
from companion.session.service_ports import BackupLine, Backups
from companion.session.table_port import TableUpdate
from companion.storage.backup_folder import add_backup, backups_in
from companion.storage.backup_sources import BackupSources
from companion.storage.exchange import FolderExchange

log = logging.getLogger(__name__)


class TableBackups(Backups):
    """Backups in a folder of this machine and on a memory stick, if one is there.

    Args:
        kept: what is backed up.
        folder: on this machine.
        exchange: knows the memory sticks.
        restart: ends the program and starts it again with the given backup.
        on_failure: called with the error of an automatic backup, on its thread.
    """

    def __init__(
        self,
        kept: BackupSources,
        folder: Path,
        exchange: FolderExchange,
        *,
        restart: Callable[[Path], None],
        on_failure: Callable[[CompanionError], None],
    ) -> None:
        self._kept = kept
        self._folder = folder
        self._exchange = exchange
        self._restart = restart
        self._on_failure = on_failure
        self._over: str | None = None
        self._one_at_a_time = threading.Lock()

    def follow(self, update: TableUpdate) -> None:
        """Start a backup when a game has ended. Owner's thread; returns at once."""
        over = update.game_id if update.is_over else None
        if over is not None and over != self._over:
            threading.Thread(target=self._make_quietly, name="backup", daemon=True).start()
        self._over = over

    def listed(self) -> tuple[BackupLine, ...]:
        """Return the backups on this machine and on memory sticks, the newest first."""
        return tuple(
            BackupLine(
                str(path),
                datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat(),
                on_stick=path.parent != self._folder,
            )
            for path in backups_in((self._folder, *self._exchange.stick_folders()))
        )

    def make(self) -> tuple[str, ...]:
        """Write a backup that is not removed automatically; return its files."""
        return self._make(automatic=False)

    def restore(self, name: str) -> None:
        self._restart(Path(name))

    def _make(self, *, automatic: bool) -> tuple[str, ...]:
        with self._one_at_a_time:
            folders = (self._folder, *self._exchange.stick_folders()[:1])
            return tuple(map(str, add_backup(self._kept, folders, automatic=automatic)))

    def _make_quietly(self) -> None:
        try:
            self._make(automatic=True)
        except CompanionError as error:
            log.warning("no automatic backup", extra={"reason": error.message})
            self._on_failure(error)
