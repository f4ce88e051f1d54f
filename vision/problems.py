"""What is wrong with the picture as a whole, in numbers and in words.

Problems are told beside the reading, they stop nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.session.ports import DiceKind, Problem
from vision.arrays import F64, ImageU8, median
from vision.detections import Detections
from vision.expected import Mismatch
from vision.mats import MatsInView
from vision.shrinking import Pyramid, sampled
from vision.white_balance import coded_mean

DARK_LEVEL: Final = 30.0
"""A picture whose brighter parts stay below this is too dark to trust its colours."""

BRIGHT_SHARE: Final = 0.55
"""A picture of which more than this share is blown out is too bright."""

BLUR_LIMIT: Final = 0.16
"""Steepest edges of sharp pictures rise by more than this share of the contrast in a pixel."""

COLOUR_LIMIT: Final = 2.0
"""Mean difference between a picture's channels below which it has no colours."""

_SAMPLE_SIDE_PX = 256
_EDGE_SIDE_PX = 640
_STEEP_SHARE = 0.995
_SOBEL_GAIN = 8.0  # of the 3 x 3 kernel over a slope of one level a pixel
_SOBEL_TO_BYTE = 0.25
_BLOWN_OUT = 250
_MIN_CONTRAST = 12.0  # below it there is nothing that could be blurred


@dataclass(frozen=True, slots=True)
class Look:
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


def look_at(picture: Pyramid) -> Look:
    """Return the numbers for a picture, in less than a millisecond."""
    # Every n-th pixel: blown-out ones stay blown out, unlike in a mean.
    few = sampled(picture.pixels, max(1, max(picture.size_px) // _SAMPLE_SIDE_PX))
    below = _shares_below(np.asarray(cv2.cvtColor(few, cv2.COLOR_BGR2GRAY), np.uint8))
    dark, bright, brightest = np.searchsorted(below, (0.01, 0.95, 0.99))
    blue, green, red = cv2.split(few)
    highest, lowest = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    contrast = float(brightest - dark)
    return Look(
        bright_level=float(bright),
        blown_out=float(1.0 - below[_BLOWN_OUT - 1]),
        sharpness=_steepest(picture) / contrast if contrast >= _MIN_CONTRAST else 0.0,
        contrast=contrast,
        colour=float(cv2.mean(cv2.subtract(highest, lowest))[0]),
        mean_bgr=coded_mean(few),
    )


def picture_problems(look: Look, dice: DiceKind, found: int) -> tuple[Problem, ...]:
    """Return what is wrong with the light, the focus and the colours.

    Args:
        look: the picture in numbers.
        dice: the kind that was asked for.
        found: how many dice were found; without any, a picture of grey things may be grey.
    """
    problems: list[Problem] = []
    if look.bright_level < DARK_LEVEL:
        problems.append(Problem("too_dark", "The picture is too dark to read colours safely."))
    if look.blown_out > BRIGHT_SHARE:
        problems.append(Problem("too_bright", "Large parts of the picture are overexposed."))
    if look.contrast >= _MIN_CONTRAST and look.sharpness < BLUR_LIMIT:
        problems.append(Problem("blurred", "The picture is blurred."))
    if found and dice is DiceKind.ROLL and look.colour < COLOUR_LIMIT:
        problems.append(Problem("no_colour", "The picture has no colours to tell the dice apart."))
    return tuple(problems)


def dice_small(dice: Detections, least_px: float) -> tuple[Problem, ...]:
    """Return a problem where most dice are too small to read; N dice in pixels of the frame."""
    edge = median(dice.edges_px) if len(dice) else least_px
    if edge >= least_px:
        return ()
    template = "The dice are only %(size)d pixels wide; the camera should be nearer."
    return (Problem("dice_small", template, {"size": round(edge)}),)


def colours_lost(problems: Iterable[Problem]) -> bool:
    """Whether one of the problems means that no colour in the picture can be trusted."""
    return any(problem.code in ("too_dark", "no_colour") for problem in problems)


def scene_problems(in_view: MatsInView, found: int) -> tuple[Problem, ...]:
    """Return what is wrong with mats, and whether there is any die."""
    problems = list(in_view.problems)
    if not in_view.mats and not problems:
        problems.append(Problem("no_mat", "There is no mat in the picture; all of it was read."))
    if found == 0:
        where = "on the mats" if in_view.mats else "in the picture"
        problems.append(Problem("no_dice", "There are no dice %(where)s.", {"where": where}))
    return tuple(problems)


def count_mismatch(mat: str, expected: int, seen: int, *, in_view: bool = True) -> Problem:
    """Return the problem of dice that contradict what the rules know."""
    if not in_view:
        template = "The mat %(mat)s is not in view: its %(expected)d dice cannot be counted."
    elif expected == seen:
        template = "The dice on %(mat)s have other colours than expected."
    else:
        template = "On %(mat)s %(expected)d dice are expected, but %(seen)d are seen."
    return Problem("count_mismatch", template, {"mat": mat, "expected": expected, "seen": seen})


def mismatch_problems(
    mismatches: Iterable[Mismatch], in_sight: Collection[str]
) -> tuple[Problem, ...]:
    """Return a problem for each mat whose dice contradict; *in_sight* are the mats in view."""
    return tuple(
        count_mismatch(each.mat, each.expected, each.seen, in_view=each.mat in in_sight)
        for each in mismatches
    )


def _shares_below(grey: ImageU8) -> F64:
    """Return the shares of the pixels that reach each of 256 grey levels at most."""
    counts = cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel()
    return np.asarray(np.cumsum(counts, dtype=np.float64) / grey.size)


def _steepest(picture: Pyramid) -> float:
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
