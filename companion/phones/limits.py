"""How often somebody may send something: a bucket of tokens for each sender."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

_SENDERS: Final = 256
"""Senders that are remembered; the oldest is forgotten, and begins with a full bucket."""


class RateLimit:
    """Allows *burst* messages at once and *per_s* a second, for each sender.

    Args:
        now_s: a monotonic clock.
    """

    def __init__(self, per_s: float, burst: int, now_s: Callable[[], float]) -> None:
        self._per_s, self._burst, self._now_s = per_s, burst, now_s
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, sender: str) -> bool:
        """Count a message and return whether it is allowed."""
        now_s = self._now_s()
        left, before_s = self._left.pop(sender, (float(self._burst), now_s))
        left = min(float(self._burst), left + self._per_s * (now_s - before_s))
        self._left[sender] = (left - 1.0 if left >= 1.0 else left, now_s)
        if len(self._left) > _SENDERS:
            self._left.popitem(last=False)
        return left >= 1.0
