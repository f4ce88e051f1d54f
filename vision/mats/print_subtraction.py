"""Print subtraction: objects on the mats that are not print, and detections that are print.

The print is known, so the rectified image of a mat is compared with it: ``prints.png`` holds lower
bounds of its grey levels as a camera may see them, one image for each mat and paper, one pixel for
each millimetre; `calibration.mats.expected` makes it from the artwork. Two features distinguish an
object from paper in any light:

- fine dark structure: a morphological closing removes dark structure thinner than two cells, such
  as the drawing on a die, letters on a chip or the rim of an object, and preserves shadows, folds
  and glare, however hard their edges. Only what is darker than the print and the noise counts.
- hue: an area as large as a die that differs in colour from the paper around it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.session.ports import Problem
from vision.core.arrays import F32, F64, ImageU8, Mask
from vision.core.detections import Detections
from vision.mats.fitting import transform
from vision.mats.layout import MatLayout, Paper, mat_layouts
from vision.mats.paper import FINE_MM, GRID_MM, Sheet, bare_paper, clear_print
from vision.mats.pose import DIE_EDGE_MM, MatPose
from vision.mats.zones import OVERHANG_MM

FILE: Final = Path(__file__).with_name("prints.png")

PAPER_LEVEL: Final = 255


def print_size(layout: MatLayout) -> tuple[int, int]:
    """Return the columns and rows of a mat's image."""
    width, height = layout.paper.value
    return round(width), round(height)


@cache
def darkest_print(layout: MatLayout) -> ImageU8:
    """Return lower bounds of the print's grey levels, shape (rows, columns); read-only.

    Thin lines have their full darkness, without blur, and are dilated by a millimetre: mats are
    never located exactly, and paper is never quite flat.
    """
    return _all_prints()[layout.mat_id, layout.paper]


@cache
def _all_prints() -> dict[tuple[str, Paper], ImageU8]:
    stacked = cv2.imread(str(FILE), cv2.IMREAD_GRAYSCALE)
    if stacked is None:
        raise FileNotFoundError(FILE)
    stacked.flags.writeable = False
    prints: dict[tuple[str, Paper], ImageU8] = {}
    top = 0
    for layout in all_layouts():
        columns, rows = print_size(layout)
        part = stacked[top : top + rows, :columns]
        prints[layout.mat_id, layout.paper] = np.asarray(part, np.uint8)
        top += rows
    return prints


def all_layouts() -> tuple[MatLayout, ...]:
    """Return every mat on every paper, in the order of the file."""
    return tuple(layout for paper in Paper for layout in mat_layouts(paper))


UNREAD: Final = "unread_object"

STRUCTURE_MM2: Final = 3.3
"""Least dark structure of an object in a die-sized window, in square millimetres of black."""

PRINT_MM2: Final = 1.5
"""A detection on print with less dark structure is the print itself."""

_STROKE_CELLS = 3  # thinner strokes are structure, wider ones may be shadows
_FLOOR = 6  # levels added, so that noise in the dark is no structure
_LEAST = 0.06  # least structure, share of the paper's light
_NOISE_SHARE, _NOISES = 0.7, 2.2  # quantile that measures the noise; least structure in multiples
_WINDOW_MM = 13.0
_SAME_MM = 4.0
_CLEAR_MM = 2.0  # around markers and patches, and of the sheet's edge
_REACH = 0.78  # of an edge: slightly more than half of a die's diagonal
_HUE = 0.22  # least difference of log R/G or log B/G
_HUE_WINDOW = 5  # cells of the coarse grid: a die
_HUE_CELLS = 17  # of these 25
_AROUND = 21  # window for the colour of the paper, cells of the coarse grid
_PRINTED = 0.85  # of the paper's level: darker is print
_PRINTED_CELLS = 8
_MOST_OBJECTS = 12  # per mat, the largest; more have another cause
_NOISE_QUANTILE, _NOISE_FACTOR = 0.75, 2.0  # structure of noise in a window, and its weight
_EVERY = 4  # cells; enough for the quantile


@dataclass(frozen=True, slots=True, eq=False)
class BareMat:
    """A mat after subtraction of its print.

    Attributes:
        structure: dark structure that is not print, shares of the paper's light times 255, one
            value for each cell of the fine grid, (rows, columns).
    """

    pose: MatPose
    sheet: Sheet
    structure: ImageU8


