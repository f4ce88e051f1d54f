"""Clocks for a step of the round and for the game; off unless somebody sets them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a clock shows.

    Attributes:
        text: time that is left, ``m:ss`` or ``h:mm:ss``; with a plus what has gone beyond; empty
            for no clock.
        over: whether the time is up.
    """

    text: str = ""
    over: bool = False


class Countdown:
    """Time that something may take; it begins anew whenever something else is timed.

    Args:
        now_s: monotonic seconds.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._subject: Hashable = None
        self._since_s = now_s()
        self._called = False

    def follow(self, subject: Hashable) -> None:
        """Say what is timed now; None stops the clock."""
        if subject != self._subject:
            self._subject, self._since_s, self._called = subject, self._now_s(), False

    def face(self, limit_min: int) -> ClockFace:
        """Return what is left of *limit_min* minutes; 0 is no clock."""
        if not limit_min or self._subject is None:
            return ClockFace()
        left_s = 60 * limit_min - int(self._now_s() - self._since_s)
        sign = "+" if left_s < 0 else ""
        minutes, seconds = divmod(abs(left_s), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        return ClockFace(sign + text, over=left_s <= 0)

    def calls(self, limit_min: int) -> bool:
        """Whether the time has run out since this was asked last; true once for each subject."""
        if self._called or not self.face(limit_min).over:
            return False
        self._called = True
        return True
