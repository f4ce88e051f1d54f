"""Saving a score entry in the history, and exporting and importing score files."""

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.tiles import Catalog
from companion.history.archive import StoredScoreEntry, entered_game
from companion.history.records import PastGame
from companion.scorefile import score_entry
from companion.scorefile.final import parse_json
from companion.scorefile.score_entry import ScoreEntryPlayer
from kivy_ui.settings import Services

_UNDATED: Final = "tally-undated"

Players = tuple[ScoreEntryPlayer, ...]


@dataclass
class ScoreEntryFiles:
    """Storage of a score entry.

    Attributes:
        game_id: the tracked game that is scored, or an id of the entry's own.

    Args:
        utc_iso: returns the time in UTC, ISO 8601; empty while the clock is not set.
    """

    services: Services
    _utc_iso: Callable[[], str]
    game_id: str = ""
    _played_at: str = ""
    saved: bool = False

    def begin(self, game_id: str = "") -> None:
        """Start scoring a tracked game, or an untracked one."""
        self._played_at = self._utc_iso()
        self.game_id = game_id or _new_id(self._played_at)
        self.saved = False

    @property
    def asks_date(self) -> bool:
        """Whether the date of an untracked game is unknown, because the clock is not set."""
        return self.game_id.startswith(_UNDATED)

    def set_date(self, day: str) -> None:
        """Set the date of an untracked game, ISO 8601; empty if nobody knows it."""
        self._played_at, self.game_id = day, _new_id(day)

    def go_on(self, game_id: str, played_at: str) -> None:
        self.game_id, self._played_at = game_id, played_at
        self.saved = True

    def save(self, players: Players) -> None:
        """Save the result in the history.

        Raises:
            ArchiveWriteError: writing failed.
        """
        self.services.archive.keep(self._stored(players))
        self.saved = True

    @staticmethod
    def exported(players: Players) -> bytes:
        """Return the position as a score file."""
        text = json.dumps(score_entry.document(players), ensure_ascii=False, indent=1) + "\n"
        return text.encode()

    def import_file(self, name: str, catalog: Catalog) -> Players:
        """Return the position of a score file, as a new entry.

        Raises:
            CompanionError: it cannot be read, is invalid or impossible.
        """
        players = score_entry.players_of(parse_json(self.services.exchange.read(name)), catalog)
        self.begin()
        return players

    def as_game(self, players: Players, catalog: Catalog) -> PastGame | None:
        """Return the result as a past game, for the BG Stats QR code."""
        return entered_game(self._stored(players), catalog)

    def _stored(self, players: Players) -> StoredScoreEntry:
        return StoredScoreEntry(self.game_id, self._played_at, score_entry.document(players))


def _new_id(played_at: str) -> str:
    stamp = "".join(filter(str.isdigit, played_at))[:14]
    return f"{f'tally-{stamp}' if stamp else _UNDATED}-{secrets.token_hex(3)}"
