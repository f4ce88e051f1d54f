"""Logistic regressions; their weights are stored in the manifest of the models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F64

_LEAST_PROBABILITY: Final = 0.002  # no output for a single crop is more certain


@dataclass(frozen=True, slots=True)
class FeatureWeights:
    """Weights of a logistic regression.

    Attributes:
        weights: of the features, in their order.
        bias: intercept.
    """

    weights: tuple[float, ...]
    bias: float

    @classmethod
    def parse(cls, written: Mapping[str, Any], names: Sequence[str]) -> FeatureWeights:
        """Return the weights in the manifest of the features *names*.

        Raises:
            KeyError: a feature has no weight.
        """
        return cls(tuple(float(written[name]) for name in names), float(written["bias"]))

    def of(self, features: F64) -> F64:
        """Return the log odds of N dice, shape (N,), from their *features*, shape (N, S)."""
        return np.asarray(features @ np.array(self.weights) + self.bias)


def log_ratio(one: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> F64:
    """Return the log ratio of two probabilities, each clipped from below."""
    kept = np.maximum(one.astype(np.float64), _LEAST_PROBABILITY)
    return np.asarray(np.log(kept / np.maximum(other.astype(np.float64), _LEAST_PROBABILITY)))


def log_odds(share: npt.NDArray[np.floating]) -> F64:
    """Return the log odds of a probability, clipped as in ``log_ratio``."""
    return log_ratio(share, 1.0 - share)
