"""What the light does to white, judged by the mats' paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.arrays import F32, ImageU8
from vision.mat_layout import Rect
from vision.mats import FittedMat, transform

NEUTRAL: Final = (1.0, 1.0, 1.0)

PAPER_LEVEL: Final = 235.0
"""What bare paper becomes: as bright as in the reader's training pictures, not clipped."""

_PAPER = 255  # the level of a patch without ink
_DARKEST, _CLIPPED = 25.0, 250.0
_LARGEST_GAIN = 4.0
_BRIGHT_ENOUGH = 150.0
_SAMPLES = 7


def paper_gains(pixels: ImageU8, mats: Sequence[FittedMat]) -> F32 | None:
    """Return factors for blue, green and red, shape (3,), that make the mats' paper neutral.

    Patches that lie in deep shade, are clipped or covered by something do not count: the
    middle patch of those that remain decides.

    Returns:
        None where no paper can be seen well enough.
    """
    colours = [
        colour
        for mat in mats
        for level, rect in mat.layout.patches
        if level == _PAPER and (colour := _colour(pixels, mat, rect)) is not None
    ]
    if not colours:
        return None
    paper = np.median(np.array(colours), axis=0)
    gains = PAPER_LEVEL / np.maximum(paper, _DARKEST)
    return np.clip(gains, 1 / _LARGEST_GAIN, _LARGEST_GAIN).astype(np.float32)


def exposure_gains(bright_level: float) -> F32 | None:
    """Return factors, shape (3,), that lighten a dark picture without a mat, all alike.

    Args:
        bright_level: brightness that the brightest twentieth of the picture reaches, 0..255.

    Returns:
        None where the picture is bright enough.
    """
    if bright_level >= _BRIGHT_ENOUGH:
        return None
    gain = min(_LARGEST_GAIN, _BRIGHT_ENOUGH / max(bright_level, 1.0))
    return np.full(3, gain, dtype=np.float32)


def balanced(crops: ImageU8, gains: F32 | None) -> ImageU8:
    """Return BGR *crops*, shape (N, h, w, 3), under a light that leaves paper white."""
    if gains is None:
        return crops
    if not len(crops):
        return crops
    steps = np.arange(256, dtype=np.float32)
    tables = np.clip(steps[:, None] * gains + 0.5, 0, 255).astype(np.uint8)
    rows = crops.reshape(-1, crops.shape[-2], 3)  # one picture for OpenCV's tables
    return np.asarray(cv2.LUT(rows, tables[None]), dtype=np.uint8).reshape(crops.shape)


def _colour(pixels: ImageU8, mat: FittedMat, rect: Rect) -> F32 | None:
    """Return the middle colour of a patch, or None where it is out of view, dark or clipped."""
    inset_x, inset_y = rect.width * 0.2, rect.height * 0.2
    x, y = np.meshgrid(
        np.linspace(rect.x0 + inset_x, rect.x1 - inset_x, _SAMPLES),
        np.linspace(rect.y0 + inset_y, rect.y1 - inset_y, _SAMPLES),
    )
    places = np.rint(transform(mat.homography, np.column_stack([x.ravel(), y.ravel()])))
    height, width = pixels.shape[:2]
    inside = (places >= 0).all(axis=1) & (places < (width, height)).all(axis=1)
    if not inside.all():
        return None
    columns, rows = places.astype(np.intp).T
    colour: F32 = np.median(pixels[rows, columns], axis=0).astype(np.float32)
    if colour.max() < _DARKEST or colour.max() > _CLIPPED:
        return None
    return colour
