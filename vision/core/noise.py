"""Sensor noise of dark pictures: measured, and smoothed where there is much of it.

On the noisiest pictures of the development sets a bilateral filter (Tomasi and Manduchi 1998)
halved the missed dice and harmed nothing. Gaussian, median and non-local means filters found some
more of them, but invented dice or lost small ones.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import ImageU8

NOISY: Final = 2.0
"""Standard deviation, levels of 255, from which on a picture is smoothed."""

_LARGEST_PX: Final = 4_000_000
"""Larger pictures are read reduced, and their noise with them."""

_EVERY_ROWS: Final = 16
_TO_DEVIATION: Final = 1 / 0.6745
"""From the median of a normal deviation's absolute values."""

_OF_DIFFERENCE: Final = 1.25**0.5
"""Deviation of a pixel less the mean of its four neighbours, in those of one pixel."""

_REACH_PX: Final = 7
_SPREAD_PX: Final = 2.0
_LEVELS: Final = (10.0, 8.0)
"""Levels over which the filter smooths: so many, and so many more for each of the noise."""


def noise_level(pixels: ImageU8) -> float:
    """Return the standard deviation of the noise, in levels of 255 of the grey picture.

    The median over the picture of what a pixel differs from its neighbours: edges are too few to
    count (Immerkaer 1996 takes the mean). Fine cloth counts as noise, coarse noise not in full.

    Args:
        pixels: BGR, shape (H, W, 3); a picture of fewer than 3 rows or columns has none.
    """
    height, width = pixels.shape[:2]
    if min(height, width) < 3:  # a pixel and its neighbours
        return 0.0
    above, here, below = (
        _grey(pixels[first : height - 2 + first : _EVERY_ROWS]) for first in range(3)
    )
    around = above[:, 1:-1] + below[:, 1:-1] + here[:, :-2] + here[:, 2:]
    differences = np.abs(4 * here[:, 1:-1] - around)
    up_to = np.cumsum(np.bincount(differences.ravel()))
    median = float(np.interp(up_to[-1] / 2, up_to, np.arange(len(up_to)) + 0.5))
    return median / 4 * _TO_DEVIATION / _OF_DIFFERENCE


def smoothed(pixels: ImageU8) -> ImageU8:
    """Return a noisy picture with smooth surfaces and its edges as they are, others unchanged."""
    if pixels.shape[0] * pixels.shape[1] > _LARGEST_PX:
        return pixels
    noise = noise_level(pixels)
    if noise < NOISY:
        return pixels
    levels = _LEVELS[0] + _LEVELS[1] * noise
    return np.asarray(cv2.bilateralFilter(pixels, _REACH_PX, levels, _SPREAD_PX), np.uint8)


def _grey(pixels: ImageU8) -> npt.NDArray[np.int16]:
    return cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2GRAY).astype(np.int16)
