"""Tells once when the supply of a Raspberry Pi is too weak, or when the board is too hot."""

import threading
from collections.abc import Callable
from typing import Final

from companion.errors import CompanionError

_EVERY_S: Final = 30.0


def watch_power(
    look: Callable[[], CompanionError | None],
    tell: Callable[[CompanionError], None],
    ended: threading.Event,
    *,
    every_s: float = _EVERY_S,
) -> None:
    """Look at the board's flags until *ended* is set; run it on a thread of its own.

    Args:
        look: returns what is wrong now; None where nothing is.
        tell: called with each kind of error once.
        ended: ends it at once.
        every_s: interval.
    """
    told: set[str] = set()
    while not ended.wait(every_s):
        error = look()
        if error is not None and error.code not in told:
            told.add(error.code)
            tell(error)
