"""What is wrong with the picture as a whole, in numbers and in words.

Problems are told beside the reading, they stop nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from companion.session.ports import DiceKind, Problem
from vision.arrays import F32, ImageU8
from vision.mats import MatsInView

DARK_LEVEL: Final = 42.0
"""A picture whose brighter parts stay below this is too dark to trust its colours."""

BRIGHT_SHARE: Final = 0.55
"""A picture of which more than this share is blown out is too bright."""

BLUR_LIMIT: Final = 0.055
"""Steepest edges of sharp pictures rise by more than this share of the contrast in a pixel."""

COLOUR_LIMIT: Final = 2.0
"""Mean difference between a picture's channels below which it has no colours."""

_LOOK_SIDE_PX = 640
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
    """

    bright_level: float
    blown_out: float
    sharpness: float
    contrast: float
    colour: float


def look_at(pixels: ImageU8, grey: ImageU8) -> Look:
    """Return the numbers for a BGR picture and its grey version; takes about a millisecond."""
    small, small_grey = _reduced(pixels), _reduced(grey)
    levels = np.percentile(small_grey, (1, 95, 99))
    spread = small.max(axis=2).astype(np.int16) - small.min(axis=2)
    return Look(
        bright_level=float(levels[1]),
        blown_out=float((small_grey >= _BLOWN_OUT).mean()),
        sharpness=_sharpness(grey, float(levels[2] - levels[0])),
        contrast=float(levels[2] - levels[0]),
        colour=float(spread.mean()),
    )


def picture_problems(look: Look, dice: DiceKind) -> tuple[Problem, ...]:
    """Return what is wrong with the light, the focus and the colours."""
    problems: list[Problem] = []
    if look.bright_level < DARK_LEVEL:
        problems.append(Problem("too_dark", "The picture is too dark to read colours safely."))
    if look.blown_out > BRIGHT_SHARE:
        problems.append(Problem("too_bright", "Large parts of the picture are overexposed."))
    if look.contrast >= _MIN_CONTRAST and look.sharpness < BLUR_LIMIT:
        problems.append(Problem("blurred", "The picture is blurred."))
    if dice is DiceKind.ROLL and look.colour < COLOUR_LIMIT:
        problems.append(Problem("no_colour", "The picture has no colours to tell the dice apart."))
    return tuple(problems)


def scene_problems(in_view: MatsInView, found: int) -> tuple[Problem, ...]:
    """Return what is wrong with mats, and whether there is any die."""
    problems = list(in_view.problems)
    if not in_view.mats and not problems:
        problems.append(Problem("no_mat", "There is no mat in the picture; all of it was read."))
    if found == 0:
        where = "on the mats" if in_view.mats else "in the picture"
        problems.append(Problem("no_dice", "There are no dice %(where)s.", {"where": where}))
    return tuple(problems)


def count_mismatch(mat: str, expected: int, seen: int) -> Problem:
    """Return the problem of dice that contradict what the rules know."""
    if expected == seen:
        template = "The dice on %(mat)s have other colours than expected."
    else:
        template = "On %(mat)s %(expected)d dice are expected, but %(seen)d are seen."
    return Problem("count_mismatch", template, {"mat": mat, "expected": expected, "seen": seen})


def _reduced(picture: ImageU8) -> ImageU8:
    """Every n-th pixel: blown-out ones stay blown out, unlike in a mean."""
    step = max(1, max(picture.shape[:2]) // _LOOK_SIDE_PX)
    return picture[::step, ::step]


def _sharpness(grey: ImageU8, contrast: float) -> float:
    """Return the rise of the steepest edges, measured on the half-size picture.

    Noise has no size there, and a picture out of focus by two pixels is still readable.
    """
    if contrast < _MIN_CONTRAST:
        return 0.0
    scale = min(1.0, _LOOK_SIDE_PX / max(grey.shape))
    size = max(8, round(grey.shape[1] * scale)), max(8, round(grey.shape[0] * scale))
    small: F32 = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    rise = np.maximum(
        np.abs(cv2.Sobel(small, cv2.CV_32F, 1, 0)), np.abs(cv2.Sobel(small, cv2.CV_32F, 0, 1))
    )
    return float(np.percentile(rise, 99.5)) / 8.0 / contrast
