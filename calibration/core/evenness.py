"""What bare paper all over the mat says: shadows, slopes, and stripes of flickering lamps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F64, ImageU8
from vision.light.light_field import to_linear
from vision.mats.fitting import FittedMat
from vision.mats.layout import MatLayout, Rect

_CELL_MM: Final = 9.0
_CELL_PX: Final = 9
_BRIGHT: Final = 75.0  # percentile of a cell that is paper where less than a quarter is printed
_BORDER: Final = 1  # cells at the sheet's edge, where the table may show
_LEAST_CELLS = 40
_SHADOWED = -0.08  # logarithm of the paper's level
_MOST_SHADOWED = 10  # cells: the shadow of one die under a low lamp
_SPOT = 2.5  # times the usual difference; waves reach 1.4 times
_EVERY_COLUMN, _LEAST_ACROSS, _LEAST_ROWS = 4, 16, 64
_MIN_CYCLES, _MAX_CYCLES = 3.0, 60.0


@dataclass(frozen=True, slots=True)
class Evenness:
    """How evenly the mat is lit.

    Attributes:
        slope: brightest smooth paper over darkest.
        edge: how much paper differs from its smooth light, a logarithm: the edges of shadows.
        brightest_mm: where it is brighter than that by most, if it is so in a spot: a lamp's
            reflection; None for shadows and stripes.
        stripes: depth of regular stripes along the picture's rows, as a share.
    """

    slope: float
    edge: float
    stripes: float
    brightest_mm: tuple[float, float] | None = None


def evenness(pixels: ImageU8, mat: FittedMat) -> Evenness:
    """Return how evenly *mat* is lit in BGR *pixels*."""
    bare = _bare(mat.layout, _cells_of(mat.layout))
    level, centres = _paper_cells(pixels, mat)
    if np.count_nonzero(bare) < _LEAST_CELLS:
        return Evenness(1.0, 0.0, 0.0)
    _, rest = _smooth(_basis(centres[bare]), level[bare])
    bare &= ~_shadows_of_dice(mat.layout, bare, rest)
    centres = centres[bare]
    smooth, rest = _smooth(_basis(centres), level[bare])
    low, high = np.percentile(smooth, (2, 98))
    rest = np.clip(rest, -1.0, 1.0)
    edge = float(np.sqrt(np.mean(rest**2)))
    brighter = float(np.mean(np.maximum(rest, 0.0) ** 2)) > edge**2 / 2
    reflects = brighter and float(rest.max()) > _SPOT * edge
    brightest = (centres[int(np.argmax(rest))] + 1.0) / 2 * mat.layout.paper.value
    return Evenness(
        slope=float(np.exp(high - low)),
        edge=edge,
        stripes=_stripes(pixels, mat),
        brightest_mm=(float(brightest[0]), float(brightest[1])) if reflects else None,
    )


def _cells_of(layout: MatLayout) -> tuple[int, int]:
    """Return rows and columns of cells."""
    width, height = layout.paper.value
    return int(height / _CELL_MM), int(width / _CELL_MM)


def _paper_cells(pixels: ImageU8, mat: FittedMat) -> tuple[F64, F64]:
    """Return the logarithm of paper's level in all cells, (H, W), and their places, (H, W, 2)."""
    height, width = _cells_of(mat.layout)
    scale = _CELL_PX / _CELL_MM
    to_small = np.diag([scale, scale, 1.0]) @ np.linalg.inv(mat.homography)
    size = width * _CELL_PX, height * _CELL_PX
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    flat = cv2.warpPerspective(grey, to_small, size, flags=cv2.INTER_AREA)
    blocks = flat.reshape(height, _CELL_PX, width, _CELL_PX).transpose(0, 2, 1, 3)
    level = np.percentile(blocks.reshape(height, width, -1), _BRIGHT, axis=2)
    rows, columns = np.indices((height, width))
    places = np.stack([columns / width * 2 - 1, rows / height * 2 - 1], axis=2)
    light = np.log(np.maximum(to_linear(level), 1e-4))
    return np.asarray(light, np.float64), np.asarray(places, np.float64)


def _basis(centres: F64) -> F64:
    x, y = centres.T
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=1)


