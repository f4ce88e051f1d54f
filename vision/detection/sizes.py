"""Consistent sizes of equal dice: the dice of one game have the same edge.

A single measured edge has an error of up to 10 %. On a mat the camera pose is known, so one
parameter (the true edge of the dice) explains all sizes in the image; a median estimates it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, median
from vision.core.detections import Detections
from vision.mats.pose import MatPose
from vision.mats.zones import DiePosition

MIN_DICE: Final = 3
"""Fewer sizes are not enough for an estimate."""

SAME_SIZE: Final = 0.25
"""A die whose measured edge deviates by a larger fraction is another kind of die, or not flat."""

SURE_SCORE: Final = 0.5
"""Finder score from which a detection is a size reference for the others."""


def with_equal_edges(
    dice: Detections, places: Sequence[DiePosition], poses: Sequence[MatPose], *, edge_mm: float
) -> Detections:
    """Return *dice* with the edges that equal dice have at their places on the mats.

    Args:
        dice: N dice in pixels of the frame.
        places: where they are; dice outside all mats keep their size.
        poses: the mats.
        edge_mm: height of the top faces; approximately the true edge of the dice.
    """
    expected = np.full(len(dice), np.nan)
    for pose in poses:
        rows = np.array([place.mat == pose.mat.layout.mat_id for place in places], dtype=np.bool_)
        if rows.any():
            expected[rows] = _edges_px(pose, dice.centres_px[rows].astype(np.float64), edge_mm)
    ratio = dice.edges_px / expected
    reliable = np.isfinite(ratio) & (dice.scores >= SURE_SCORE)
    if reliable.sum() < MIN_DICE:
        return dice
    common = median(ratio[reliable])
    alike = np.isfinite(ratio) & (np.abs(ratio / common - 1.0) <= SAME_SIZE)
    edges: F32 = np.where(alike, expected * common, dice.edges_px).astype(np.float32)
    return Detections(dice.centres_px, edges, dice.angles_deg, dice.scores, dice.visibilities)


def size_deviations(dice: Detections, sure: npt.NDArray[np.bool_]) -> F64 | None:
    """Return the absolute log ratio of each edge to the median of the *sure* ones, shape (N,).

    None with fewer than `MIN_DICE` sure ones.
    """
    if sure.sum() < MIN_DICE:
        return None
    edges = dice.edges_px.astype(np.float64)
    return np.asarray(np.abs(np.log(edges / median(edges[sure]))))


def _edges_px(pose: MatPose, centres_px: F64, edge_mm: float) -> F64:
    """Return the projected length of *edge_mm* at each place: square root of the face's area."""
    middle = pose.foot_points(centres_px, height_mm=edge_mm)
    half = edge_mm / 2
    left, right, upper, lower = (
        pose.project(middle + np.array(offset), height_mm=edge_mm)
        for offset in ((-half, 0.0), (half, 0.0), (0.0, -half), (0.0, half))
    )
    across, down = right - left, lower - upper
    return np.sqrt(np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]))
