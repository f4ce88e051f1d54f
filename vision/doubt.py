"""How likely a reading is right, by everything that both networks say about it.

Each sign of doubt (the best answer's share, its glyph's share whatever the colour, "no face", the
finder's certainty, flatness, other kinds of dice) is turned into log odds and cut at three heights.
A weighted sum of these, no weight below zero, is the log odds of being right: strong doubt in one
sign cannot be made up for by certainty in the others. The weights are fitted on pictures that no
network was trained on (`models.training.fit_doubt`) and come with the models.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from vision.arrays import F64
from vision.evidence import Evidence

SIGNS: Final = ("answer", "glyph", "face", "score", "flat", "ours")
HEIGHTS: Final = (1.0, 3.0, 5.0)
"""Log odds at which each sign is cut: it counts up to there and no further."""

_MOST = 8.0  # log odds; surer than that nothing ever is


@dataclass(frozen=True, slots=True, eq=False)
class Doubt:
    """The fitted weights and the limit below which a person should look.

    Attributes:
        weights: (18,), of ``signs`` in their order.
        bias: added to the weighted sum.
        least: readings that are right with less probability are checked.
    """

    weights: F64
    bias: float
    least: float

    @classmethod
    def parse(cls, entry: Mapping[str, Any]) -> Doubt:
        """Return what the reader's entry in the manifest holds under ``doubt``."""
        weights = np.asarray(entry["weights"], np.float64)
        if weights.shape != (len(SIGNS) * len(HEIGHTS),):
            raise ValueError(f"{len(SIGNS) * len(HEIGHTS)} weights are needed, not {weights.shape}")
        return cls(weights, float(entry["bias"]), float(entry["least"]))

    def right(self, evidence: Evidence, faces: F64) -> F64:
        """Return how likely the best answer for each of N dice is right, shape (N,)."""
        total = signs(evidence, faces) @ self.weights + self.bias
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(total, -_MOST, _MOST))))


def signs(evidence: Evidence, faces: F64) -> F64:
    """Return the signs of doubt for N dice, shape (N, 18): each sign at each height.

    Args:
        evidence: of the dice.
        faces: (N, K), the probabilities that the answer goes by.
    """
    if len(faces) == 0:
        return np.empty((0, len(SIGNS) * len(HEIGHTS)))
    pairs = evidence.scores.labels.pairs
    best = faces.argmax(axis=1)
    glyphs = np.array([glyph for _, glyph in pairs])
    alike = glyphs[None] == glyphs[best][:, None]
    odds = np.stack(
        [
            _log_odds(faces.max(axis=1)),
            _log_odds((faces * alike).sum(axis=1)),
            _log_odds(1.0 - evidence.scores.none),
            _log_odds(evidence.dice.scores.astype(np.float64)),
            _log_odds(evidence.dice.visibilities.astype(np.float64)),
            _log_odds(1.0 - evidence.scores.foreign),
        ],
        axis=1,
    )
    cut = np.minimum(odds[:, :, None], np.array(HEIGHTS))
    return np.asarray(cut.reshape(len(faces), -1))


def _log_odds(share: F64) -> F64:
    kept = np.clip(share, 1e-4, 1.0 - 1e-4)
    return np.asarray(np.log(kept / (1.0 - kept)))
