"""Factory: opens the camera that the settings name."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from hardware.cameras.bounded_camera import open_bounded
from hardware.cameras.controls import CameraControls, LockableCamera
from hardware.cameras.picamera2_camera import Picamera2Camera
from hardware.errors import CameraUnavailableError
from hardware.kernel_file import read

if TYPE_CHECKING:
    from hardware.cameras.folder_camera import FolderCamera
    from hardware.cameras.opencv_camera import OpenCvCamera

log = logging.getLogger(__name__)

DEFAULT_SIZE_PX: Final = (1536, 864)
_LOCK_TIMEOUT_S: Final = 1.0
_V4L: Final = Path("/sys/class/video4linux")

# Nodes of a Raspberry Pi's codec and ISP: Video4Linux lists them like cameras.
_NOT_CAMERAS: Final = ("bcm2835-", "rpi-", "rpivid", "pispbe", "rp1-", "unicam")


@dataclass(frozen=True, slots=True)
class UsbCamera:
    device: str
    name: str


def open_camera(
    choice: str,
    *,
    size_px: tuple[int, int] = DEFAULT_SIZE_PX,
    hold: CameraControls | None = None,
    v4l: Path = _V4L,
) -> LockableCamera | None:
    """Return the camera that *choice* names, or None for ``none`` and where ``auto`` finds none.

    Args:
        choice: ``auto`` (the Pi's camera, else a USB camera, else none), ``none``, ``pi``,
            ``pi:1``, ``usb``, ``usb:`` with a number or a part of a name, ``video:FILE``,
            ``folder:DIR``.
        size_px: requested width and height.
        hold: control values to lock; those that do not hold are logged.
        v4l: sysfs folder of the video devices.

    Raises:
        CameraUnavailableError: the camera named is not connected, does not open, or is none of the
            above.
        DriverStuckError: its driver, or that of the camera before it, does not respond.
    """
    camera = open_bounded(partial(_open, choice, size_px, v4l), choice)
    if camera is not None and hold is not None and hold.asked():
        _lock_controls(camera, hold)
    return camera


def _lock_controls(camera: LockableCamera, controls: CameraControls) -> None:
    try:
        report = camera.lock(controls, timeout_s=_LOCK_TIMEOUT_S)
    except CompanionError as err:  # the next capture will raise it again
        log.warning("the camera did not keep its settings", extra={"reason": str(err)})
        return
    if not report.is_locked:
        off = {**report.wrong, **dict.fromkeys(report.unsupported, "no control")}
        log.warning(
            "the camera did not keep its settings", extra={"camera": camera.info.name, **off}
        )


def _open(choice: str, size_px: tuple[int, int], v4l: Path) -> LockableCamera | None:
    kind, _, rest = choice.partition(":")
    if kind == "none" and not rest:
        return None
    if kind == "auto" and not rest:
        return _open_automatic(size_px, v4l)
    opener = _OPENERS.get(kind)
    if opener is None:
        raise CameraUnavailableError(name=choice, reason="there is no such type of camera")
    return opener(rest, size_px, v4l)


def find_usb_cameras(v4l: Path = _V4L) -> tuple[UsbCamera, ...]:
    """Return the USB cameras by device number."""
    found = []
    for node in sorted(v4l.glob("video*"), key=lambda path: (len(path.name), path.name)):
        name = read(node / "name")
        # A camera's second node carries metadata, not frames.
        if read(node / "index") in {"", "0"} and not name.startswith(_NOT_CAMERAS):
            found.append(UsbCamera(f"/dev/{node.name}", name or node.name))
    return tuple(found)


def _open_automatic(size_px: tuple[int, int], v4l: Path) -> LockableCamera | None:
    for kind in ("pi", "usb"):
        try:
            return _OPENERS[kind]("", size_px, v4l)
        except CameraUnavailableError as err:
            log.info("no camera", extra={"kind": kind, "reason": err.message})
    return None


def _open_pi(rest: str, size_px: tuple[int, int], _v4l: Path) -> Picamera2Camera:
    return Picamera2Camera(int(rest or 0), size_px=size_px)


def _open_usb(rest: str, size_px: tuple[int, int], v4l: Path) -> "OpenCvCamera":
    from hardware.cameras.opencv_camera import OpenCvCamera

    camera = _pick_usb(rest, find_usb_cameras(v4l))
    return OpenCvCamera(camera.device, name=camera.name, size_px=size_px)


def _pick_usb(wanted: str, cameras: tuple[UsbCamera, ...]) -> UsbCamera:
    for camera in cameras:
        by_number = wanted.isdecimal() and camera.device == f"/dev/video{wanted}"
        if not wanted or by_number or wanted == camera.device:
            return camera
        if not wanted.isdecimal() and wanted.casefold() in camera.name.casefold():
            return camera
    known = ", ".join(camera.name for camera in cameras)
    raise CameraUnavailableError(
        name=f"usb:{wanted}" if wanted else "usb",
        reason=f"only {known} is plugged in" if known else "no USB camera is plugged in",
    )


def _open_video(rest: str, size_px: tuple[int, int], _v4l: Path) -> "OpenCvCamera":
    from hardware.cameras.opencv_camera import OpenCvCamera

    path = Path(rest).expanduser()
    if not path.is_file():
        raise CameraUnavailableError(name=rest, reason="there is no such file")
    return OpenCvCamera(path, name=path.name, size_px=size_px)


def _open_folder(rest: str, _size_px: tuple[int, int], _v4l: Path) -> "FolderCamera":
    from hardware.cameras.folder_camera import FolderCamera

    return FolderCamera(Path(rest).expanduser(), frames_each=30)


_OPENERS: Final[dict[str, Callable[[str, tuple[int, int], Path], LockableCamera]]] = {
    "pi": _open_pi,
    "usb": _open_usb,
    "video": _open_video,
    "folder": _open_folder,
}
