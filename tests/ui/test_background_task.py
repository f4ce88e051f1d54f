"""What a thread works out: one search at a time, and nothing old is shown as the answer."""

import threading

from kivy_ui.common.background_task import BackgroundTask


def test_a_search_for_the_same_begins_once_and_nothing_old_counts_as_found() -> None:
    """While one runs no other begins; its end is told once, and counts for what it was for."""
    found, go_on = BackgroundTask("test", 0), threading.Event()
    assert not found.busy
    assert not found.arrived()

    def search() -> int:
        go_on.wait(10.0)
        return 1

    found.start(search, "first")
    found.start(lambda: 2, "second")
    assert found.busy
    assert not found.knows("first")
    assert not found.arrived()
    go_on.set()
    found.wait()
    assert found.arrived()
    assert not found.arrived()
    found.start(lambda: 3, "first")
    assert (found.result, found.knows("first"), found.knows("second")) == (1, True, False)
    found.start(lambda: 2, "second")
    found.wait()
    assert (found.result, found.knows("first"), found.knows("second")) == (2, False, True)
