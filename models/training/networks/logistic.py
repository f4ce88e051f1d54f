"""Fit the weights of features (`vision.classification.weights`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F64

_RIDGE = 1.0
_ROUNDS = 30


def fitted(rows: F64, true: npt.NDArray[np.bool_]) -> F64:
    """Return weights and, last, the bias of a logistic regression (Newton's steps, ridge).

    Args:
        rows: features, (N, S).
        true: (N,), what they are to tell.
    """
    terms = np.column_stack([rows, np.ones(len(rows))])
    spread = np.append(rows.std(axis=0) + 1e-6, 1.0)
    scaled = terms / spread
    found = np.zeros(scaled.shape[1])
    for _ in range(_ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(scaled @ found, -30, 30)))
        slope = scaled.T @ (true - chance) - _RIDGE * found
        bend = scaled.T @ (scaled * (chance * (1 - chance))[:, None])
        found += np.linalg.solve(bend + _RIDGE * np.eye(len(found)), slope)
    return np.asarray(found / spread)


def named(features: Sequence[str], weights: Sequence[float], bias: float) -> dict[str, float]:
    """Return weights and bias as the manifest has them."""
    pairs = [*zip(features, weights, strict=True), ("bias", bias)]
    return {name: round(float(weight), 4) for name, weight in pairs}
