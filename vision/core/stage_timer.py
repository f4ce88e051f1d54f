"""Durations of the stages of one reading."""

import time
from dataclasses import replace

from companion.session.ports import Timings


class StageTimer:
    """Times the stages of one reading."""

    def __init__(self) -> None:
        self._begin = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """End the stage *name*, one of the fields of `Timings`."""
        now = time.perf_counter()
        self._laps[name] = (now - self._last) * 1000.0
        self._last = now

    def timings(self) -> Timings:
        """Return all stages so far, in milliseconds."""
        total = (time.perf_counter() - self._begin) * 1000.0
        laps = {name: round(value, 3) for name, value in self._laps.items()}
        return replace(Timings(**laps), total=round(total, 3))
