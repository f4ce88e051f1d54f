"""Rectified top-down images of the mats' paper, and masks of it without print and dice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import MatLayout

GRID_MM: Final = 3.0
"""Cell size of the coarse grid, in which thin print disappears."""

FINE_MM: Final = 1.0
"""Cell size of the fine grid, which resolves the drawing on a die."""

_CLEAR_MM = 3.0  # margin around printed patches
_DIE_REACH = 1.35  # radius of a die and its sides around the centre of its top face, in edges
_TO_MM: Final = np.array([[FINE_MM, 0, FINE_MM / 2], [0, FINE_MM, FINE_MM / 2], [0, 0, 1.0]])
_STEP: Final = round(GRID_MM / FINE_MM)
_FARTHEST_CELLS = 1000  # projections of dice near the horizon of a mat's plane diverge


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A mat's rectified paper.

    Attributes:
        cells: BGR, shape (rows, columns, 3), one pixel for each cell of the grid.
        fine: the same, one pixel for each cell of the fine grid.
    """

    mat: FittedMat
    cells: ImageU8
    fine: ImageU8


def sheets_in(pixels: ImageU8, mats: Sequence[FittedMat]) -> tuple[Sheet, ...]:
    """Return the rectified paper of *mats* in BGR *pixels*, shape (H, W, 3)."""
    return tuple(_sheet(pixels, mat) for mat in mats)


def _sheet(pixels: ImageU8, mat: FittedMat) -> Sheet:
    columns, rows = (round(side / FINE_MM) for side in mat.layout.paper.value)
    seen = cv2.warpPerspective(
        pixels,
        mat.homography @ _TO_MM,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    cells = cv2.medianBlur(np.ascontiguousarray(seen[_STEP // 2 :: _STEP, _STEP // 2 :: _STEP]), 3)
    return Sheet(mat, np.asarray(cells, np.uint8), np.asarray(seen, np.uint8))


@lru_cache(maxsize=16)
def bare_paper(layout: MatLayout) -> ImageU8:
    """Return 1 where nothing dark is printed on the mat, shape (rows, columns); read-only."""
    width, height = _grid(layout)
    bare = np.ones((height, width), np.uint8)
    clear_print(bare, layout, _CLEAR_MM, GRID_MM)
    bare.flags.writeable = False
    return bare


def clear_print(cells: ImageU8, layout: MatLayout, margin_mm: float, cell_mm: float) -> None:
    """Set *cells* to 0 on markers and patches and *margin_mm* around them."""
    for rect in layout.printed:
        x0, y0 = (max(0, int((low - margin_mm) / cell_mm)) for low in (rect.x0, rect.y0))
        x1, y1 = (math.ceil((high + margin_mm) / cell_mm) for high in (rect.x1, rect.y1))
        cells[y0:y1, x0:x1] = 0


def clear_dice(cells: ImageU8, mat: FittedMat, dice: Detections) -> None:
    """Set *cells* to 0 where dice and their sides, which lean away from the camera, are visible."""
    middles = transform(mat.inverse, dice.centres_px.astype(np.float64)) / GRID_MM - 0.5
    reach = dice.edges_px / mat.px_per_mm * _DIE_REACH / GRID_MM
    near = (np.abs(middles) < _FARTHEST_CELLS).all(axis=1)
    centres = np.rint(middles[near]).astype(np.intp).tolist()
    radii = np.maximum(1, np.rint(reach[near])).astype(np.intp).tolist()
    for centre, radius in zip(centres, radii, strict=True):
        cv2.circle(cells, centre, radius, 0, cv2.FILLED)


def _grid(layout: MatLayout) -> tuple[int, int]:
    """Return how many cells a mat has across and down."""
    width, height = layout.paper.value
    return round(width / GRID_MM), round(height / GRID_MM)
