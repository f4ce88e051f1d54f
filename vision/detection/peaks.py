"""Decode the finder's heat map: peaks, sub-cell offsets, non-maximum suppression."""

from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, Indices, Mask
from vision.core.detections import Detections

STRIDE: Final = 4
"""Output stride: pixels of the finder's input per cell of its heat map."""

BOX_CHANNELS: Final = 6

MAX_DICE: Final = 128
"""A box holds 111 dice (R-1.1)."""

SAME_DIE: Final = 0.55
"""Peaks closer than this fraction of an edge are one die: adjacent dice are one edge apart, 0.94 of
it at 20 degrees of tilt."""

_MAX_EDGE_PX = 160.0


def decode(heat: F32, box: F32, *, min_score: float) -> Detections:
    """Return the dice in the finder's outputs, best first, in input pixels.

    Args:
        heat: (h, w), 0..1, peaks at centres of top faces.
        box: (6, h, w): dx, dy from the cell's centre in cells, log of the edge in pixels,
            cosine and sine of four times the angle, logit of the visibility.
        min_score: peaks below are dropped.

    Raises:
        ValueError: the shapes do not match.
    """
    if heat.ndim != 2 or box.shape != (BOX_CHANNELS, *heat.shape):
        raise ValueError(f"heat {heat.shape} and box {box.shape} do not belong together")
    heat = np.ascontiguousarray(heat, dtype=np.float32)
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= min_score))
    scores = heat[rows, columns]
    best = np.lexsort((columns, rows, -scores))[: 4 * MAX_DICE]
    rows, columns, scores = rows[best], columns[best], scores[best]
    dx, dy, log_edge, cos4, sin4, _ = box[:, rows, columns].astype(np.float64)
    centres = np.column_stack([columns + 0.5 + dx, rows + 0.5 + dy]) * STRIDE - 0.5
    found = Detections(
        centres.astype(np.float32),
        np.exp(np.clip(log_edge, 0.0, np.log(_MAX_EDGE_PX))).astype(np.float32),
        _quarter_turn(np.degrees(np.arctan2(sin4, cos4)) / 4),
        scores.astype(np.float32),
    )
    return found.select(_without_duplicates(found)[:MAX_DICE])


def _quarter_turn(angles: F64) -> F32:
    """Return the angles modulo 90, in [0, 90) also after rounding to float32."""
    turned = np.mod(angles, 90.0).astype(np.float32)
    return np.where(turned >= 90.0, np.float32(0.0), turned)


def _without_duplicates(found: Detections) -> Indices:
    """Return the rows that remain after non-maximum suppression by distance."""
    x, y = found.centres_px.T
    edges = (found.edges_px[:, None] + found.edges_px) / 2
    return suppressed(np.hypot(x[:, None] - x, y[:, None] - y) < SAME_DIE * edges)


def suppressed(conflicts: Mask) -> Indices:
    """Return the rows that remain after greedy non-maximum suppression, rows being best first.

    Args:
        conflicts: (N, N), symmetric: pairs of which only the better one stays.
    """
    free = np.ones(len(conflicts), dtype=np.bool_)
    for better, worse in np.argwhere(np.triu(conflicts, 1)).tolist():
        if free[better]:
            free[worse] = False
    return np.flatnonzero(free)
