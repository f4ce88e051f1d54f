"""Uniformity of the light on the mat: shadows, gradients, banding from flicker, reflections.

The first three are measured on bare paper. A specular reflection adds light: paper and dice are
brighter there than the white level fitted to the patches.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F64, ImageU8, Mask
from vision.light.light_field import LightField, quadratic, to_linear
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import MatLayout, Rect

_CELL_MM: Final = 9.0
_CELL_PX: Final = 9
_PAPER_PERCENTILE: Final = 75.0  # of a cell; paper if less than a quarter is printed
_BORDER: Final = 1  # cells at the sheet's edge, where the table may show
_LEAST_CELLS = 40
_SHADOW_RESIDUAL = -0.08  # residual of the paper's level, natural logarithm
_MAX_SHADOW_CELLS = 10  # cells: the shadow of one die under a low light source
_SPOT_RATIO = 2.5  # times the RMS residual; sine waves reach 1.4 times
_PAPER_OF_ROW: Final = 0.8  # rank of paper among the levels of a row, as a share
_EVERY_COLUMN, _LEAST_ACROSS, _LEAST_ROWS = 4, 16, 64
_MIN_CYCLES, _MAX_CYCLES = 3.0, 60.0


@dataclass(frozen=True, slots=True)
class Uniformity:
    """Uniformity of the illumination of the mat.

    Attributes:
        slope: brightest over darkest paper in the smooth fit.
        edge: RMS residual of paper from the smooth fit, natural logarithm: the edges of shadows.
        brightest_mm: place of the largest positive residual, if it is a spot (a specular
            reflection); None for shadows and stripes.
        stripes: modulation depth of regular stripes along the image's rows, as a share.
    """

    slope: float
    edge: float
    stripes: float
    brightest_mm: tuple[float, float] | None = None


def uniformity(pixels: ImageU8, mat: FittedMat) -> Uniformity:
    """Return how evenly *mat* is illuminated in BGR *pixels*."""
    bare = _bare(mat.layout, _cells_of(mat.layout))
    level, centres = _paper_cells(pixels, mat)
    if np.count_nonzero(bare) < _LEAST_CELLS:
        return Uniformity(1.0, 0.0, 0.0)
    _, residual = _smooth(quadratic(centres[bare]), level[bare])
    bare &= ~_shadows_of_dice(mat.layout, bare, residual)
    centres = centres[bare]
    smooth, residual = _smooth(quadratic(centres), level[bare])
    low, high = np.percentile(smooth, (2, 98))
    residual = np.clip(residual, -1.0, 1.0)
    edge = float(np.sqrt(np.mean(residual**2)))
    brighter = float(np.mean(np.maximum(residual, 0.0) ** 2)) > edge**2 / 2
    reflects = brighter and float(residual.max()) > _SPOT_RATIO * edge
    brightest = (centres[int(np.argmax(residual))] + 1.0) / 2 * mat.layout.paper.value
    return Uniformity(
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
    """Return the log level of paper in all cells, (H, W), and their places, (H, W, 2)."""
    height, width = _cells_of(mat.layout)
    scale = _CELL_PX / _CELL_MM
    to_cells = np.diag([scale, scale, 1.0]) @ mat.inverse
    size = width * _CELL_PX, height * _CELL_PX
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    rectified = cv2.warpPerspective(grey, to_cells, size, flags=cv2.INTER_AREA)
    blocks = rectified.reshape(height, _CELL_PX, width, _CELL_PX).transpose(0, 2, 1, 3)
    level = np.percentile(blocks.reshape(height, width, -1), _PAPER_PERCENTILE, axis=2)
    rows, columns = np.indices((height, width))
    places = np.stack([columns / width * 2 - 1, rows / height * 2 - 1], axis=2)
    light = np.log(np.maximum(to_linear(level), 1e-4))
    return np.asarray(light, np.float64), np.asarray(places, np.float64)


def _shadows_of_dice(layout: MatLayout, bare: Mask, residual: F64) -> Mask:
    """Return which cells hold a small shadow adjacent to a slot: the die casts it.

    Args:
        bare: cells of bare paper.
        residual: (N,), log level of each relative to the smooth fit.
    """
    dark = np.zeros(bare.shape, np.uint8)
    dark[bare] = residual < _SHADOW_RESIDUAL
    zones = np.zeros(bare.shape, np.uint8)
    for _, rect in layout.zones:
        rows, columns = _span(rect)
        zones[rows, columns] = 1
    beside = cv2.dilate(zones, np.ones((3, 3), np.uint8))
    _, parts, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    small = stats[:, cv2.CC_STAT_AREA] <= _MAX_SHADOW_CELLS
    small[0] = False  # what is not dark
    small[np.setdiff1d(np.arange(len(small)), parts[beside > 0])] = False
    return np.asarray(small[parts], np.bool_)


def _span(rect: Rect) -> tuple[slice, slice]:
    """Return the rows and columns of the cells that a rectangle touches."""
    rows = slice(int(rect.y0 / _CELL_MM), int(rect.y1 / _CELL_MM) + 1)
    return rows, slice(int(rect.x0 / _CELL_MM), int(rect.x1 / _CELL_MM) + 1)


def _bare(layout: MatLayout, shape: tuple[int, int]) -> Mask:
    """Return which cells hold neither patches, markers, dice nor the sheet's edge."""
    bare = np.zeros(shape, dtype=np.bool_)
    bare[_BORDER:-_BORDER, _BORDER:-_BORDER] = True
    for rect in (*layout.printed, *(rect for _, rect in layout.zones)):
        bare[_span(rect)] = False
    return bare


