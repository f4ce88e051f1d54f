"""Whether the dice are in the range of the reader: large enough, and seen from above.

One measured edge has an error of some 10 %, one viewing angle of several degrees; the medians of an
image are accurate to a few per cent and to a degree or two.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.evidence import Evidence
from vision.core.arrays import median
from vision.core.thresholds import Thresholds

_EDGE_ERROR: Final = 0.1  # share of an edge


def usual_edge_px(evidence: Evidence, faint: Evidence) -> float:
    """Return the median edge of the top faces in frame pixels; infinite without dice.

    Of small dice many are missed, so faint candidates count, too: each by its probability of being
    a die.
    """
    if not len(evidence.dice):
        return np.inf
    edges = np.concatenate([evidence.dice.edges_px, faint.dice.edges_px])
    order = np.argsort(edges)
    odds = np.concatenate([evidence.listing, faint.listing])[order]
    dice = np.cumsum(1.0 / (1.0 + np.exp(-odds)))
    return float(edges[order][np.searchsorted(dice, dice[-1] / 2)])


def view_deg(evidence: Evidence) -> float:
    """Return the median angle between the table's normal and the lines of sight to the dice.

    0, straight from above, without dice.
    """
    return median(evidence.tilt.table_deg) if len(evidence.dice) else 0.0


def out_of_range(evidence: Evidence, faint: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice are out of range, shape (N,): all of them, or those that are too small."""
    small = usual_edge_px(evidence, faint) < limits.least_edge_px
    if small or view_deg(evidence) > limits.most_view_deg:
        return np.ones(len(evidence.dice), np.bool_)
    smallest = (1.0 - _EDGE_ERROR) * limits.least_edge_px
    return np.asarray(evidence.dice.edges_px < smallest, np.bool_)
