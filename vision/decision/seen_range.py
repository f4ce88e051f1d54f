"""Whether the dice are in the range of the reader: large enough, and seen from above.

One measured edge has an error of some 10 %, one viewing angle of several degrees; the medians of an
image are accurate to a few per cent and to a degree or two. A camera that is far too low sees the
front faces of dice better than their top faces, and takes them for these: then the sizes tell how
the table recedes.
"""

from typing import Final

import numpy as np

from vision.classification.evidence import Evidence
from vision.core import thresholds as limits
from vision.core.arrays import Mask, median
from vision.core.labels import D6

_EDGE_ERROR: Final = 0.1  # share of an edge
_STEEP_STD: Final = 2.0  # of the tangent of the table's tilt, without dice
_LEAST_SIZE: Final = 0.2  # of the measured size, where the fit gives less
_OUTLIER: Final = 2.5  # standard errors
_ROUNDS: Final = 5


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


def view_deg(evidence: Evidence, faint: Evidence) -> float:
    """Return the median angle between the table's normal and the lines of sight to the dice.

    Where the sizes contradict it, the tilt that they tell. 0, straight from above, without dice.
    """
    if not len(evidence.dice):
        return 0.0
    seen_deg = median(evidence.tilt.table_deg)
    steepness, error = _receding(evidence, faint)
    contradicted = steepness - np.tan(np.radians(seen_deg)) > error
    return max(seen_deg, float(np.degrees(np.arctan(steepness)))) if contradicted else seen_deg


def _receding(evidence: Evidence, faint: Evidence) -> tuple[float, float]:
    """Return the tangent of the table's tilt by the sizes of dice, and its standard error.

    Dice of one size are seen smaller in proportion to their distance, whose inverse is linear in
    the image coordinates. Faint candidates count by their probability of being dice.
    """
    faces = [each.tilt.top_faces for each in (evidence, faint) if each.tilt.top_faces is not None]
    if not faces or (evidence.likeliest_types == D6).any():
        return 0.0, 1.0  # pipped dice have several sizes
    rows = np.concatenate([face.rays for face in faces])[:, [2, 0, 1]]
    edges = np.concatenate([evidence.dice.edges_px, faint.dice.edges_px]).astype(np.float64)
    shares = np.append(np.ones(len(evidence.dice)), 1.0 / (1.0 + np.exp(-faint.listing)))
    usual = float(np.average(edges, weights=shares))
    prior = np.diag([0.0, 1.0, 1.0]) / (_STEEP_STD * usual) ** 2
    found, spread = np.array([usual, 0.0, 0.0]), np.eye(3)
    for _ in range(_ROUNDS):
        fitted = np.maximum(rows @ found, _LEAST_SIZE * edges)
        off = (edges / fitted - 1.0) / _EDGE_ERROR
        weights = shares / (_EDGE_ERROR * fitted) ** 2 / (1.0 + (off / _OUTLIER) ** 2)
        spread = np.linalg.inv((rows.T * weights) @ rows + prior)
        found = spread @ (rows.T @ (weights * edges))
    level, slope = float(found[0]), found[1:]
    steepness = float(np.hypot(*slope)) / level
    slopes = np.array([-steepness, *(slope / max(float(np.hypot(*slope)), 1e-9))]) / level
    return steepness, float(np.sqrt(slopes @ spread @ slopes))


def out_of_range(evidence: Evidence, faint: Evidence) -> Mask:
    """Return which dice are out of range, shape (N,): all of them, or those that are too small."""
    small = usual_edge_px(evidence, faint) < limits.LEAST_EDGE_PX
    if small or view_deg(evidence, faint) > limits.MOST_VIEW_DEG:
        return np.ones(len(evidence.dice), np.bool_)
    smallest = (1.0 - _EDGE_ERROR) * limits.LEAST_EDGE_PX
    return np.asarray(evidence.dice.edges_px < smallest, np.bool_)