def bare_mats(sheets: Sequence[Sheet], poses: Sequence[MatPose]) -> tuple[BareMat, ...]:
    """Subtract the print of the mats; *poses* are those of *sheets*, in their order."""
    return tuple(
        BareMat(pose, sheet, _structure(sheet)) for sheet, pose in zip(sheets, poses, strict=True)
    )


def _structure(sheet: Sheet) -> ImageU8:
    bare = _comparable(sheet.mat.layout)
    grey = cv2.bitwise_and(cv2.cvtColor(sheet.fine, cv2.COLOR_BGR2GRAY), bare)
    stroke = np.ones((_STROKE_CELLS, _STROKE_CELLS), np.uint8)
    lit = _lifted(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, stroke))
    expected = cv2.multiply(lit, darkest_print(sheet.mat.layout), scale=1 / 255)
    missing = cv2.bitwise_and(cv2.subtract(expected, _lifted(grey)), bare)
    share = cv2.divide(missing, expected, scale=255)
    below = np.cumsum(cv2.calcHist([share], [0], bare, [256], [0, 256]))
    grain = int(np.searchsorted(below, _NOISE_SHARE * below[-1]))
    least = max(_LEAST * 255, _NOISES * grain)
    return np.asarray(cv2.threshold(share, least, 0, cv2.THRESH_TOZERO)[1], np.uint8)


def _lifted(levels: cv2.typing.MatLike) -> cv2.typing.MatLike:
    return cv2.convertScaleAbs(levels, beta=_FLOOR)


def explained_by_print(found: Detections, mats: Sequence[BareMat]) -> Mask:
    """Return which of N detections are print: they lie on print and on no other structure.

    A die has structure of its own, so one that lies on print is not rejected.
    """
    explained = np.zeros(len(found), dtype=np.bool_)
    half = round(_WINDOW_MM / FINE_MM) // 2
    more = half + round(_SAME_MM / FINE_MM) // 2
    for mat in mats:
        rows, columns = mat.structure.shape
        darkest = darkest_print(mat.sheet.mat.layout)
        for k, (x, y) in _cells(mat.pose, found.centres_px):
            if not (0 <= x < columns and 0 <= y < rows):
                continue
            printed = _around(darkest, x, y, half) < _PRINTED * 255
            rest = float(_around(mat.structure, x, y, more).sum()) / 255 * FINE_MM**2
            explained[k] |= np.count_nonzero(printed) >= _PRINTED_CELLS and rest < PRINT_MM2
    return explained


def unread_objects(
    mats: Sequence[BareMat], dice: Detections, found: Detections
) -> tuple[Problem, ...]:
    """Return a problem with its outline for each object on the mats that is not a die.

    Args:
        mats: those to check: without those that are reported as covered by a hand.
        dice: detections accepted as dice.
        found: all detections; those that stand outside the mats may be seen over them.
    """
    known = (dice, found.select(_off_mats(found, mats)))
    return tuple(
        Problem(
            UNREAD,
            _UNREAD,
            {"mat": mat.sheet.mat.layout.mat_id, "x_mm": round(x), "y_mm": round(y)},
            outline_px=tuple((round(u, 1), round(v, 1)) for u, v in corners.tolist()),
        )
        for mat in mats
        for (x, y), corners in _objects(mat, known)
    )


_UNREAD = (
    "Something on the mat %(mat)s was not recognised, %(x_mm)d mm from its left edge and "
    "%(y_mm)d mm from its upper edge."
)


def _objects(
    mat: BareMat, known: Sequence[Detections]
) -> Iterator[tuple[tuple[float, float], F64]]:
    """Yield centre in millimetres and corners (4, 2) in pixels of the objects on a mat."""
    clear = np.full(mat.structure.shape, 255, np.uint8)
    for dice in known:
        _clear(clear, mat.pose, dice)
    structure = cv2.bitwise_and(mat.structure, clear)
    strange = _strange_hue(mat.sheet, clear)
    window = round(_WINDOW_MM / FINE_MM)
    dense = cv2.boxFilter(structure, cv2.CV_32F, (window, window), normalize=False)
    paper = _comparable(mat.sheet.mat.layout)[::_EVERY, ::_EVERY] > 0
    grain = float(np.quantile(dense[::_EVERY, ::_EVERY][paper], _NOISE_QUANTILE))
    least = STRUCTURE_MM2 * 255 / FINE_MM**2 + _NOISE_FACTOR * grain
    places = np.asarray(dense > least, np.uint8)
    if strange.any():
        # Both grids start at the sheet's corner.
        coarse = cv2.resize(strange, places.shape[::-1], interpolation=cv2.INTER_NEAREST)
        places = np.maximum(places, np.asarray(coarse, np.uint8))
    if not places.any():
        return
    _, _, stats, _ = cv2.connectedComponentsWithStats(places)
    parts = sorted(stats[1:].tolist(), key=lambda part: -part[cv2.CC_STAT_AREA])
    for left, top, width, height, _ in parts[:_MOST_OBJECTS]:
        part = structure[top : top + height, left : left + width]
        rows, columns = np.nonzero(part)
        if len(rows) > 0:  # shrink the region from whole windows to its structure
            left, width = left + int(columns.min()), int(np.ptp(columns)) + 1
            top, height = top + int(rows.min()), int(np.ptp(rows)) + 1
        x0, y0 = (left - 1) * FINE_MM, (top - 1) * FINE_MM
        x1, y1 = (left + width + 1) * FINE_MM, (top + height + 1) * FINE_MM
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        yield ((x0 + x1) / 2, (y0 + y1) / 2), transform(mat.sheet.mat.homography, corners)


