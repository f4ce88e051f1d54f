"""The networks' runtime, imported only where its import cannot end the process; its processor."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from vision.core.errors import ProcessorUnsupportedError, RuntimeUnusableError

_PROBE: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; import onnxruntime; print(onnxruntime.__version__)"
)
_TIMEOUT_S: Final = 60.0


def probed_runtime() -> str:
    """Import onnxruntime in a child process; return its version.

    A build for newer processors ends the process that imports it (SIGILL), which no handler can
    prevent. The result is not stored, because an SD card may be moved to another board: the
    child takes as long as the import itself (0.13 s on a PC), and only where dice are read.

    Raises:
        ProcessorUnsupportedError: the import ended the child.
        RuntimeUnusableError: it is not installed, or a library is missing.
        TimeoutExpired: the machine is too busy to tell.
    """
    done = subprocess.run(  # noqa: S603 - our own interpreter and text
        [sys.executable, "-ISc", _PROBE, *sys.path],
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
    )
    if done.returncode < 0:
        raise ProcessorUnsupportedError(reason=signal.Signals(-done.returncode).name)
    if done.returncode:
        raise RuntimeUnusableError(reason=done.stderr.strip().rpartition("\n")[2])
    return done.stdout.strip()


def runtime() -> Any:
    """Return the module onnxruntime.

    Raises:
        RuntimeUnusableError: importing it would end this process, or fails.
    """
    if "onnxruntime" not in sys.modules:
        try:
            probed_runtime()
        except subprocess.TimeoutExpired as err:
            reason = f"it did not load within {err.timeout:.0f} seconds"
            raise RuntimeUnusableError(reason=reason) from err
    import onnxruntime  # takes 0.25 s: imported only when a model is opened

    return onnxruntime


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
