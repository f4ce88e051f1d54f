"""Opens a USB camera or a video file through OpenCV, for the stream and for stills."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from companion.session.ports import CameraInfo

if TYPE_CHECKING:
    from companion.session.ports import ImageU8

FRAMES_TO_SETTLE: Final = 5
"""Warm-up frames until auto exposure, AWB and changed controls have settled."""

_ASPECT_TOLERANCE: Final = 0.02

STILL_WIDTHS_PX: Final = (4608, 3840, 2592, 2560, 2304, 2048, 1920)
"""Widths to try for a still, largest first, in the stream's aspect ratio: another aspect ratio
means another field of view."""


def open_device(
    device: int | str | Path, size_px: tuple[int, int], *, is_file: bool = False
) -> cv2.VideoCapture:
    """Open a camera at *size_px*, or at the size its driver falls back to; or a video file."""
    if is_file:
        return cv2.VideoCapture(str(device), cv2.CAP_ANY)
    capture = cv2.VideoCapture(str(device) if isinstance(device, Path) else device, cv2.CAP_V4L2)
    # Motion JPEG first: uncompressed, USB 2 allows only a few frames per second at this size.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
    capture.set(cv2.CAP_PROP_FPS, 15)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def open_large(device: int | str | Path, stream: CameraInfo) -> cv2.VideoCapture:
    """Open the device at the largest size of the stream's aspect ratio, else the stream's size."""
    capture = open_device(device, (stream.width, stream.height))
    shape = stream.width / stream.height
    for width in STILL_WIDTHS_PX:
        if width <= stream.width:
            break
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, round(width / shape))
        given = capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if given[0] > stream.width and abs(given[0] / given[1] / shape - 1.0) <= _ASPECT_TOLERANCE:
            return capture
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, stream.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, stream.height)
    return capture


def one_frame(capture: cv2.VideoCapture) -> "ImageU8 | None":
    """Return a frame after the warm-up frames in which exposure and white balance settle."""
    taken = all(capture.grab() for _ in range(FRAMES_TO_SETTLE))
    ok, pixels = capture.retrieve() if taken else (False, None)
    if not ok or pixels is None or pixels.ndim != 3:
        return None
    pixels.setflags(write=False)
    return pixels  # type: ignore[return-value]  # cv2's stubs know no dtype
