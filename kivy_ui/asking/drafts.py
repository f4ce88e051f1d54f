"""What several seats have open and marked at the same time."""

from dataclasses import replace
from typing import Any

from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Ask, Draft


class SeatDrafts:
    """A draft for each seat; one is forgotten as soon as the seat is asked something else."""

    def __init__(self) -> None:
        self._begun: dict[int, tuple[Draft, Any]] = {}
        self._now: dict[int, Draft] = {}

    def of(self, ask: Ask, seat: int, *, leads: bool = True) -> Draft:
        """Return what is marked of a seat's question.

        Args:
            leads: whether an answer that leads on by itself is followed at once.
        """
        fresh = drafts.opened(ask, seat) if leads else drafts.still(ask, seat)
        question = drafts.at(ask, seat, fresh.path)
        begun = fresh, (getattr(question, "text", None), getattr(question, "pieces", ()))
        if self._begun.get(seat) != begun:
            self._begun[seat], self._now[seat] = begun, fresh
        return self._now[seat]

    def mark(self, seat: int, element: Any) -> None:
        """Set what is marked of a seat's question; a touch that no longer fits changes nothing."""
        now = self._now.get(seat)
        if now is not None and now.marks:
            self._now[seat] = replace(now, marks=(element, *now.marks[1:]))

    def changed(self, seat: int) -> bool:
        return seat in self._now and self._now[seat] != self._begun[seat][0]
