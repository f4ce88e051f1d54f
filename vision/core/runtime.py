"""The networks' runtime, onnxruntime, imported only where its import cannot end the process."""

import signal
import subprocess
import sys
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
