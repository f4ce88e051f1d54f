"""Display images (RGB crops) from camera frames."""

from __future__ import annotations

from typing import Final, Protocol

from companion.session.ports import Frame
from companion.session.table_port import Picture

Box = tuple[int, int, int, int]
"""A crop of a frame: x0, y0, x1, y1 in pixels, x1 and y1 exclusive."""


class PictureMaker(Protocol):
    """Crops a box from a frame and downscales it for display."""

    def __call__(self, frame: Frame, box: Box, *, width_px: int) -> Picture:
        """Return the crop with a width of at most *width_px*."""


_RGB: Final = slice(None, None, -1)  # a frame is BGR


def sampled_picture(frame: Frame, box: Box, *, width_px: int) -> Picture:
    """Return the crop subsampled by every n-th pixel: fast, but aliased at large factors."""
    x0, y0, x1, y1 = box
    stride = max(1, -(-(x1 - x0) // width_px))
    pixels = frame.pixels[y0:y1:stride, x0:x1:stride, _RGB]
    height, width = pixels.shape[:2]
    return Picture(pixels.tobytes(), width, height)


def whole(frame: Frame) -> Box:
    """Return the box of the whole frame."""
    height, width = frame.pixels.shape[:2]
    return 0, 0, width, height
