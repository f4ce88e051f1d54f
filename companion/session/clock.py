"""Implements the ``Clock`` port with the system clock, and judges whether that is right.

A board without a battery-backed clock starts with the time of its last shutdown, until the network
sets it: perhaps during the game, perhaps never.
"""

import ctypes
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

RELEASED: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""No game was played before this version existed."""

_SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
_HARDWARE_CLOCK: Final = Path("/sys/class/rtc/rtc0/since_epoch")
_LARGEST_DRIFT_S: Final = 300.0
_NOT_SYNCHRONISED: Final = 5
"""``TIME_ERROR`` of ntp_gettime(3)."""


class SystemClock:
    def monotonic_s(self) -> float:
        return time.monotonic()

    def utc_iso(self) -> str:
        """The date and time in UTC, ISO 8601, to the millisecond; empty while not set."""
        now = datetime.now(UTC)
        return now.isoformat(timespec="milliseconds") if is_set(now) else ""


class UncheckedClock(SystemClock):
    """System time whether it is right or not, for a demonstration: its dates do not matter."""

    def utc_iso(self) -> str:
        """The date and time in UTC, ISO 8601, to the millisecond."""
        return datetime.now(UTC).isoformat(timespec="milliseconds")


def is_set(now: datetime) -> bool:
    """Whether *now*, the system's time, is right: from the network or a hardware clock."""
    return now >= RELEASED and (_is_synchronised() or _is_confirmed(now))


def _is_synchronised() -> bool:
    """Whether the network has set the clock: systemd keeps a file, all services tell the kernel."""
    if _SYNCHRONISED.exists():
        return True
    answer = ctypes.create_string_buffer(256)  # struct ntptimeval, of which only the status matters
    status: int = ctypes.CDLL(None).ntp_gettime(answer)
    return 0 <= status < _NOT_SYNCHRONISED


def _is_confirmed(now: datetime) -> bool:
    """Whether a hardware clock shows the same; one without a battery starts in 1970."""
    with suppress(OSError, ValueError):
        drift_s = now.timestamp() - int(_HARDWARE_CLOCK.read_text(encoding="ascii"))
        return abs(drift_s) <= _LARGEST_DRIFT_S
    return False
