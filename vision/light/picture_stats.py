"""Image statistics: brightness, contrast, sharpness, colour."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F64, ImageU8, Mask
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid, sampled
from vision.light.white_balance import coded_mean

DARK_LEVEL: Final = 30.0
"""An image whose `bright_level` is lower is dark."""

COLOUR_LIMIT: Final = 16.0
"""An image whose `colour` is lower is greyscale; lower values of colour cameras are noise."""

MIN_CONTRAST: Final = 12.0
"""Contrast below which sharpness cannot be measured."""

_SAMPLE_SIDE_PX = 256
_COLOURED_SHARE = 0.0005  # a few coloured dice on a large grey table
_EDGE_SIDE_PX = 640
_STEEP_SHARE = 0.995
_AROUND = 0.9  # of an edge: the die's outline and shadow
_SOBEL_GAIN = 8.0  # of the 3 x 3 kernel for a gradient of one level per pixel
_SOBEL_TO_BYTE = 0.25
_OVEREXPOSED = 250


@dataclass(frozen=True, slots=True)
class PictureStats:
    """Statistics of an image.

    Attributes:
        bright_level: 95th percentile of the brightness, 0..255.
        blown_out: share of overexposed pixels, 0..1.
        sharpness: gradient of the steepest edges per pixel, as a share of the contrast.
        contrast: between the 1st and the 99th percentile of the brightness, 0..255.
        colour: difference between the largest and the smallest channel of the most colourful
            pixels (99.95th percentile), 0..255.
        mean_bgr: (3,), mean colour, averaged in linear light, 0..255.
    """

    bright_level: float
    blown_out: float
    sharpness: float
    contrast: float
    colour: float
    mean_bgr: F64


def picture_stats(picture: ImagePyramid) -> PictureStats:
    """Return the statistics of an image, in less than a millisecond."""
    # Every n-th pixel: averaging would hide overexposed pixels.
    few = sampled(picture.pixels, max(1, max(picture.size_px) // _SAMPLE_SIDE_PX))
    below = _cumulative_histogram(np.asarray(cv2.cvtColor(few, cv2.COLOR_BGR2GRAY), np.uint8))
    dark, bright, brightest = np.searchsorted(below, (0.01, 0.95, 0.99))
    blue, green, red = cv2.split(few)
    highest, lowest = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    differing = _cumulative_histogram(np.asarray(cv2.subtract(highest, lowest), np.uint8))
    contrast = float(brightest - dark)
    return PictureStats(
        bright_level=float(bright),
        blown_out=float(1.0 - below[_OVEREXPOSED - 1]),
        sharpness=_edge_gradient(picture.grey(_edge_step(picture))) / contrast
        if contrast >= MIN_CONTRAST
        else 0.0,
        contrast=contrast,
        colour=float(np.searchsorted(differing, 1.0 - _COLOURED_SHARE)),
        mean_bgr=coded_mean(few),
    )


def _cumulative_histogram(channel: ImageU8) -> F64:
    """Return the cumulative histogram of a channel's 256 levels, as shares of the pixels."""
    counts = cv2.calcHist([channel], [0], None, [256], [0, 256]).ravel()
    return np.asarray(np.cumsum(counts, dtype=np.float64) / channel.size)


def sharpness_at(picture: ImagePyramid, dice: Detections) -> float:
    """Return the sharpness, as in `PictureStats`, of the dice and what is next to them.

    On a plain table the edges of a few dice are too few pixels of the whole image.
    """
    step = _edge_step(picture)
    small = picture.grey(step)
    near = np.zeros(small.shape, np.bool_)
    for (x, y), reach in zip(dice.centres_px / step, _AROUND * dice.edges_px / step, strict=True):
        rows, columns = (slice(max(0, int(at - reach)), int(at + reach) + 1) for at in (y, x))
        near[rows, columns] = True
    dark, bright = np.searchsorted(_cumulative_histogram(small[near]), (0.01, 0.99))
    return _edge_gradient(small, near) / max(float(bright - dark), 1.0)


def _edge_step(picture: ImagePyramid) -> int:
    """Return the downscaling for edges.

    It suppresses noise, and an image defocused by two pixels is still readable.
    """
    return max(1, round(max(picture.size_px) / _EDGE_SIDE_PX))


def _edge_gradient(small: ImageU8, where: Mask | slice = slice(None)) -> float:
    """Return the gradient of the steepest edges, grey levels per pixel.

    The smaller one of the horizontal and the vertical gradient counts: motion blur affects one
    direction only.
    """
    across, down = (_gradient(small, way)[where] for way in ((1, 0), (0, 1)))
    levels = [np.searchsorted(_cumulative_histogram(rise), _STEEP_SHARE) for rise in (across, down)]
    return float(min(levels)) / _SOBEL_TO_BYTE / _SOBEL_GAIN


def _gradient(small: ImageU8, way: tuple[int, int]) -> ImageU8:
    slope = cv2.Sobel(small, cv2.CV_16S, *way)
    return np.asarray(cv2.convertScaleAbs(slope, alpha=_SOBEL_TO_BYTE), np.uint8)
