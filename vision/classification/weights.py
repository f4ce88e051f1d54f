"""Logistic regressions that weigh features: their weights lie in the manifest of the models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F64

_LEAST_DOUBT: Final = 0.002  # surer than that no look at one crop is


@dataclass(frozen=True, slots=True)
class FeatureWeights:
    """How much each of some features counts.

    Attributes:
        weights: of the features, in their order.
        bias: what is added.
    """

    weights: tuple[float, ...]
    bias: float

    @classmethod
    def parse(cls, written: Mapping[str, Any], names: Sequence[str]) -> FeatureWeights:
        """Return what the manifest says of the features called *names*.

        Raises:
            KeyError: a sign has no weight.
        """
        return cls(tuple(float(written[name]) for name in names), float(written["bias"]))

    def of(self, features: F64) -> F64:
        """Return the log odds of N dice by their *features*, shape (N, S); shape (N,)."""
        return np.asarray(features @ np.array(self.weights) + self.bias)


def log_ratio(one: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> F64:
    """Return the logarithm of the ratio of two probabilities; sure ones are not taken literally."""
    kept = np.maximum(one.astype(np.float64), _LEAST_DOUBT)
    return np.asarray(np.log(kept / np.maximum(other.astype(np.float64), _LEAST_DOUBT)))


def log_odds(share: npt.NDArray[np.floating]) -> F64:
    """Return the log odds of a probability, as ``log_ratio`` takes them."""
    return log_ratio(share, 1.0 - share)
