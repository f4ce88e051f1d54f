"""Sizes of detections compared with each other: the dice of one game have the same edge."""

from typing import Final

import numpy as np

from vision.core.arrays import F64, Mask, median
from vision.core.detections import Detections

MIN_DICE: Final = 3
"""Fewer sizes are not enough for an estimate."""

SURE_SCORE: Final = 0.5
"""Finder score from which a detection is a size reference for the others."""


def size_deviations(dice: Detections, sure: Mask) -> F64 | None:
    """Return the absolute log ratio of each edge to the median of the *sure* ones, shape (N,).

    None with fewer than `MIN_DICE` sure ones.
    """
    if sure.sum() < MIN_DICE:
        return None
    edges = dice.edges_px.astype(np.float64)
    return np.asarray(np.abs(np.log(edges / median(edges[sure]))))