def _shadows_of_dice(
    layout: MatLayout, bare: npt.NDArray[np.bool_], rest: F64
) -> npt.NDArray[np.bool_]:
    """Return which cells hold a small shadow that begins at a die's place: the die throws it.

    Args:
        bare: cells of bare paper.
        rest: (N,), how much brighter than smooth light each of these is.
    """
    dark = np.zeros(bare.shape, np.uint8)
    dark[bare] = rest < _SHADOWED
    zones = np.zeros(bare.shape, np.uint8)
    for _, rect in layout.zones:
        rows, columns = _span(rect)
        zones[rows, columns] = 1
    beside = cv2.dilate(zones, np.ones((3, 3), np.uint8))
    _, parts, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    small = stats[:, cv2.CC_STAT_AREA] <= _MOST_SHADOWED
    small[0] = False  # what is not dark
    small[np.setdiff1d(np.arange(len(small)), parts[beside > 0])] = False
    return np.asarray(small[parts], np.bool_)


def _span(rect: Rect) -> tuple[slice, slice]:
    """Return the rows and columns of the cells that a rectangle touches."""
    rows = slice(int(rect.y0 / _CELL_MM), int(rect.y1 / _CELL_MM) + 1)
    return rows, slice(int(rect.x0 / _CELL_MM), int(rect.x1 / _CELL_MM) + 1)


def _bare(layout: MatLayout, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """Return which cells hold neither patches, markers, dice nor the sheet's edge."""
    bare = np.zeros(shape, dtype=np.bool_)
    bare[_BORDER:-_BORDER, _BORDER:-_BORDER] = True
    covered = [rect for _, rect in layout.patches]
    covered += [marker.rect for marker in layout.markers]
    covered += [rect for _, rect in layout.zones]
    for rect in covered:
        bare[_span(rect)] = False
    return bare


def _smooth(basis: F64, values: F64) -> tuple[F64, F64]:
    """Return the smooth part and the rest; what stands out pulls less."""
    weights = np.ones(len(values))
    fitted = values
    for _ in range(4):
        pull = basis.T * weights
        terms = np.linalg.solve(pull @ basis + 1e-6 * np.eye(basis.shape[1]), pull @ values)
        fitted = basis @ terms
        weights = 1.0 / np.maximum(np.abs(values - fitted), 0.05)
    return fitted, np.asarray(values - fitted)


def _stripes(pixels: ImageU8, mat: FittedMat) -> float:
    """Return the depth of the strongest regular stripe along rows, as a share of brightness."""
    seen = pixels[:, ::_EVERY_COLUMN, 1]
    sheet = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(sheet, np.rint(mat.corners_px).astype(np.int32), 1)
    on_mat = sheet[:, ::_EVERY_COLUMN] > 0
    across = on_mat.sum(axis=1)
    tall = np.flatnonzero(across >= max(_LEAST_ACROSS, across.max(initial=0) // 2))
    if len(tall) < _LEAST_ROWS:
        return 0.0
    # Paper is what the upper part of a row shows, wherever dice and print lie; the table is not it.
    levels = np.where(on_mat, seen, np.nan)[tall[0] : tall[-1] + 1]
    light = np.log(np.maximum(to_linear(np.nanpercentile(levels, 80.0, axis=1)), 1e-3))
    rows = np.linspace(-1.0, 1.0, len(light))
    flat = light - np.polynomial.Polynomial.fit(rows, light, 5)(rows)
    flat = np.clip(flat, -0.25, 0.25)
    window = np.hanning(len(flat))
    spectrum = np.abs(np.fft.rfft(flat * window)) * 2.0 / window.sum()
    cycles = np.arange(len(spectrum))
    inside = (cycles >= _MIN_CYCLES) & (cycles <= _MAX_CYCLES)
    strongest = int(np.argmax(np.where(inside, spectrum, 0.0)))
    near = np.abs(cycles - strongest) <= 2
    floor = float(np.median(spectrum[inside & ~near])) if (inside & ~near).any() else 0.0
    # A regular stripe is a line in the spectrum; a shadow or a row of dice is not.
    return float(max(0.0, spectrum[strongest] - 4.0 * floor) * 2.0)
