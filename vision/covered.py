"""Is something lying over a mat that is neither print nor die: a hand, a sleeve, a cup?

The mat's paper is looked at in millimetres: what differs from paper in hue, or is far darker, away
from markers, patches and dice, is gathered into connected areas. Print is thinner than the grid,
shadows keep the paper's hue, a die that was not found is small; a hand is none of these.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from companion.session.ports import Problem
from vision.arrays import ImageU8
from vision.detections import Detections
from vision.mat_layout import MatLayout
from vision.mats import FittedMat, transform

COVERED_MM2: Final = 1500.0
"""A connected area of this size is a hand's: three dice that were missed are smaller."""

GRID_MM: Final = 3.0
"""Side of a cell in which paper is looked at."""

_LIKELY = 0.45  # score of a find that is taken for a die: in a hand there are fainter ones
_HUE = 0.16  # of the logarithm of red or blue against green
_DARK = 0.33  # share of the paper's brightness; a hard shadow leaves more
_CLEAR_MM = 3.0  # around printed patches
_DIE_REACH = 1.35  # edges around a top's middle that belong to the die and its sides
_FLOOR = 6.0  # levels; keeps noise in the dark from having a hue


def covered_problems(
    pixels: ImageU8, mats: tuple[FittedMat, ...], dice: Detections
) -> tuple[Problem, ...]:
    """Return a problem for each mat on which a hand or the like lies.

    Args:
        pixels: BGR, shape (H, W, 3).
        mats: in view.
        dice: all that were found, listed or not.
    """
    return tuple(
        Problem("mat_covered", _COVERED, {"mat": mat.layout.mat_id})
        for mat in mats
        if covered_mm2(pixels, mat, dice) >= COVERED_MM2
    )


_COVERED = "Something lies over the mat %(mat)s."


def covered_mm2(pixels: ImageU8, mat: FittedMat, dice: Detections) -> float:
    """Return the size of the largest area of *mat* that is neither paper, print nor die."""
    strange = _unlike_paper(np.asarray(cv2.medianBlur(rectified(pixels, mat), 3), np.uint8))
    strange &= bare_paper(mat.layout)
    clear_dice(strange, mat, dice.select(dice.scores >= _LIKELY))
    opened = cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
    largest = int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
    return float(largest * GRID_MM**2)


def rectified(pixels: ImageU8, mat: FittedMat) -> ImageU8:
    """Return *mat* as if seen from straight above, a pixel for each cell of the grid."""
    width, height = (round(side / GRID_MM) for side in mat.layout.paper.value)
    to_mm = np.array([[GRID_MM, 0, GRID_MM / 2], [0, GRID_MM, GRID_MM / 2], [0, 0, 1.0]])
    sheet = cv2.warpPerspective(
        pixels,
        mat.homography @ to_mm,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(sheet, np.uint8)


def _unlike_paper(sheet: ImageU8) -> ImageU8:
    levels = sheet.astype(np.float32) + np.float32(_FLOOR)
    paper = np.median(levels.reshape(-1, 3), axis=0)
    blue, green, red = (np.log(levels[..., k] / paper[k]) for k in range(3))
    hue = np.maximum(np.abs(red - green), np.abs(blue - green))
    dark = levels.sum(axis=2) < _DARK * paper.sum()
    return np.asarray((hue > _HUE) | dark, np.uint8)


@lru_cache(maxsize=16)
def bare_paper(layout: MatLayout) -> ImageU8:
    """Return 1 where nothing dark is printed on the mat."""
    width, height = (round(side / GRID_MM) for side in layout.paper.value)
    bare = np.ones((height, width), np.uint8)
    printed = [rect for _, rect in layout.patches] + [marker.rect for marker in layout.markers]
    for rect in printed:
        x0, y0 = (max(0, int((low - _CLEAR_MM) / GRID_MM)) for low in (rect.x0, rect.y0))
        x1, y1 = (math.ceil((high + _CLEAR_MM) / GRID_MM) for high in (rect.x1, rect.y1))
        bare[y0:y1, x0:x1] = 0
    return bare


def clear_dice(strange: ImageU8, mat: FittedMat, dice: Detections) -> None:
    """Take away the dice as they are seen: their sides lean away from the camera's middle."""
    inverse = np.asarray(np.linalg.inv(mat.homography), np.float64)
    middles = transform(inverse, dice.centres_px.astype(np.float64)) / GRID_MM - 0.5
    reach = dice.edges_px / mat.px_per_mm * _DIE_REACH / GRID_MM
    for (x, y), radius in zip(middles, reach, strict=True):
        if abs(x) < 1000 and abs(y) < 1000:
            cv2.circle(strange, (round(x), round(y)), max(1, round(float(radius))), 0, cv2.FILLED)
