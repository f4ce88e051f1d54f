"""Which dice a person should check because they do not lie flat, free and in full view.

No single sign decides: a die's own look, its lean against the others, overlapping faces, what
finder and reader think of it. A logistic regression weighs them; its weights were fitted on drawn
and path-traced pictures (`models.training.networks.tilt_weights`) and lie in the manifest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.classification.evidence import Evidence
from vision.classification.tilt import Tilt
from vision.core.arrays import F64
from vision.core.detections import Detections

SIGNS: Final = (
    "lean", "free", "tilted", "stacked", "visibility", "none", "score", "overlap",
)  # fmt: skip
"""The columns of ``signs``."""

_MOST_LEAN = 5.0  # standard deviations; more says no more
_LEAST_DOUBT = 0.002  # surer than that no look at one crop is
_MOST_OVERLAP = 0.4  # edges


@dataclass(frozen=True, slots=True)
class AskewWeights:
    """How much each sign counts.

    Attributes:
        weights: of ``SIGNS``, in their order.
        bias: what is added; a sum above 0 asks.
    """

    weights: tuple[float, ...]
    bias: float

    @classmethod
    def parse(cls, written: Mapping[str, Any]) -> AskewWeights:
        """Return what the manifest says of them."""
        return cls(tuple(float(written[name]) for name in SIGNS), float(written["bias"]))

    def of(self, evidence: Evidence, tilt: Tilt) -> F64:
        """Return how much speaks for each die lying askew, log odds, shape (N,)."""
        return np.asarray(signs(evidence, tilt) @ np.array(self.weights) + self.bias)


UNWEIGHED: Final = AskewWeights((0.0,) * len(SIGNS), -1.0)
"""Takes no die for one that lies askew."""


def signs(evidence: Evidence, tilt: Tilt) -> F64:
    """Return what speaks for N dice lying askew, shape (N, 8), columns ``SIGNS``."""
    free, tilted, stacked, covered, _ = tilt.stands.T
    columns = (
        np.minimum(tilt.leans, _MOST_LEAN),
        -_log_ratio(free, tilted + stacked + covered),
        _log_ratio(tilted, free),
        _log_ratio(stacked, free),
        -_log_ratio(evidence.dice.visibilities, 1.0 - evidence.dice.visibilities),
        _log_ratio(evidence.scores.none, 1.0 - evidence.scores.none),
        -_log_ratio(evidence.dice.scores, 1.0 - evidence.dice.scores),
        10.0 * np.clip(overlaps(evidence.dice), 0.0, _MOST_OVERLAP),
    )
    return np.stack(columns, axis=1).astype(np.float64)


def overlaps(dice: Detections) -> F64:
    """Return how far each top face reaches into another one, in edges, shape (N,).

    Flat dice side by side touch; negative where there is room. By the separating axes of two
    squares.
    """
    count = len(dice)
    if count < 2:
        return np.full(count, -1.0)
    gaps = dice.centres_px[None].astype(np.float64) - dice.centres_px[:, None]
    turns = np.radians(dice.angles_deg.astype(np.float64))
    edges = dice.edges_px.astype(np.float64)
    apart = turns[None] - turns[:, None]
    broad = np.abs(np.cos(apart)) + np.abs(np.sin(apart))  # of the other square on one's own axes
    reach = (edges[:, None] + edges[None] * broad) / 2
    c, s = np.cos(turns)[:, None], np.sin(turns)[:, None]
    along = np.abs(gaps[..., 0] * c + gaps[..., 1] * s)
    across = np.abs(gaps[..., 1] * c - gaps[..., 0] * s)
    inside = reach - np.maximum(along, across)
    depth = np.minimum(inside, inside.T)
    np.fill_diagonal(depth, -np.inf)
    return np.asarray(depth.max(axis=1) / edges)


def _log_ratio(one: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> F64:
    kept = np.maximum(one.astype(np.float64), _LEAST_DOUBT)
    return np.asarray(np.log(kept / np.maximum(other.astype(np.float64), _LEAST_DOUBT)))