def _strange_hue(sheet: Sheet, clear: ImageU8) -> ImageU8:
    """Return 1 on the coarse grid where a die-sized area differs in hue from the paper."""
    step = round(GRID_MM / FINE_MM)
    paper = bare_paper(sheet.mat.layout) * (clear[step // 2 :: step, step // 2 :: step] > 0)
    paper = np.asarray(paper, np.float32)
    blue, green, red = (_LOGS[plane] for plane in cv2.split(sheet.cells))
    size = (_AROUND, _AROUND)
    count = cv2.boxFilter(paper, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT)
    off = np.zeros(paper.shape, np.bool_)
    for hue in (red - green, blue - green):
        total = cv2.boxFilter(
            hue * paper, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT
        )
        off |= np.abs(hue - total / np.maximum(count, 1.0)) > _HUE
    off &= paper > 0
    window = (_HUE_WINDOW, _HUE_WINDOW)
    cells = cv2.boxFilter(off.astype(np.float32), -1, window, normalize=False)
    return np.asarray(cells >= _HUE_CELLS, np.uint8)


_LOGS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(_FLOOR))


def _off_mats(found: Detections, mats: Sequence[BareMat]) -> Mask:
    """Return which detections stand outside all mats, shape (N,)."""
    outside = np.ones(len(found), dtype=np.bool_)
    for mat in mats:
        width, height = mat.sheet.mat.layout.paper.value
        stands = mat.pose.foot_points(found.centres_px.astype(np.float64), height_mm=DIE_EDGE_MM)
        over = (stands > -OVERHANG_MM) & (stands < (width + OVERHANG_MM, height + OVERHANG_MM))
        outside &= ~over.all(axis=1)
    return outside


def _clear(cells: ImageU8, pose: MatPose, dice: Detections) -> None:
    """Set *cells* to 0 where dice are visible, from their top faces to their feet."""
    feet = pose.foot_points(dice.centres_px.astype(np.float64), height_mm=DIE_EDGE_MM) / FINE_MM
    for k, (x, y) in _cells(pose, dice.centres_px):
        reach = max(DIE_EDGE_MM / 2, float(dice.edges_px[k]) / pose.mat.px_per_mm * _REACH)
        foot = int(feet[k, 0]), int(feet[k, 1])
        cv2.line(cells, (x, y), foot, 0, 2 * round(reach / FINE_MM))


def _cells(pose: MatPose, points_px: F32) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield index and cell of the points (N, 2) that lie on the mat or not far from it."""
    cells = np.floor(transform(pose.inverse, points_px.astype(np.float64)) / FINE_MM)
    for k, (x, y) in enumerate(cells.tolist()):
        if abs(x) < _FARTHEST_CELLS and abs(y) < _FARTHEST_CELLS:
            yield k, (int(x), int(y))


_FARTHEST_CELLS = 1000  # projections of points near the horizon of a mat's plane diverge


def _around(cells: ImageU8, x: int, y: int, half: int) -> ImageU8:
    return cells[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]


@lru_cache(maxsize=16)
def _comparable(layout: MatLayout) -> ImageU8:
    """Return 255 where there is paper with nothing but thin print on it; read-only."""
    margin = round(_CLEAR_MM / FINE_MM)
    clear = np.zeros(darkest_print(layout).shape, np.uint8)
    clear[margin:-margin, margin:-margin] = 255
    clear_print(clear, layout, _CLEAR_MM, FINE_MM)
    clear.flags.writeable = False
    return clear
