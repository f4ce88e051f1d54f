"""In-memory event log: for tests, what-if analysis, and as a fallback without a disk."""

from collections.abc import Sequence
from dataclasses import replace

from companion.session.errors import LOG_CONFLICT, NO_SUCH_GAME
from companion.session.ports import GameHeader, StoredEvent


class MemoryEventLog:
    """Keeps all events in memory; implements ``EventLog``."""

    def __init__(self) -> None:
        self._headers: dict[str, GameHeader] = {}
        self._events: dict[str, list[StoredEvent]] = {}

    def begin(self, game_id: str, *, game: str, started_at: str) -> None:
        if game_id in self._headers:
            raise LOG_CONFLICT()
        self._headers[game_id] = GameHeader(game_id, game, started_at, finished=False)
        self._events[game_id] = []

    def append(
        self,
        game_id: str,
        events: Sequence[object],
        *,
        after_version: int,
        recorded_at: str,
        played_ms: int = 0,
    ) -> None:
        stored = self._of(game_id)
        if len(stored) != after_version:
            raise LOG_CONFLICT()
        first = after_version + 1
        stored.extend(
            StoredEvent(first + offset, first, event, recorded_at, played_ms)
            for offset, event in enumerate(events)
        )

    def load(self, game_id: str) -> tuple[StoredEvent, ...]:
        return tuple(self._of(game_id))

    def games(self) -> tuple[GameHeader, ...]:
        return tuple(reversed(self._headers.values()))

    def finish(self, game_id: str) -> None:
        self._of(game_id)
        self._headers[game_id] = replace(self._headers[game_id], finished=True)

    def settle(self) -> None:
        """Do nothing: there is no file."""

    def close(self) -> None:
        """Do nothing: there is no file."""

    def _of(self, game_id: str) -> list[StoredEvent]:
        try:
            return self._events[game_id]
        except KeyError:
            raise NO_SUCH_GAME(game_id=game_id) from None
