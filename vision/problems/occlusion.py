"""Occlusion of a mat by something that is neither print nor die: a hand, a sleeve, a cup.

On the rectified paper, cells that differ from paper in hue or are far darker, away from markers,
patches and dice, are grouped into connected components. Print is thinner than the grid, shadows
keep the paper's hue, a missed die is small; a hand is none of these.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from companion.session.ports import Problem
from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.mats.paper import GRID_MM, Sheet, bare_paper, clear_dice

COVERED_MM2: Final = 1500.0
"""A connected component of this size is a hand: three missed dice are smaller."""

_LIKELY = 0.45  # score of a detection that counts as a die: those in a hand have lower ones
_HUE = 0.16  # least difference of log R/G or log B/G
_DARK = 0.33  # share of the paper's brightness; a hard shadow leaves more
_FLOOR = 6.0  # levels; keeps noise in the dark from having a hue
_LEVELS: Final = np.arange(256, dtype=np.float32) + np.float32(_FLOOR)


def occlusion_problems(sheets: Sequence[Sheet], dice: Detections) -> tuple[Problem, ...]:
    """Return a problem for each mat on which a hand or the like lies.

    Args:
        dice: all detections, accepted as dice or not.
    """
    return tuple(
        Problem("mat_covered", _COVERED, {"mat": sheet.mat.layout.mat_id})
        for sheet in sheets
        if occluded_mm2(sheet, dice) >= COVERED_MM2
    )


_COVERED = "Something covers part of the mat %(mat)s."


def occluded_mm2(sheet: Sheet, dice: Detections) -> float:
    """Return the area of the largest component of a mat that is neither paper, print nor die."""
    strange = _unlike_paper(sheet.cells)
    strange &= bare_paper(sheet.mat.layout)
    clear_dice(strange, sheet.mat, dice.select(dice.scores >= _LIKELY))
    opened = cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
    largest = int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))
    return float(largest * GRID_MM**2)


def _unlike_paper(cells: ImageU8) -> ImageU8:
    blue, green, red = planes = cv2.split(cells)
    paper = [_LEVELS[_median_level(plane)] for plane in planes]
    # Lookup table of the logarithms of the 256 levels.
    logs = (
        cv2.LUT(plane, np.log(_LEVELS / level)) for plane, level in zip(planes, paper, strict=True)
    )
    blue_log, green_log, red_log = logs
    hue = cv2.max(cv2.absdiff(red_log, green_log), cv2.absdiff(blue_log, green_log))
    dark = cv2.add(cv2.add(blue, green, dtype=cv2.CV_16U), red, dtype=cv2.CV_16U)
    limit = _DARK * float(sum(paper)) - len(planes) * _FLOOR
    return np.asarray((hue > _HUE) | (dark < limit), np.uint8)


def _median_level(plane: cv2.typing.MatLike) -> int:
    below = np.cumsum(cv2.calcHist([plane], [0], None, [256], [0, 256]))
    return int(np.searchsorted(below, plane.size / 2))
