"""What this machine's processor is good at."""

from __future__ import annotations

from pathlib import Path
from typing import Final

CPU_INFO: Final = Path("/proc/cpuinfo")

_DOT_PRODUCTS: Final = frozenset({"avx512_vnni", "avx_vnni", "asimddp"})
"""Flags of instructions that multiply and add bytes: Intel and AMD since 2019, a Raspberry Pi 5.
A Pi 4 has none."""


def int8_pays(info: Path = CPU_INFO) -> bool:
    """Return whether networks of whole numbers run faster here, and exactly.

    Without these instructions they are slower than the others, and some processors round sums.
    """
    try:
        text = info.read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    for line in text.splitlines():
        name, _, flags = line.partition(":")
        if name.strip() in ("flags", "Features"):
            return not _DOT_PRODUCTS.isdisjoint(flags.split())
    return False
