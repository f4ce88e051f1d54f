"""Smaller pictures, fast: squares of pixels become one."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import ImageU8


def shrunk(picture: ImageU8, step_px: int) -> ImageU8:
    """Return *picture*, shape (H, W) or (H, W, 3), with the mean of each square as one pixel.

    Rows and columns that fill no square at the right and below are left out. OpenCV's own way is
    fast for squares of two pixels alone; larger ones are reached in parts.
    """
    while step_px > 1 and step_px % 2 == 0:
        picture = _resized(picture, 2, cv2.INTER_AREA)
        step_px //= 2
    while step_px > 1 and step_px % 3 == 0:
        picture = _resized(np.asarray(cv2.blur(picture, (3, 3), anchor=(0, 0)), np.uint8), 3)
        step_px //= 3
    return picture if step_px == 1 else _resized(picture, step_px, cv2.INTER_AREA)


def sampled(picture: ImageU8, step_px: int) -> ImageU8:
    """Return every n-th pixel of every n-th row."""
    return _resized(picture, step_px)


def _resized(picture: ImageU8, step_px: int, way: int = cv2.INTER_NEAREST) -> ImageU8:
    height, width = (max(1, side // step_px) for side in picture.shape[:2])
    whole = picture[: height * step_px, : width * step_px]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=way), np.uint8)
