"""What is wrong with the light on a mat: half of it in shadow, or bands of a flickering lamp.

The paper is the same everywhere, so its brightness is the light's. It is looked at where neither
markers, patches nor dice lie; thin print disappears on the grid.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from companion.session.ports import Problem
from vision.arrays import F64, ImageU8
from vision.covered import GRID_MM, bare_paper, clear_dice, rectified
from vision.detections import Detections
from vision.mats import FittedMat, transform

UNEVEN: Final = 2.5
"""Light on the brighter part of a mat that is more than this times that on the darker part."""

BANDED: Final = 0.14
"""Bands that swing the light by more than this share of it."""

_SHARES = (12, 88)  # percentiles: what covers less of a mat is a shadow of dice or of a hand
_EVERY = 4  # of the cells one in so many is enough
_LEAST_CELLS = 150
_GAMMA = 2.2
_BINS = 80  # rows of the picture together: a lamp's bands are wider
_LEAST_IN_BIN = 4


def light_problems(
    pixels: ImageU8, mats: tuple[FittedMat, ...], dice: Detections
) -> tuple[Problem, ...]:
    """Return what is wrong with the light on the mats in BGR *pixels*, shape (H, W, 3)."""
    uneven: list[Problem] = []
    banded = False
    for mat in mats:
        light, places = paper_light(pixels, mat, dice)
        if len(light) < _LEAST_CELLS:
            continue
        low, high = np.percentile(light, _SHARES)
        if high > UNEVEN * low:
            uneven.append(Problem("light_uneven", _UNEVEN, {"mat": mat.layout.mat_id}))
        else:
            banded = banded or swing(light, places) > BANDED
    return (*uneven, *((Problem("light_flickers", _FLICKERS),) if banded else ()))


_UNEVEN = "A part of the mat %(mat)s lies in deep shadow."
_FLICKERS = "Dark bands run through the picture: a lamp flickers. Another lamp helps."


def paper_light(pixels: ImageU8, mat: FittedMat, dice: Detections) -> tuple[F64, F64]:
    """Return the light on N places of bare paper, shape (N,), and the places, (N, 2), in pixels."""
    sheet = cv2.medianBlur(rectified(pixels, mat), 3)
    bare = bare_paper(mat.layout).copy()
    clear_dice(bare, mat, dice)
    rows, columns = (where[::_EVERY] for where in np.nonzero(bare))
    grey = sheet[rows, columns].astype(np.float64).mean(axis=1) / 255.0
    grid = (np.column_stack([columns, rows]).astype(np.float64) + 0.5) * GRID_MM
    return np.maximum(grey, 1e-3) ** _GAMMA, transform(mat.homography, grid)


def swing(light: F64, places: F64) -> float:
    """Return by which share the light swings from row to row of the picture.

    Args:
        light: on N places.
        places: (N, 2), where they are in the picture, in pixels.
    """
    x, y = ((places - places.mean(axis=0)) / places.std(axis=0)).T
    slow = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y, x**3, y**3])
    logs = np.log(light)
    rest = logs - slow @ np.linalg.solve(slow.T @ slow, slow.T @ logs)
    rest = np.clip(rest, *np.percentile(rest, (2, 98)))
    top, bottom = places[:, 1].min(), places[:, 1].max()
    bins = np.minimum((places[:, 1] - top) / (bottom - top) * _BINS, _BINS - 1).astype(int)
    count = np.bincount(bins, minlength=_BINS)
    full = count >= _LEAST_IN_BIN
    if full.sum() < _BINS // 3:
        return 0.0
    mean = (np.bincount(bins, rest, minlength=_BINS) / np.maximum(count, 1))[full]
    noise = rest.var() / count[full].mean()
    return float(np.sqrt(8.0 * max(0.0, mean.var() - noise)))  # of a sine, from top to bottom
