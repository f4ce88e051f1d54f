"""Notifies systemd: ready once, then keep-alive pings from the UI clock.

The pings are scheduled on the clock that draws the screen. If the UI hangs, they stop and systemd
restarts the service; the game is resumed from the log. Protocol: sd_notify(3).
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from typing import Final

log = logging.getLogger(__name__)

_PINGS_IN_A_TIMEOUT: Final = 3
"""Pings per watchdog timeout, so that one or two may be late; sd_watchdog_enabled(3) asks for 2."""

Schedule = Callable[[Callable[[], None], float], None]
"""Runs an action on the UI thread after some seconds."""


class Watchdog:
    """Connection to systemd; does nothing if the process was not started as a service.

    Args:
        environ: process environment: ``NOTIFY_SOCKET``, ``WATCHDOG_USEC``, ``WATCHDOG_PID``.
        pid: of this process; a timeout meant for another process is ignored.
    """

    def __init__(self, environ: Mapping[str, str], *, pid: int | None = None) -> None:
        self._address = _address(environ.get("NOTIFY_SOCKET", ""))
        self._timeout_s = _timeout_s(environ, os.getpid() if pid is None else pid)
        self._over = False

    @property
    def is_service(self) -> bool:
        """Whether systemd started the process and expects notifications."""
        return self._address is not None

    @property
    def ping_interval_s(self) -> float | None:
        """Seconds between two pings; None if none are expected."""
        if self._address is None or self._timeout_s is None:
            return None
        return self._timeout_s / _PINGS_IN_A_TIMEOUT

    def start(self, schedule: Schedule) -> None:
        """Notify that the first frame is on the screen, then ping by *schedule* until ``stop``."""
        self._send("READY=1")
        ping_interval_s = self.ping_interval_s
        if ping_interval_s is None:
            return

        def ping() -> None:
            if not self._over:
                self._send("WATCHDOG=1")
                schedule(ping, ping_interval_s)

        ping()

    def stop(self) -> None:
        """Notify a clean shutdown."""
        if not self._over:
            self._over = True
            self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if self._address is None:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(0)  # a full queue must not block the UI
                line.sendto(message.encode(), self._address)
        except OSError as err:
            log.warning("the service manager was not notified", extra={"reason": str(err)})


def _address(named: str) -> str | None:
    """Return the socket's address; a leading ``@`` means the abstract namespace."""
    if named.startswith("@"):
        return "\0" + named[1:]
    return named if named.startswith("/") else None


def _timeout_s(environ: Mapping[str, str], pid: int) -> float | None:
    limit, owner = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not limit.isdecimal() or int(limit) == 0 or (owner and owner != str(pid)):
        return None
    return int(limit) / 1e6
