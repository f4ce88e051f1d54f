"""Waiting for another thread or process."""

import time
from collections.abc import Callable


def until(holds: Callable[[], object], *, timeout_s: float = 60.0) -> None:
    """Wait until something holds; fails if it does not in time."""
    until_s = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < until_s, "it never came about"
        time.sleep(0.005)
