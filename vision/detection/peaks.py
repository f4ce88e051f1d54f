"""From the finder's heat map to dice: peaks, sub-cell places, no die twice."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32
from vision.core.detections import Detections

STRIDE: Final = 4
"""Pixels of the finder's input in a cell of its output."""

BOX_CHANNELS: Final = 6

MAX_DICE: Final = 128
"""A box holds 111 dice (R-1.1)."""

SAME_DIE: Final = 0.55
"""Two peaks closer than this share of an edge are one die: dice side by side are a whole edge
apart, 0.94 of it under 20 degrees of tilt."""

_MAX_EDGE_PX = 160.0


def decode(heat: F32, box: F32, *, min_score: float) -> Detections:
    """Return the dice in the finder's outputs, best first, in pixels of its input.

    Args:
        heat: (h, w), 0..1, peaks at centres of top faces.
        box: (6, h, w): dx, dy from the cell's centre in cells, logarithm of the edge in pixels,
            cosine and sine of four times the angle, logit of the visibility.
        min_score: peaks below are not looked at.

    Raises:
        ValueError: the shapes do not belong together.
    """
    if heat.ndim != 2 or box.shape != (BOX_CHANNELS, *heat.shape):
        raise ValueError(f"heat {heat.shape} and box {box.shape} do not belong together")
    heat = np.ascontiguousarray(heat, dtype=np.float32)
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= min_score))
    scores = heat[rows, columns]
    best = np.lexsort((columns, rows, -scores))[: 4 * MAX_DICE]
    rows, columns, scores = rows[best], columns[best], scores[best]
    dx, dy, log_edge, cos4, sin4, logit = box[:, rows, columns].astype(np.float64)
    centres = np.column_stack([columns + 0.5 + dx, rows + 0.5 + dy]) * STRIDE - 0.5
    found = Detections(
        centres.astype(np.float32),
        np.exp(np.clip(log_edge, 0.0, np.log(_MAX_EDGE_PX))).astype(np.float32),
        _quarter_turn(np.degrees(np.arctan2(sin4, cos4)) / 4),
        scores.astype(np.float32),
        (1.0 / (1.0 + np.exp(-np.clip(logit, -30, 30)))).astype(np.float32),
    )
    return found.select(_once_each(found)[:MAX_DICE])


def _quarter_turn(angles: npt.NDArray[np.float64]) -> F32:
    """Return the angles in [0, 90), also after rounding to 32 bits."""
    turned = np.mod(angles, 90.0).astype(np.float32)
    return np.where(turned >= 90.0, np.float32(0.0), turned)


def _once_each(found: Detections) -> npt.NDArray[np.intp]:
    """Return the rows that no better row is too close to."""
    x, y = found.centres_px.T
    edges = (found.edges_px[:, None] + found.edges_px) / 2
    return suppressed(np.hypot(x[:, None] - x, y[:, None] - y) < SAME_DIE * edges)


def suppressed(conflicts: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """Return the rows that stay when each row, best first, removes those in conflict with it.

    Args:
        conflicts: (N, N), symmetric; greedy non-maximum suppression.
    """
    free = np.ones(len(conflicts), dtype=np.bool_)
    for better, worse in np.argwhere(np.triu(conflicts, 1)).tolist():
        if free[better]:
            free[worse] = False
    return np.flatnonzero(free)
