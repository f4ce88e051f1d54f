"""The machine's clock behind the ``Clock`` port."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Time as the operating system tells it."""

    def monotonic_s(self) -> float:
        """Seconds that only go forward."""
        return time.monotonic()

    def utc_iso(self) -> str:
        """The date and time in UTC, ISO 8601, to the millisecond."""
        return datetime.now(UTC).isoformat(timespec="milliseconds")
