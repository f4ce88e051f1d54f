"""Pictures for the screen out of the camera's frames."""

from __future__ import annotations

from typing import Final, Protocol

from companion.session.ports import Frame
from companion.session.table_port import Picture

Box = tuple[int, int, int, int]
"""A part of a frame: x0, y0, x1, y1 in pixels, x1 and y1 excluded."""


class PictureMaker(Protocol):
    """Cuts a box out of a frame and makes it small enough for the screen."""

    def __call__(self, frame: Frame, box: Box, *, width_px: int) -> Picture:
        """Return the box as a picture of at most *width_px*."""
        ...


_RGB: Final = slice(None, None, -1)  # a frame is BGR


def sampled_picture(frame: Frame, box: Box, *, width_px: int) -> Picture:
    """Return the box by taking every n-th pixel: quick, and rough where much is left out."""
    x0, y0, x1, y1 = box
    stride = max(1, -(-(x1 - x0) // width_px))
    pixels = frame.pixels[y0:y1:stride, x0:x1:stride, _RGB]
    height, width = pixels.shape[:2]
    return Picture(pixels.tobytes(), width, height)


def whole(frame: Frame) -> Box:
    """Return the box of the whole frame."""
    height, width = frame.pixels.shape[:2]
    return 0, 0, width, height
