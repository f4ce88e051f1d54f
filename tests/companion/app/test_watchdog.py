"""The line to systemd: what is said, when, and that nothing depends on somebody listening."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.watchdog import Watchdog


class Clock:
    """The screen's clock, moved by hand."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], None], float]] = []

    def schedule(self, action: Callable[[], None], delay_s: float) -> None:
        self.waiting.append((action, delay_s))

    def turn(self) -> None:
        waiting, self.waiting = self.waiting, []
        for action, _ in waiting:
            action()


class Manager:
    """systemd's end of the line."""

    def __init__(self, address: str) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(address)
        self._line.setblocking(False)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self._line.recv(1000).decode())
            except BlockingIOError:
                return words

    def close(self) -> None:
        self._line.close()


@pytest.mark.parametrize(("bound", "told"), [("", ""), ("\0", "@")], ids=["path", "abstract"])
def test_ready_then_pings_from_the_screens_clock_then_the_end(
    bound: str, told: str, tmp_path: Path
) -> None:
    """A ping for each turn, three within the limit; after ``stop`` nothing is said any more."""
    manager = Manager(f"{bound}{tmp_path}/notify")
    clock = Clock()
    watchdog = Watchdog({"NOTIFY_SOCKET": f"{told}{tmp_path}/notify", "WATCHDOG_USEC": "30000000"})
    watchdog.start(clock.schedule)
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    assert [delay_s for _, delay_s in clock.waiting] == [10.0]
    clock.turn()
    clock.turn()
    assert manager.heard() == ["WATCHDOG=1", "WATCHDOG=1"]
    watchdog.stop()
    watchdog.stop()
    clock.turn()
    assert manager.heard() == ["STOPPING=1"]
    assert clock.waiting == []
    manager.close()


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"WATCHDOG_USEC": "30000000"},
        {"NOTIFY_SOCKET": "somewhere", "WATCHDOG_USEC": "30000000"},
        {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "0"},
        {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": "1"},
    ],
)
def test_without_a_manager_there_are_no_pings(environ: dict[str, str]) -> None:
    """Started by hand, meant for another process or badly told: the table just runs."""
    clock = Clock()
    watchdog = Watchdog(environ, pid=1234)
    watchdog.start(clock.schedule)
    watchdog.stop()
    assert watchdog.ping_interval_s is None
    assert clock.waiting == []


def test_a_manager_that_went_away_is_no_error() -> None:
    """The screen goes on; the pings are tried again."""
    clock = Clock()
    Watchdog({"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "9000"}).start(clock.schedule)
    clock.turn()
    assert len(clock.waiting) == 1
