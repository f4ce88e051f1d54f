"""Slots of the calibration mat with a specular reflection of a light source.

A reflection adds light: paper and dice are brighter there than the white level fitted to the
patches.
"""

from typing import Final

import numpy as np

from vision.core.arrays import F64, ImageU8
from vision.light.light_field import LightField, to_linear
from vision.mats.fitting import FittedMat, transform

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
