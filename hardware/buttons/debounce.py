"""Software debouncing: contact bounce turns one press into several edges within milliseconds."""


class Debounce:
    """Leading-edge debouncer: a press needs a preceding interval without edges.

    The first edge of a press counts immediately, so there is no latency; every further edge,
    including those on release, restarts the interval.

    Args:
        quiet_s: debounce interval before a press, in seconds.
    """

    def __init__(self, quiet_s: float) -> None:
        self._quiet_s = quiet_s
        self._last_edge_s = float("-inf")

    def is_press(self, *, closed: bool, now_s: float) -> bool:
        """Return whether this edge is a press; call it for every edge in order.

        Args:
            closed: the contact has just closed (True) or opened (False).
            now_s: monotonic seconds.
        """
        quiet_s = now_s - self._last_edge_s
        self._last_edge_s = now_s
        return closed and quiet_s >= self._quiet_s
