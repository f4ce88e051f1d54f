"""CPU features of this machine."""

from pathlib import Path
from typing import Final

CPU_INFO: Final = Path("/proc/cpuinfo")

_DOT_PRODUCTS: Final = frozenset({"avx512_vnni", "avx_vnni", "asimddp"})
"""CPU flags of int8 dot-product instructions: Intel and AMD since 2019, a Raspberry Pi 5. A Pi 4
has none."""


def int8_pays(info: Path = CPU_INFO) -> bool:
    """Return whether int8-quantised networks are faster on this CPU, and exact.

    Without these instructions they are slower than float networks, and some CPUs round sums.
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
