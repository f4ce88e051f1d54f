"""Pairwise distances between dice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.core.arrays import F32
from vision.core.detections import Detections


class Gaps(NamedTuple):
    """Distances and mean edges of all pairs of N dice, pixels, both (N, N)."""

    apart: F32
    edges: F32


def gaps(dice: Detections) -> Gaps:
    """Return the distances of all pairs; infinite on the diagonal."""
    x, y = dice.centres_px.T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    np.fill_diagonal(apart, np.inf)
    edges = (dice.edges_px[:, None] + dice.edges_px) / 2
    return Gaps(np.asarray(apart, np.float32), np.asarray(edges, np.float32))
