"""Which finds are listed as dice.

No network decides alone: the finder takes prints for dice, the reader reads what is printed, the
tilt network knows neither. A logistic regression weighs what each says of a find, and how it fits
the others. Its weights were fitted on the development sets, which share nothing with the networks'
training (`models.training.networks.listing_weights`), and lie in the manifest.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.session.ports import DiceKind
from vision.classification.evidence import Evidence
from vision.classification.gaps import gaps
from vision.classification.tilt import STANDS, Tilt
from vision.classification.weights import FeatureWeights, log_odds
from vision.core.arrays import F64, median
from vision.core.labels import D6
from vision.core.thresholds import Thresholds
from vision.detection.sizes import MIN_DICE

FEATURES: Final = (
    "score", "none", "foreign", "nothing", "lean", "flatter", "oblique", "size", "side",
)  # fmt: skip
"""The columns of ``features``."""

_SURE: Final = 0.5  # belief from which dice say how large the others are
_NOTHING_PIPPED = -4.6  # as of a die of the game
_MOST_LEAN = 15.0  # standard deviations; more says no more
_MOST_FLATTER_DEG = 30.0
_MOST_SIZE = 1.0
_REACH = 1.1  # edges between the faces of one die that is seen askew
_MOST_SIDE = 20.0  # standard deviations


def listing_odds(
    evidence: Evidence, kind: DiceKind, limits: Thresholds, weights: FeatureWeights | None
) -> F64:
    """Return the log odds of each find's being a die, shape (N,); those above 0 are listed.

    Without weights, and for the robot's dice, finder and reader together must say enough; a die
    that lies askew has no readable face, so one of which the finder is certain and the tilt network
    says that it does not lie flat is listed, too.
    """
    tilt = evidence.tilt
    if weights is not None and tilt is not None and kind is not DiceKind.ROBOT:
        return weights.of(features(evidence, tilt))
    scores = evidence.scores
    together = evidence.dice.scores * (1.0 - scores.none - scores.foreign)
    certain = evidence.dice.scores >= limits.certain_score
    if tilt is not None:
        certain &= tilt.stands[:, 0] < limits.certain_free
    return np.where((together >= limits.min_evidence) | certain, np.inf, -np.inf)


def features(evidence: Evidence, tilt: Tilt) -> F64:
    """Return the features of N finds, shape (N, 9), columns ``FEATURES``."""
    scores = evidence.scores
    columns = (
        log_odds(evidence.dice.scores),
        log_odds(scores.none),
        log_odds(scores.foreign),
        _nothing(evidence, tilt),
        np.minimum(tilt.leans, _MOST_LEAN),
        np.clip(tilt.table_deg - tilt.seen_deg, -_MOST_FLATTER_DEG, _MOST_FLATTER_DEG),
        tilt.table_deg,
        _other_size(evidence),
        _side(evidence, tilt),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def _nothing(evidence: Evidence, tilt: Tilt) -> F64:
    """Return the tilt network's log odds of there being no die at all, shape (N,).

    It knows too few pipped dice to say so of them.
    """
    seen = log_odds(tilt.stands[:, STANDS.index("nothing")])
    return np.where(evidence.likeliest_types == D6, _NOTHING_PIPPED, seen)


def _other_size(evidence: Evidence) -> F64:
    """Return by how much finds are larger or smaller than the sure dice, logarithms, shape (N,)."""
    edges = evidence.dice.edges_px.astype(np.float64)
    sure = evidence.belief >= _SURE
    if sure.sum() < MIN_DICE:
        return np.zeros(len(edges))
    return np.minimum(np.abs(np.log(edges / median(edges[sure]))), _MOST_SIZE)


def _side(evidence: Evidence, tilt: Tilt) -> F64:
    """Return by how much each find leans more than a surer one of its type beside it, shape (N,).

    A side of a die that is seen askew is such a find beside its top face.
    """
    if not len(evidence.dice):
        return np.zeros(0)
    apart, edges = gaps(evidence.dice)
    types, belief = evidence.likeliest_types, evidence.belief
    beside = (apart < _REACH * edges) & (types[:, None] == types)
    surer = beside & (belief[None, :] > belief[:, None])
    more = np.clip(tilt.leans[:, None] - tilt.leans[None, :], 0.0, _MOST_SIDE)
    return np.asarray(np.where(surer, more, 0.0).max(axis=1))