def _smooth(basis: F64, values: F64) -> tuple[F64, F64]:
    """Return the robust (reweighted) least-squares fit and its residuals."""
    weights = np.ones(len(values))
    fitted = values
    for _ in range(4):
        weighted = basis.T * weights
        coefficients = np.linalg.solve(
            weighted @ basis + 1e-6 * np.eye(basis.shape[1]), weighted @ values
        )
        fitted = basis @ coefficients
        weights = 1.0 / np.maximum(np.abs(values - fitted), 0.05)
    return fitted, np.asarray(values - fitted)


def _stripes(pixels: ImageU8, mat: FittedMat) -> float:
    """Return the modulation depth of the strongest periodic stripes along rows, as a share."""
    seen = pixels[:, ::_EVERY_COLUMN, 1]
    sheet = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(sheet, np.rint(mat.corners_px).astype(np.int32), 1)
    on_mat = sheet[:, ::_EVERY_COLUMN] > 0
    across = on_mat.sum(axis=1)
    tall = np.flatnonzero(across >= max(_LEAST_ACROSS, across.max(initial=0) // 2))
    if len(tall) < _LEAST_ROWS:
        return 0.0
    # A high percentile of the mat's pixels of a row is paper, wherever dice and print lie.
    rows_of_mat = slice(tall[0], tall[-1] + 1)
    levels = np.sort(np.where(on_mat, seen, np.nan)[rows_of_mat], axis=1)  # what is beside: last
    rank = np.rint(_PAPER_OF_ROW * (across[rows_of_mat, None] - 1)).astype(np.intp)
    paper = np.take_along_axis(levels, rank, axis=1)[:, 0]
    light = np.log(np.maximum(to_linear(paper), 1e-3))
    rows = np.linspace(-1.0, 1.0, len(light))
    detrended = light - np.polynomial.Polynomial.fit(rows, light, 5)(rows)
    detrended = np.clip(detrended, -0.25, 0.25)
    window = np.hanning(len(detrended))
    spectrum = np.abs(np.fft.rfft(detrended * window)) * 2.0 / window.sum()
    cycles = np.arange(len(spectrum))
    inside = (cycles >= _MIN_CYCLES) & (cycles <= _MAX_CYCLES)
    strongest = int(np.argmax(np.where(inside, spectrum, 0.0)))
    near = np.abs(cycles - strongest) <= 2
    noise = float(np.median(spectrum[inside & ~near])) if (inside & ~near).any() else 0.0
    # A regular stripe is a peak in the spectrum; a shadow or a row of dice is not.
    return float(max(0.0, spectrum[strongest] - 4.0 * noise) * 2.0)


_POINTS: Final = 15  # of the sampling grid, across a slot and down
_GRID_SIDE: Final = 1.3  # side of the grid relative to the slot's
_MIN_REFLECTANCE: Final = 1.25  # relative to white paper; no die reaches it
_CLIPPED_LEVEL: Final = 252.0
_BRIGHT_PAPER: Final = 0.88  # where white paper is brighter, clipping is no evidence
_LEAST_SHARE: Final = 0.12  # the side of a white die that faces the light source is less


def reflecting_places(pixels: ImageU8, mat: FittedMat, light: LightField) -> tuple[str, ...]:
    """Return the zones of *mat* with a reflection, the worst first."""
    steps = (np.arange(_POINTS) + 0.5) / _POINTS - 0.5
    across, down = np.meshgrid(steps * _GRID_SIDE, steps * _GRID_SIDE)
    shares = []
    for name, rect in mat.layout.zones:
        x, y = rect.centre
        grid = np.column_stack([x + across.ravel() * rect.width, y + down.ravel() * rect.height])
        shares.append((_bright_share(pixels, transform(mat.homography, grid), light), name))
    return tuple(name for share, name in sorted(shares, reverse=True) if share >= _LEAST_SHARE)


def _bright_share(pixels: ImageU8, points_px: F64, light: LightField) -> float:
    height, width = pixels.shape[:2]
    columns, rows = np.rint(points_px).astype(np.intp).T
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    if not inside.any():
        return 0.0
    levels = pixels[rows[inside], columns[inside]].astype(np.float64)
    white = light.at(points_px[inside])
    brighter = (to_linear(levels) > _MIN_REFLECTANCE * white).all(axis=1)
    clipped = (levels >= _CLIPPED_LEVEL).all(axis=1) & (white < _BRIGHT_PAPER).all(axis=1)
    return float((brighter | clipped).mean())
