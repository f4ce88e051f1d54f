"""Contacts bounce: one push of a button is several edges within a few milliseconds."""

from __future__ import annotations


class Debounce:
    """Tells presses from bounces by how long the contact was quiet before.

    The first edge of a push counts at once, so there is no delay; every further edge, also those
    at letting go, restarts the quiet time.

    Args:
        quiet_s: how long a contact must have been quiet before a press, in seconds.
    """

    def __init__(self, quiet_s: float) -> None:
        self._quiet_s = quiet_s
        self._last_edge_s = float("-inf")

    def is_press(self, *, closed: bool, now_s: float) -> bool:
        """Return whether this edge is a press; to be called for every edge in order.

        Args:
            closed: the contact has just closed (True) or opened (False).
            now_s: monotonic seconds.
        """
        quiet_s = now_s - self._last_edge_s
        self._last_edge_s = now_s
        return closed and quiet_s >= self._quiet_s
