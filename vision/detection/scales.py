"""Dice found at several scales of one picture: each die once, and no part of a die as a die.

The finder knows dice of some 13 to 40 pixels. A picture whose dice may have any size is searched at
several scales. Neighbouring scales find the same die twice; a fine scale may take a glyph or a
corner of a large die for a small one, a coarse scale a group of dice for a large one. The first is
settled by size, the second by what the reader says of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F64
from vision.core.detections import Detections
from vision.detection.peaks import MAX_DICE, SAME_DIE, suppressed

COMFORT_EDGE_PX: Final = (16.0, 34.0)
"""Edges in the finder's input at which it measures best."""

_SAME_SIZE = 1.5  # edges that differ by more belong to a die and its part, or to a group of dice
_PLAINLY_FAINTER = 0.6  # of two finds that cannot both be dice, the reader need not see this one
_INSIDE = 0.62  # of the larger edge: a centre nearer than this lies on the larger face


def merged(looks: Sequence[tuple[Detections, float]]) -> Detections:
    """Return the dice of several looks at one picture, best first, each once.

    Args:
        looks: dice in pixels of the frame, with the scale at which they were found.
    """
    dice = Detections.joined([found for found, _ in looks])
    seen_px = np.concatenate([found.edges_px * scale for found, scale in looks])
    low, high = COMFORT_EDGE_PX
    comfort = np.minimum(1.0, np.minimum(seen_px / low, high / np.maximum(seen_px, 1.0)))
    order = np.argsort(-dice.scores * comfort, kind="stable")
    dice = dice.select(order)
    apart, ratio, edges = _pairs(dice)
    same = (apart < SAME_DIE * edges) & (ratio < _SAME_SIZE)
    fainter = dice.scores < _PLAINLY_FAINTER * dice.scores[:, None]
    kept = dice.select(suppressed(same | (_overlap(dice) & (fainter | fainter.T))))
    return kept.select(np.argsort(-kept.scores, kind="stable")[:MAX_DICE])


def whole_dice(dice: Detections, belief: F64) -> npt.NDArray[np.bool_]:
    """Return which of N dice are neither parts of better ones nor groups of them, shape (N,).

    Args:
        belief: (N,), how sure finder and reader together are of each.
    """
    order = np.argsort(-belief, kind="stable")
    kept = np.zeros(len(dice), dtype=np.bool_)
    kept[order[suppressed(_overlap(dice)[np.ix_(order, order)])]] = True
    return kept


def _overlap(dice: Detections) -> npt.NDArray[np.bool_]:
    """Return which of N dice are of different sizes and lie on each other, shape (N, N)."""
    apart, ratio, _ = _pairs(dice)
    larger = np.maximum(dice.edges_px[:, None], dice.edges_px)
    return np.asarray((apart < _INSIDE * larger) & (ratio >= _SAME_SIZE), dtype=np.bool_)


def _pairs(dice: Detections) -> tuple[F64, F64, F64]:
    """Return for all pairs of N dice, shape (N, N): distance, ratio of the edges, mean edge."""
    x, y = dice.centres_px.astype(np.float64).T
    edges = dice.edges_px.astype(np.float64)
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    ratio = np.maximum(edges[:, None], edges) / np.maximum(np.minimum(edges[:, None], edges), 1e-6)
    return apart, ratio, (edges[:, None] + edges) / 2
