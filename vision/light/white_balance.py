"""White balance, with the mats' paper as white reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import Rect

PAPER_LEVEL: Final = 235.0
"""Level of bare paper after balancing: as in the reader's training images, not clipped."""

_GAMMA = 2.2
_LIGHT: Final = ((np.arange(256) / 255.0) ** _GAMMA).astype(np.float32)
_PAPER = 255  # the level of a patch without ink
_DARKEST, _CLIPPED = 25.0, 250.0
_LARGEST_GAIN = 4.0
_STEPS: Final = np.linspace(0.2, 0.8, 7)
_GRID: Final = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2)


def paper_gains(pixels: ImageU8, mats: Sequence[FittedMat]) -> F32 | None:
    """Return gains for blue, green and red, shape (3,), that make the mats' paper neutral.

    Patches in deep shadow, clipped or covered ones do not count: the median of the others does.

    Returns:
        None where no paper can be seen well enough.
    """
    colours = [_papers(pixels, mat) for mat in mats]
    if not sum(len(each) for each in colours):
        return None
    paper = np.median(np.concatenate(colours), axis=0)
    gains = PAPER_LEVEL / np.maximum(paper, _DARKEST)
    return np.asarray(np.clip(gains, 1 / _LARGEST_GAIN, _LARGEST_GAIN), dtype=np.float32)


def coded_mean(pixels: cv2.typing.MatLike) -> F64:
    """Return the mean colour of an image, averaged in linear light, shape (3,), 0..255."""
    light = np.array(cv2.mean(cv2.LUT(pixels, _LIGHT))[:3])
    return np.asarray(255.0 * light ** (1.0 / _GAMMA), np.float64)


def balanced(crops: ImageU8, gains: F32 | None) -> ImageU8:
    """Return white-balanced BGR *crops*, shape (N, h, w, 3)."""
    if gains is None or not len(crops):
        return crops
    rows = crops.reshape(-1, crops.shape[-2], 3)  # one image for OpenCV
    planes = [
        cv2.convertScaleAbs(plane, alpha=gain)
        for plane, gain in zip(cv2.split(rows), gains.tolist(), strict=True)
    ]
    return np.asarray(cv2.merge(planes), dtype=np.uint8).reshape(crops.shape)


def balanced_each(crops: ImageU8, gains: F32) -> ImageU8:
    """Return white-balanced BGR *crops*, shape (N, h, w, 3), with gains for each, shape (N, 3)."""
    steps = np.arange(256, dtype=np.float32)[:, None]
    tables = np.clip(steps * gains[:, None] + 0.5, 0, 255).astype(np.uint8)
    result = np.empty_like(crops)
    for crop, table, even in zip(crops, tables, result, strict=True):
        cv2.LUT(crop, table[None], dst=even)
    return result


def _papers(pixels: ImageU8, mat: FittedMat) -> F32:
    """Return the median colours, (P, 3), of the bare patches in view, neither dark nor clipped."""
    rects = [rect for level, rect in mat.layout.patches if level == _PAPER]
    places = np.rint(transform(mat.homography, _inside(rects)))
    height, width = pixels.shape[:2]
    columns, rows = places.reshape(len(rects), len(_GRID), 2).transpose(2, 0, 1)
    seen = ((columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)).all(axis=1)
    levels = pixels[rows[seen].astype(np.intp), columns[seen].astype(np.intp)]
    colours: F32 = np.sort(levels, axis=1)[:, len(_GRID) // 2].astype(np.float32)
    brightest = colours.max(axis=1)
    return np.asarray(colours[(brightest >= _DARKEST) & (brightest <= _CLIPPED)])


def _inside(rects: Sequence[Rect]) -> F64:
    """Return a grid of points well inside each of R rectangles, shape (R * samples, 2)."""
    corners = np.array([(rect.x0, rect.y0) for rect in rects]).reshape(-1, 1, 2)
    sizes = np.array([(rect.width, rect.height) for rect in rects]).reshape(-1, 1, 2)
    return np.asarray((corners + _GRID * sizes).reshape(-1, 2))
