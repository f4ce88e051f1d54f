"""A picture in a few numbers: brightness, contrast, sharpness, colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F64, ImageU8
from vision.core.image_pyramid import ImagePyramid, sampled
from vision.light.white_balance import coded_mean

DARK_LEVEL: Final = 30.0
"""A picture whose brighter parts stay below this is too dark to trust its colours."""

COLOUR_LIMIT: Final = 2.0
"""Mean difference between a picture's channels below which it has no colours."""

MIN_CONTRAST: Final = 12.0
"""Contrast below which there is nothing that could be blurred."""

_SAMPLE_SIDE_PX = 256
_EDGE_SIDE_PX = 640
_STEEP_SHARE = 0.995
_SOBEL_GAIN = 8.0  # of the 3 x 3 kernel over a slope of one level a pixel
_SOBEL_TO_BYTE = 0.25
_BLOWN_OUT = 250


@dataclass(frozen=True, slots=True)
class PictureStats:
    """A picture in a few numbers.

    Attributes:
        bright_level: brightness that the brightest twentieth reaches, 0..255.
        blown_out: share of pixels without any picture left, 0..1.
        sharpness: rise of the steepest edges in a pixel, as a share of the contrast.
        contrast: between the darkest and the brightest hundredth, 0..255.
        colour: mean difference between the largest and the smallest channel, 0..255.
        mean_bgr: (3,), colour of the mean light, 0..255.
    """

    bright_level: float
    blown_out: float
    sharpness: float
    contrast: float
    colour: float
    mean_bgr: F64

    @property
    def colours_lost(self) -> bool:
        """Whether no colour in the picture can be trusted."""
        return self.bright_level < DARK_LEVEL or self.colour < COLOUR_LIMIT


def picture_stats(picture: ImagePyramid) -> PictureStats:
    """Return the numbers for a picture, in less than a millisecond."""
    # Every n-th pixel: blown-out ones stay blown out, unlike in a mean.
    few = sampled(picture.pixels, max(1, max(picture.size_px) // _SAMPLE_SIDE_PX))
    below = _shares_below(np.asarray(cv2.cvtColor(few, cv2.COLOR_BGR2GRAY), np.uint8))
    dark, bright, brightest = np.searchsorted(below, (0.01, 0.95, 0.99))
    blue, green, red = cv2.split(few)
    highest, lowest = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    contrast = float(brightest - dark)
    return PictureStats(
        bright_level=float(bright),
        blown_out=float(1.0 - below[_BLOWN_OUT - 1]),
        sharpness=_steepest(picture) / contrast if contrast >= MIN_CONTRAST else 0.0,
        contrast=contrast,
        colour=float(cv2.mean(cv2.subtract(highest, lowest))[0]),
        mean_bgr=coded_mean(few),
    )


def _shares_below(grey: ImageU8) -> F64:
    """Return the shares of the pixels that reach each of 256 grey levels at most."""
    counts = cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel()
    return np.asarray(np.cumsum(counts, dtype=np.float64) / grey.size)


def _steepest(picture: ImagePyramid) -> float:
    """Return the rise of the steepest edges in grey levels a pixel, on a smaller picture.

    Of the two directions the less steep one counts: a shaken camera blurs along one of them only.
    Noise has no size there, and a picture out of focus by two pixels is still readable.
    """
    small = picture.grey(max(1, round(max(picture.size_px) / _EDGE_SIDE_PX)))
    level = _steep_level(_rise(small, (1, 0)), 255)
    return _steep_level(_rise(small, (0, 1)), level) / _SOBEL_TO_BYTE / _SOBEL_GAIN


def _rise(small: ImageU8, way: tuple[int, int]) -> ImageU8:
    slope = cv2.Sobel(small, cv2.CV_16S, *way)
    return np.asarray(cv2.convertScaleAbs(slope, alpha=_SOBEL_TO_BYTE), np.uint8)


def _steep_level(rise: ImageU8, most: int) -> int:
    """Return the level that all but the steepest edges reach at most; none above *most* counts."""
    most_above = (1.0 - _STEEP_SHARE) * rise.size
    if np.count_nonzero(rise >= most) > most_above:
        return most
    # Halving the range of levels takes half the time of counting them all.
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        if np.count_nonzero(rise > middle) <= most_above:
            high = middle
        else:
            low = middle + 1
    return low
