"""Who has played at this table, by the log and the score entries; read in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.history.archive import Archive
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.usual_names import is_usual

_LATEST_GAMES: Final = 8
"""Games whose players are remembered; more would take long to read."""
_FIRST_EVENTS: Final = 3
"""Events of a game that may say who plays."""
_AT_ONCE_S: Final = 0.3
"""How long a page waits for them."""


class KnownPlayers:
    """Names with the colours of the latest games; more of them once they are read.

    Args:
        archive: past games.
        names: of the group in the settings.
    """

    def __init__(self, archive: Archive, names: tuple[str, ...]) -> None:
        self._archive = archive
        self._names = names
        self._read = BackgroundTask[Mapping[str, str]]("known-players", {})

    def read_again(self) -> None:
        """Read the log anew when the players are asked for next."""
        self._read.about = None

    def everybody(self) -> Mapping[str, str]:
        """Return name -> colour, empty if it is not known; usual names of seats, too."""
        self._read.start(self._played, True)
        self._read.wait(_AT_ONCE_S)
        return {**dict.fromkeys(self._names, ""), **self._read.result}

    def players(self) -> Mapping[str, str]:
        """Return those of them whose names somebody has entered."""
        found = self.everybody().items()
        return {name: colour for name, colour in found if name and not is_usual(name)}

    def _played(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for game in self._archive.games()[:_LATEST_GAMES]:
            for stored in self._archive.events(game.game_id)[:_FIRST_EVENTS]:
                for player in getattr(stored.event, "players", ()):
                    name, colour = getattr(player, "name", ""), getattr(player, "colour", "")
                    found[name] = found.get(name) or colour
        for kept in self._archive.score_entries():
            rows = kept.document.get("players", ())
            names = (str(row.get("name", "")) for row in rows if isinstance(row, dict))
            found |= dict.fromkeys(set(names) - set(found), "")
        return found
