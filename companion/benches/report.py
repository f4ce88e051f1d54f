"""Data classes of benchmark results, and information about the machine."""

import math
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """Options of the command line.

    Attributes:
        runs: number of measured repetitions.
    """

    runs: int


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One quantity over repeated runs.

    Attributes:
        name: name of the quantity.
        unit: of ``median``, ``p95`` and ``target``.
        target: upper limit, or None.
        at_p95: the limit applies to the 95th percentile instead of the median.
    """

    name: str
    unit: str
    median: float
    p95: float
    runs: int
    target: float | None = None
    at_p95: bool = False

    @property
    def passed(self) -> bool:
        """Whether the target is met."""
        return self.target is None or (self.p95 if self.at_p95 else self.median) <= self.target


@dataclass(frozen=True, slots=True)
class BenchReport:
    """All results of a benchmark; ``notes`` describes the conditions."""

    bench: str
    rows: tuple[BenchRow, ...]
    notes: tuple[str, ...] = ()


def row(
    name: str,
    values: Sequence[float],
    *,
    unit: str = "ms",
    target: float | None = None,
    at_p95: bool = False,
) -> BenchRow:
    """Return median and 95th percentile (nearest rank) of at least one value."""
    ranked = sorted(values)
    middle = (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2
    late = ranked[max(0, math.ceil(0.95 * len(ranked)) - 1)]
    return BenchRow(name, unit, round(middle, 3), round(late, 3), len(ranked), target, at_p95)


def machine() -> dict[str, object]:
    """Return properties of the machine that affect the results."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory_mb": _memory_mb(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "load": [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else [],
    }


def peak_memory_mb() -> float:
    """Return the largest resident memory of this process so far, in MB."""
    import resource  # not available on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024.0**2 if sys.platform == "darwin" else 1024.0)


def _processor() -> str:
    for path, key in (("/proc/device-tree/model", None), ("/proc/cpuinfo", "model name")):
        try:
            text = Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if key is None:
            return text.strip("\0\n ")
        for line in text.splitlines():
            if line.startswith(key):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory_mb() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 1024**2
    except (AttributeError, OSError, ValueError):
        return 0
