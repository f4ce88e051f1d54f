"""Which dice are flagged ``check`` because they are not flat (tilted, stacked or covered).

A logistic regression combines several features: the tilt network's output for the die, its lean
against the others, overlapping faces, scores of finder and reader. Its weights were fitted on
synthetic and path-traced images (`models.training.networks.tilt_weights`) and are stored in the
manifest.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.classification.evidence import Evidence
from vision.classification.gaps import gaps
from vision.classification.tilt import Tilt
from vision.classification.weights import FeatureWeights, log_odds, log_ratio
from vision.core.arrays import F64
from vision.core.detections import Detections

FEATURES: Final = (
    "lean", "free", "tilted", "stacked", "visibility", "none", "score", "overlap",
    "face", "oblique", "apart", "edge",
)  # fmt: skip
"""The columns of ``features``."""

_MOST_LEAN = 15.0  # standard deviations; larger values are clipped
_MOST_OVERLAP = 0.4  # edges
_FARTHEST = 2.0  # edges to the next die
_LARGE_PX = 40.0  # larger faces show no more detail


UNWEIGHED: Final = FeatureWeights((0.0,) * len(FEATURES), -1.0)
"""Classifies every die as flat."""


def features(evidence: Evidence, tilt: Tilt) -> F64:
    """Return the features of N dice, shape (N, 12), columns ``FEATURES``."""
    free, tilted, stacked, covered, _ = tilt.stands.T
    columns = (
        np.minimum(tilt.leans, _MOST_LEAN),
        -log_ratio(free, tilted + stacked + covered),
        log_ratio(tilted, free),
        log_ratio(stacked, free),
        -log_odds(evidence.dice.visibilities),
        log_odds(evidence.scores.none),
        -log_odds(evidence.dice.scores),
        10.0 * np.clip(overlaps(evidence.dice), 0.0, _MOST_OVERLAP),
        log_odds(evidence.scores.faces.max(axis=1, initial=0.0)),
        tilt.table_deg,
        _nearest(evidence.dice),
        np.log(np.minimum(evidence.dice.edges_px, _LARGE_PX)),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _nearest(dice: Detections) -> F64:
    """Return the distance of each die to the nearest one, in edges, shape (N,)."""
    apart, edges = gaps(dice)
    return np.asarray(np.minimum((apart / edges).min(axis=1, initial=np.inf), _FARTHEST))


def overlaps(dice: Detections) -> F64:
    """Return the penetration depth of each top face into another one, in edges, shape (N,).

    0 for adjacent flat dice, negative where there is a gap. By the separating axes of two
    squares.
    """
    count = len(dice)
    if count < 2:
        return np.full(count, -1.0)
    gaps = dice.centres_px[None].astype(np.float64) - dice.centres_px[:, None]
    turns = np.radians(dice.angles_deg.astype(np.float64))
    edges = dice.edges_px.astype(np.float64)
    apart = turns[None] - turns[:, None]
    broad = np.abs(np.cos(apart)) + np.abs(np.sin(apart))  # other square, projected
    reach = (edges[:, None] + edges[None] * broad) / 2
    c, s = np.cos(turns)[:, None], np.sin(turns)[:, None]
    along = np.abs(gaps[..., 0] * c + gaps[..., 1] * s)
    across = np.abs(gaps[..., 1] * c - gaps[..., 0] * s)
    inside = reach - np.maximum(along, across)
    depth = np.minimum(inside, inside.T)
    np.fill_diagonal(depth, -np.inf)
    return np.asarray(depth.max(axis=1) / edges)
