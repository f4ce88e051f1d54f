"""Merge detections of several scales: each die once, no parts or groups of dice.

The finder detects dice of about 13 to 40 pixels, so an image with dice of unknown size is searched
at several scales. Adjacent scales detect the same die twice; a fine scale may detect a glyph or a
corner of a large die as a small one, a coarse scale a group of dice as a large one. Duplicates are
removed by size; parts and groups after all of them were read, by the odds of being a die.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.core.arrays import F64, Mask, median
from vision.core.detections import Detections
from vision.detection.peaks import MAX_DICE, SAME_DIE, suppressed

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


COMFORT_EDGE_PX: Final = (16.0, 34.0)
"""Range of die edges in the finder's input at which it is most accurate."""

_SAME_SIZE = 1.5  # ratio of edges; larger between a die and its part, or a group and a die
_INSIDE = 0.62  # of the larger edge; a closer centre is on the larger face


def merged(looks: Sequence[tuple[Detections, float]]) -> Detections:
    """Return the dice of several passes over one image, best first, without duplicates.

    Args:
        looks: detections of each pass in frame pixels, and its scale.
    """
    dice = Detections.joined([found for found, _ in looks])
    seen_px = np.concatenate([found.edges_px * scale for found, scale in looks])
    low, high = COMFORT_EDGE_PX
    comfort = np.minimum(1.0, np.minimum(seen_px / low, high / np.maximum(seen_px, 1.0)))
    order = np.argsort(-dice.scores * comfort, kind="stable")
    dice = dice.select(order)
    apart, ratio, edges = _pairs(dice)
    kept = dice.select(suppressed((apart < SAME_DIE * edges) & (ratio < _SAME_SIZE)))
    return kept.select(np.argsort(-kept.scores, kind="stable")[:MAX_DICE])


def whole_dice(dice: Detections, odds: F64, belief: F64) -> Mask:
    """Return which of N dice are neither parts nor groups of better ones, shape (N,).

    Args:
        odds: (N,), log odds of being a die.
        belief: (N,), combined score of finder and reader; decides where the odds are equal.
    """
    order = np.lexsort((-belief, -odds))
    kept = np.zeros(len(dice), dtype=np.bool_)
    kept[order[suppressed(_overlap(dice)[np.ix_(order, order)])]] = True
    return kept


def _overlap(dice: Detections) -> Mask:
    """Return which pairs of N dice overlap and differ in size, shape (N, N)."""
    apart, ratio, _ = _pairs(dice)
    larger = np.maximum(dice.edges_px[:, None], dice.edges_px)
    return np.asarray((apart < _INSIDE * larger) & (ratio >= _SAME_SIZE), dtype=np.bool_)


def _pairs(dice: Detections) -> tuple[F64, F64, F64]:
    """Return for all pairs of N dice, shape (N, N): distance, ratio of edges, mean edge."""
    x, y = dice.centres_px.astype(np.float64).T
    edges = dice.edges_px.astype(np.float64)
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    ratio = np.maximum(edges[:, None], edges) / np.maximum(np.minimum(edges[:, None], edges), 1e-6)
    return apart, ratio, (edges[:, None] + edges) / 2
