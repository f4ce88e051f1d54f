"""Implements the ``Clock`` port with the system clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """System time."""

    def monotonic_s(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def utc_iso(self) -> str:
        """The date and time in UTC, ISO 8601, to the millisecond."""
        return datetime.now(UTC).isoformat(timespec="milliseconds")
