"""The reading thread steps back, no other one does."""

import os
import threading

from companion.app.thread_priority import NICENESS, lower_thread_priority


def _niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_only_the_calling_thread_steps_back() -> None:
    """A worker's niceness rises to the given one; the main thread's stays, also when it asks."""
    before = _niceness()
    seen: list[int] = []

    def work() -> None:
        lower_thread_priority()
        seen.append(_niceness())

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    lower_thread_priority()
    assert seen == [max(before, NICENESS)]
    assert _niceness() == before
