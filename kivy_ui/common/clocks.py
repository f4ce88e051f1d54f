"""Countdowns for a step of the round and for the game; off by default."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The display of a countdown.

    Attributes:
        text: remaining time, ``m:ss`` or ``h:mm:ss``; after its end the overrun with a plus; empty
            without a limit.
        over: whether the time is up.
    """

    text: str = ""
    over: bool = False


class Countdown:
    """Time limit of a subject, such as a step; restarts whenever the subject changes.

    Args:
        now_s: returns monotonic seconds.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._subject: Hashable = None
        self._since_s = now_s()
        self._called = False

    def follow(self, subject: Hashable) -> None:
        """Set the timed subject; None stops the countdown."""
        if subject != self._subject:
            self._subject, self._since_s, self._called = subject, self._now_s(), False

    def face(self, limit_min: int) -> ClockFace:
        """Return the remainder of *limit_min* minutes; 0 means no limit."""
        if not limit_min or self._subject is None:
            return ClockFace()
        left_s = 60 * limit_min - int(self._now_s() - self._since_s)
        icon = "+" if left_s < 0 else ""
        minutes, seconds = divmod(abs(left_s), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        return ClockFace(icon + text, over=left_s <= 0)

    def calls(self, limit_min: int) -> bool:
        """Return whether the time has run out since the last call; true once for each subject."""
        if self._called or not self.face(limit_min).over:
            return False
        self._called = True
        return True
