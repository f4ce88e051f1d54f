"""Problems with the light on a mat: half of it in shadow, or bands of a flickering light source.

The paper's reflectance is uniform, so its brightness, corrected for the tint of the zones, measures
the light. It is sampled away from markers, patches and dice; thin print disappears on the grid.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from companion.session.ports import Problem
from vision.core.arrays import F64, Mask
from vision.core.detections import Detections
from vision.mats.fitting import transform
from vision.mats.layout import MatLayout
from vision.mats.paper import GRID_MM, Sheet, bare_paper, clear_dice

UNEVEN: Final = 2.5
"""Least ratio of the light on the brighter and the darker part of a mat that is uneven."""

BANDED: Final = 0.14
"""Least peak-to-peak modulation of flickering light, as a share of it."""

_SHARES = (0.12, 0.88)  # quantiles; smaller shadows are of dice or of a hand
_DARKEST_TINT = -0.6  # logarithm; printers differ; darker is a shadow
_STEP = 4  # subsampling of the cells
_LEAST_CELLS = 150
_GAMMA = 2.2
_SUMS: Final = np.arange(3 * 255 + 1) / (3 * 255)  # of the three channels
_LIGHT_OF_SUM: Final = np.maximum(_SUMS, 1e-3) ** _GAMMA
_RESIDUAL_SHARES = (0.02, 0.98)
_BINS = 80  # of image rows: flicker bands are wider
_LEAST_IN_BIN = 4


def light_problems(sheets: Sequence[Sheet], dice: Detections) -> tuple[Problem, ...]:
    """Return the problems of the light on the mats in view."""
    uneven: list[Problem] = []
    banded = False
    for sheet in sheets:
        light, places = paper_light(sheet, dice)
        if len(light) < _LEAST_CELLS:
            continue
        low, high = _quantiles(light, _SHARES)
        if high > UNEVEN * low:
            uneven.append(Problem("light_uneven", _UNEVEN, {"mat": sheet.mat.layout.mat_id}))
        else:
            banded = banded or flicker_modulation(light, places) > BANDED
    return (*uneven, *((Problem("light_flickers", _FLICKERS),) if banded else ()))


_UNEVEN = "Part of the mat %(mat)s is in deep shadow."
_FLICKERS = "The image has dark bands: a lamp flickers. Use another lamp."


def paper_light(sheet: Sheet, dice: Detections) -> tuple[F64, F64]:
    """Return the light at N points of bare paper, shape (N,), and the points, (N, 2), in pixels."""
    bare = bare_paper(sheet.mat.layout).copy()
    clear_dice(bare, sheet.mat, dice)
    rows, columns = (where[::_STEP] for where in np.nonzero(bare))
    blue, green, red = sheet.cells[rows, columns].T.astype(np.intp)
    grid = (np.column_stack([columns, rows]).astype(np.float64) + 0.5) * GRID_MM
    light, places = _LIGHT_OF_SUM[blue + green + red], transform(sheet.mat.homography, grid)
    zoned = _zoned(sheet.mat.layout)[rows, columns].astype(np.float64)
    return light / np.exp(zoned * _tint(light, places, zoned)), places


def _tint(light: F64, places: F64, zoned: F64) -> float:
    """Return the log reflectance of the zones' tint: 0 on mats that have white zones."""
    if len(light) < _LEAST_CELLS:
        return 0.0
    terms = np.vstack([_smooth_basis(places), zoned])
    system = terms @ terms.T + 1e-9 * len(light) * np.eye(len(terms))
    fitted = np.linalg.solve(system, terms @ np.log(light))
    return float(np.clip(fitted[-1], _DARKEST_TINT, 0.0))


@lru_cache(maxsize=16)
def _zoned(layout: MatLayout) -> Mask:
    """Return which cells lie in a zone; read-only."""
    rows, columns = bare_paper(layout).shape
    y, x = ((np.arange(count) + 0.5) * GRID_MM for count in (rows, columns))
    zoned = np.zeros((rows, columns), dtype=np.bool_)
    for _, rect in layout.zones:
        across, down = (rect.x0 < x) & (x < rect.x1), (rect.y0 < y) & (y < rect.y1)
        zoned |= down[:, None] & across
    zoned.flags.writeable = False
    return zoned


def flicker_modulation(light: F64, places: F64) -> float:
    """Return the peak-to-peak modulation of the light over the rows of the image, as a share of it.

    Args:
        light: at N points.
        places: (N, 2), the points in the image, in pixels.
    """
    basis = _smooth_basis(places)
    logs = np.log(light)
    residuals = logs - np.linalg.solve(basis @ basis.T, basis @ logs) @ basis
    residuals = np.clip(residuals, *_quantiles(residuals, _RESIDUAL_SHARES))
    top, bottom = places[:, 1].min(), places[:, 1].max()
    bins = np.minimum((places[:, 1] - top) / (bottom - top) * _BINS, _BINS - 1).astype(int)
    count = np.bincount(bins, minlength=_BINS)
    full = count >= _LEAST_IN_BIN
    if full.sum() < _BINS // 3:
        return 0.0
    mean = (np.bincount(bins, residuals, minlength=_BINS) / np.maximum(count, 1))[full]
    noise = residuals.var() / count[full].mean()
    return float(np.sqrt(8.0 * max(0.0, mean.var() - noise)))  # peak to peak, of a sine


def _smooth_basis(places: F64) -> F64:
    """Return the polynomial basis of light without bands, shape (8, N), at N points, (N, 2)."""
    x, y = np.ascontiguousarray(((places - places.mean(axis=0)) / places.std(axis=0)).T)
    xx, yy = x * x, y * y
    return np.stack([np.ones_like(x), x, y, xx, x * y, yy, xx * x, yy * y])


def _quantiles(values: F64, shares: tuple[float, float]) -> F64:
    """Return the same as `np.quantile`, in a fraction of its time."""
    last = len(values) - 1
    between = np.interp(np.array(shares) * last, np.arange(last + 1), np.sort(values))
    return np.asarray(between, dtype=np.float64)
