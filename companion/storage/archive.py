"""Past games: read-only access to the log beside its writer, and score entries (files).

A score entry is a plain ``roll-final/1`` file in its folder, named by its id, which contains the
time of the game; ``companion score`` reads it directly.
"""

import json
import logging
import os
import re
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, os_errors_as
from companion.games.definition import GameDefinition
from companion.history.archive import Archive, ArchiveWriteError, StoredScoreEntry
from companion.scorefile.errors import ScoreFileError
from companion.scorefile.final import read_json
from companion.session import errors
from companion.session.ports import GameHeader, StoredEvent
from companion.storage.atomic_file import make_folder, write_atomically
from companion.storage.codec import codecs_of
from companion.storage.connection import connect_read_only
from companion.storage.high_water import MarkFile
from companion.storage.inspection import survey
from companion.storage.log_file import check_that_it_is_there
from companion.storage.rows import UNREADABLE, read_events, read_heads

log = logging.getLogger(__name__)

_REMOVED: Final = "removed"
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_-]")
_STAMP: Final = re.compile(r"-(\d{8})(\d{6})?-")


class FileArchive(Archive):
    """Reads the game log read-only, stores score entries in a folder.

    Each query opens and closes the log, so that the writer is never blocked. Data with a checksum
    mismatch is never returned.

    Attributes:
        problems: why data was omitted, since the last call of `games`.

    Args:
        log_file: the game log; may be missing.
        folder: for the score entries; created with the first one.
        games: the definitions of all games that may be in the log, by key.
    """

    def __init__(self, log_file: Path, folder: Path, games: Mapping[str, GameDefinition]) -> None:
        self._log_file = log_file
        self._folder = folder
        self._codecs = codecs_of(games)
        self.problems: list[CompanionError] = []

    def games(self) -> tuple[GameHeader, ...]:
        """Return the games of the log, newest first; those with corrupt rows are omitted."""
        self.problems = []
        found = MarkFile(self._log_file).read()
        try:
            check_that_it_is_there(self._log_file, found)
            if not os.path.lexists(self._log_file):
                return ()
            with closing(connect_read_only(self._log_file)) as db:
                heads, bad, problems = survey(db, self._log_file, found)
        except (errors.LogError, *UNREADABLE) as error:
            self._warn(error)
            return ()
        self.problems += problems
        return tuple(
            GameHeader(head.game_id, head.kind, head.started_at, bool(head.finished))
            for head in heads.values()
            if head.game_id not in bad
        )

    def events(self, game_id: str) -> tuple[StoredEvent, ...]:
        try:
            with closing(connect_read_only(self._log_file)) as db:
                head = read_heads(db, game_id)[0].get(game_id)
                codec = self._codecs(head.kind) if head is not None else None
                return read_events(db, head, codec) if head is not None and codec else ()
        except errors.LogDamagedError as error:
            self._warn(errors.GAME_DAMAGED(game=game_id, version=error.last_good_version))
        except (errors.LogTooNewError, *UNREADABLE) as error:
            self._warn(error)
        return ()

    def score_entries(self) -> tuple[StoredScoreEntry, ...]:
        found = [self._read(path) for path in sorted(self._folder.glob("*.json")) if path.is_file()]
        known = [score_entry for score_entry in found if score_entry is not None]
        return tuple(sorted(known, key=lambda score_entry: score_entry.played_at, reverse=True))

    def keep(self, score_entry: StoredScoreEntry) -> None:
        text = json.dumps(dict(score_entry.document), ensure_ascii=False, indent=1)
        with os_errors_as(ArchiveWriteError):
            write_atomically(self._path(score_entry.entry_id), text + "\n")

    def drop(self, entry_id: str) -> None:
        """Move a score entry to the folder ``removed``; a no-op where there is none."""
        path = self._path(entry_id)
        if not path.exists():
            return
        with os_errors_as(ArchiveWriteError):
            make_folder(self._folder / _REMOVED)
            path.replace(self._folder / _REMOVED / path.name)

    # --- inside ----------------------------------------------------------------------------------

    def _path(self, entry_id: str) -> Path:
        return self._folder / f"{_NOT_IN_NAMES.sub('_', entry_id)}.json"

    def _read(self, path: Path) -> StoredScoreEntry | None:
        try:
            document = read_json(str(path))
        except (ScoreFileError, OSError) as error:
            self._warn(error)
            return None
        if not isinstance(document, dict):
            return None
        return StoredScoreEntry(path.stem, _played_at(path), document)

    def _warn(self, error: Exception) -> None:
        log.warning("a past game cannot be read", extra={"reason": str(error)})
        if not isinstance(error, CompanionError):
            error = errors.LOG_STRUCTURE(path=self._log_file, reason=error)
        self.problems.append(error)


def _played_at(path: Path) -> str:
    """Return the time or the day in the id; empty if there is none."""
    stamp = _STAMP.search(path.stem)
    if stamp is not None:
        with suppress(ValueError):
            moment = datetime.fromisoformat(f"{stamp[1]}T{stamp[2] or '000000'}+00:00")
            return moment.isoformat() if stamp[2] else str(moment.date())
    return ""
