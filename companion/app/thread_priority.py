"""Lowers the priority of background threads, so that the UI thread stays responsive."""

import os
import sys
import threading
from contextlib import suppress
from typing import Final

NICENESS: Final = 5
"""Nice value of the reading threads (0 is normal, 19 the lowest priority)."""


def lower_thread_priority() -> None:
    """Lower the priority of the current thread below that of the UI thread.

    Works on Linux, where each thread has its own nice value; does nothing elsewhere or on the main
    thread.
    """
    if sys.platform == "linux" and threading.current_thread() is not threading.main_thread():
        me = threading.get_native_id()
        with suppress(OSError):
            # As root this could also raise the priority: keep a higher inherited nice value.
            niceness = max(NICENESS, os.getpriority(os.PRIO_PROCESS, me))
            os.setpriority(os.PRIO_PROCESS, me, niceness)
