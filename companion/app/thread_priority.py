"""The screen goes first: what can wait steps back."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from typing import Final

NICENESS: Final = 5
"""How far the reading thread steps back (0 not at all, 19 last)."""


def step_back() -> None:
    """Give this thread less of a busy processor than the screen's, which must answer a touch.

    On Linux, where a thread has a niceness of its own; elsewhere, and on the main thread, nothing.
    """
    if sys.platform == "linux" and threading.current_thread() is not threading.main_thread():
        me = threading.get_native_id()
        with suppress(OSError):
            # Root may also come forward: a program that was started nice stays nice.
            niceness = max(NICENESS, os.getpriority(os.PRIO_PROCESS, me))
            os.setpriority(os.PRIO_PROCESS, me, niceness)
