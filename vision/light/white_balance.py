"""White balance, with paper as white reference."""

from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8

PAPER_LEVEL: Final = 235.0
"""Level of bare paper after balancing: as in the reader's training images, not clipped."""

_GAMMA = 2.2
_LIGHT: Final = ((np.arange(256) / 255.0) ** _GAMMA).astype(np.float32)


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
