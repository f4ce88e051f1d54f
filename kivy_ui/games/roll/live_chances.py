"""Everybody's chance to win during the game, where people want to see it.

The value is that of the beginning of the round and is worked out once for it, on a thread.
"""

from __future__ import annotations

import threading

from companion.players.hints import HintGiver


class LiveChances:
    """The chances of the round that is played.

    Args:
        giver: works them out.
    """

    def __init__(self, giver: HintGiver) -> None:
        self._giver = giver
        self._round = 0
        """Counts the rounds that are begun; one that is begun again after an undo is another."""
        self._asked_for = -1
        self._found: tuple[float, ...] = ()
        self._thread: threading.Thread | None = None
        self._is_news = False

    def begin_round(self) -> None:
        """Forget what was found: another round is played, or another game."""
        self._round += 1

    def of(self, game_id: str) -> tuple[float, ...]:
        """Return the chances by seat; begins to look for them, and is empty meanwhile."""
        if self._asked_for != self._round and not self.busy:
            self._asked_for, self._is_news = self._round, True
            self._thread = threading.Thread(
                target=self._find, args=(game_id,), name="chances", daemon=True
            )
            self._thread.start()
        return self._found if self.known else ()

    @property
    def busy(self) -> bool:
        """Whether they are still looked for."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def known(self) -> bool:
        """Whether it is known what can be told of this round."""
        return self._asked_for == self._round and not self.busy

    def arrived(self) -> bool:
        """Whether a search has ended since this was asked last."""
        news = self._is_news and not self.busy
        self._is_news &= not news
        return news

    def wait(self, timeout_s: float = 30.0) -> None:
        """Wait until they are found."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _find(self, game_id: str) -> None:
        self._found = self._giver.win_chances(game_id)
