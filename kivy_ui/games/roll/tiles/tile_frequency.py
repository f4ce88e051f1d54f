"""Likelihood of tiles, from recently named tiles and earlier games."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.catalog.roll_loader import load_roll_catalog
from companion.history.archive import Archive, past_games, tiles_built
from kivy_ui.common.background_task import BackgroundTask

_RECENT: Final = 12
_MORE_THAN_ANY_PAST: Final = 10_000


class TileFrequency:
    """Counts for sorting tiles in a list. Earlier games are read on a separate thread."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._recent: list[str] = []
        self._past = BackgroundTask[Mapping[str, int]]("tile_frequency", {})

    def named(self, key: str) -> None:
        """Record a named tile; after an undo it is the most likely one to be named again."""
        self._recent = [key, *(other for other in self._recent if other != key)][:_RECENT]

    def often(self, game_id: str | None) -> Mapping[str, int]:
        """Return how likely each side is, by key; sides that were never built are omitted.

        Does not wait for earlier games that are still being read.

        Args:
            game_id: the running game; earlier games are read again when it changes.
        """
        self._past.start(self._read, (game_id,))
        counts = Counter(self._past.result)
        for place, key in enumerate(self._recent):
            counts[key] += _MORE_THAN_ANY_PAST - place
        return counts

    def _read(self) -> Mapping[str, int]:
        return tiles_built(past_games(self._archive, load_roll_catalog()))
