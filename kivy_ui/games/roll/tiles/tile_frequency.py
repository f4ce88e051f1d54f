"""Which tiles this table builds: what was named lately, and what earlier games were full of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from companion.catalog.roll_loader import load_roll_catalog
from companion.history.archive import Archive, past_games, tiles_built
from kivy_ui.common.background import Background

_RECENT: Final = 12
_MORE_THAN_ANY_PAST: Final = 10_000


class TileFrequency:
    """Counts for the order of tiles in a list. Earlier games are read on a thread of their own.

    Args:
        archive: the earlier games.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._recent: list[str] = []
        self._past = Background[Mapping[str, int]]("tile_frequency", {})

    def named(self, key: str) -> None:
        """A tile was named; where that is taken back, it is the likeliest to be named again."""
        self._recent = [key, *(other for other in self._recent if other != key)][:_RECENT]

    def often(self, game_id: str | None) -> Mapping[str, int]:
        """Return how likely each side is, by key; sides that are left out were never built.

        What is not read yet is not waited for: the next question knows it.

        Args:
            game_id: the running game; earlier games are read anew when another one runs.
        """
        self._past.start(self._read, (game_id,))
        counts = Counter(self._past.result)
        for place, key in enumerate(self._recent):
            counts[key] += _MORE_THAN_ANY_PAST - place
        return counts

    def wait(self, timeout_s: float = 10.0) -> None:
        """Wait until the earlier games are read."""
        self._past.wait(timeout_s)

    def _read(self) -> Mapping[str, int]:
        return tiles_built(past_games(self._archive, load_roll_catalog()))
