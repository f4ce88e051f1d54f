"""Fit feature weights by logistic regression (`vision.classification.weights`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.core.arrays import F64

_RIDGE = 1.0
_ITERATIONS = 30


def fitted(rows: F64, true: npt.NDArray[np.bool_]) -> F64:
    """Return weights and, last, the bias of an L2-regularised logistic regression (Newton).

    Args:
        rows: features, (N, S).
        true: (N,), the labels.
    """
    terms = np.column_stack([rows, np.ones(len(rows))])
    scale = np.append(rows.std(axis=0) + 1e-6, 1.0)
    scaled = terms / scale
    found = np.zeros(scaled.shape[1])
    for _ in range(_ITERATIONS):
        probability = 1.0 / (1.0 + np.exp(-np.clip(scaled @ found, -30, 30)))
        gradient = scaled.T @ (true - probability) - _RIDGE * found
        hessian = scaled.T @ (scaled * (probability * (1 - probability))[:, None])
        found += np.linalg.solve(hessian + _RIDGE * np.eye(len(found)), gradient)
    return np.asarray(found / scale)


def named(features: Sequence[str], weights: Sequence[float], bias: float) -> dict[str, float]:
    """Return weights and bias in the manifest's form."""
    pairs = [*zip(features, weights, strict=True), ("bias", bias)]
    return {name: round(float(weight), 4) for name, weight in pairs}
