"""Enumerates and opens the Raspberry Pi's cameras through picamera2, with error handling."""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from hardware.errors import CameraUnavailableError

log = logging.getLogger(__name__)

_NOT_INSTALLED: Final = (
    "Run: sudo apt install -y --no-install-recommends python3-picamera2. The virtual environment "
    "must have access to the system packages (make run sets this up)."
)
BUSY: Final = "Close other programs that use the camera, check its cable, then try again."


def installed_module() -> Any:
    """Return the system's picamera2."""
    import picamera2  # the only import; not installable outside a Raspberry Pi

    return picamera2


def load(import_module: Callable[[], Any]) -> Any:
    """Return the module that *import_module* imports.

    Raises:
        CameraUnavailableError: picamera2 is not installed, or incompatible with installed packages.
    """
    try:
        return import_module()
    except ImportError as err:
        raise CameraUnavailableError(
            name="pi", reason=_why_not_imported(err), advice=_NOT_INSTALLED
        ) from err
    except ValueError as err:  # "numpy.dtype size changed": apt's simplejpeg with pip's numpy
        raise CameraUnavailableError(
            name="pi",
            reason="picamera2 and numpy do not fit together",
            advice="Delete .venv and run make run again: it installs compatible versions.",
        ) from err


def _why_not_imported(err: ImportError) -> str:
    missing = err.name or "picamera2"
    if missing == "picamera2":
        return "picamera2 is not installed"
    return f"picamera2 needs the module {missing}"


def cameras(module: Any) -> list[tuple[int, str]]:
    """Return index and model of the cameras at the CSI connectors.

    libcamera also lists USB cameras; those report no exposure and use `opencv_camera` instead.

    Raises:
        CameraUnavailableError: libcamera cannot list them.
    """
    try:
        found = list(module.Picamera2.global_camera_info())
    except Exception as err:  # libcamera's binding raises its own types
        raise CameraUnavailableError(name="pi", reason=short(err), advice=BUSY) from err
    return [
        (number, str(each.get("Model", "pi")))
        for number, each in enumerate(found)
        if "/usb" not in each["Id"]
    ]


def opened(module: Any, number: int, name: str) -> Any:
    """Return camera *number*, not started.

    Raises:
        CameraUnavailableError: another program uses it, or it does not respond.
    """
    camera = module.Picamera2.__new__(module.Picamera2)
    try:
        camera.__init__(number)
    except Exception as err:  # RuntimeError, IndexError and libcamera's own types
        # picamera2 leaks the file descriptor of a pipe here, and opening is retried often.
        with suppress(AttributeError):
            os.close(camera.notifyme_w)
        raise CameraUnavailableError(name=name, reason=short(err), advice=BUSY) from err
    return camera


def close_quietly(camera: Any) -> None:
    """Release a camera, even a disconnected one."""
    for step in (camera.stop, camera.close):
        try:
            step()
        except Exception:  # an unplugged camera cannot be stopped
            log.debug("camera did not close cleanly")


def short(err: Exception) -> str:
    """Return an error's first line."""
    return (str(err) or type(err).__name__).strip().splitlines()[0].rstrip(".")[:120]
