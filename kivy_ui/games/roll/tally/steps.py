"""What is entered in a tally, step by step, with a way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.scorefile.tally import TallyPlayer

_MOST_STEPS_BACK: Final = 200


@dataclass(frozen=True, slots=True)
class _Entered:
    players: tuple[TallyPlayer, ...]
    chosen: int = 0


class TallySteps:
    """Players and who of them is chosen; every change is a step that can be taken back."""

    def __init__(self) -> None:
        self._entered = _Entered(())
        self._past: list[_Entered] = []
        self._future: list[_Entered] = []

    @property
    def players(self) -> tuple[TallyPlayer, ...]:
        """What is entered."""
        return self._entered.players

    @property
    def chosen(self) -> int:
        """Index of the player who is being entered."""
        return min(self._entered.chosen, len(self.players) - 1)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step that was taken back."""
        return bool(self._future)

    def begin(self, players: tuple[TallyPlayer, ...]) -> None:
        """Begin with these players; there is no way back behind it."""
        self._past.clear()
        self._future.clear()
        self._entered = _Entered(players)

    def choose(self, index: int) -> None:
        """Enter another player; that is no step."""
        self._entered = replace(self._entered, chosen=index)

    def change(self, players: tuple[TallyPlayer, ...], *, chosen: int) -> None:
        """Replace what is entered; a step, if anything is different."""
        if players != self.players:
            self._past.append(self._entered)
            del self._past[:-_MOST_STEPS_BACK]
            self._future.clear()
        self._entered = _Entered(players, chosen)

    def undo(self) -> bool:
        """Take the last step back; returns whether there was one."""
        if not self._past:
            return False
        self._future.append(self._entered)
        self._entered = self._past.pop()
        return True

    def redo(self) -> bool:
        """Do the undone step again; returns whether there was one."""
        if not self._future:
            return False
        self._past.append(self._entered)
        self._entered = self._future.pop()
        return True
