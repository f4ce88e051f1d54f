"""Undo and redo history of a score entry."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.scorefile.score_entry import ScoreEntryPlayer

_MOST_STEPS_BACK: Final = 200


@dataclass(frozen=True, slots=True)
class _Entered:
    players: tuple[ScoreEntryPlayer, ...]
    chosen: int = 0


class ScoreEntrySteps:
    """Players and the chosen player; every change of the players can be undone."""

    def __init__(self) -> None:
        self._entered = _Entered(())
        self._past: list[_Entered] = []
        self._future: list[_Entered] = []

    @property
    def players(self) -> tuple[ScoreEntryPlayer, ...]:
        """The entered players."""
        return self._entered.players

    @property
    def chosen(self) -> int:
        """Index of the player being entered."""
        return min(self._entered.chosen, len(self.players) - 1)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._future)

    def begin(self, players: tuple[ScoreEntryPlayer, ...]) -> None:
        """Start with these players and clear the history."""
        self._past.clear()
        self._future.clear()
        self._entered = _Entered(players)

    def choose(self, index: int) -> None:
        """Select another player, which is not an undoable step."""
        self._entered = replace(self._entered, chosen=index)

    def change(self, players: tuple[ScoreEntryPlayer, ...], *, chosen: int) -> None:
        """Replace the players; recorded as a step if anything differs."""
        if players != self.players:
            self._past.append(self._entered)
            del self._past[:-_MOST_STEPS_BACK]
            self._future.clear()
        self._entered = _Entered(players, chosen)

    def undo(self) -> bool:
        """Undo the last step; returns whether there was one."""
        if not self._past:
            return False
        self._future.append(self._entered)
        self._entered = self._past.pop()
        return True

    def redo(self) -> bool:
        """Redo the last undone step; returns whether there was one."""
        if not self._future:
            return False
        self._past.append(self._entered)
        self._entered = self._future.pop()
        return True
