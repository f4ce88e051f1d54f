"""Metrics of readings (accuracy, calibration, confusions) and detections, without PyTorch."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.labels import LABELS, NONE
from models.training.generator.camera import F32

CELL_PX = 4
OK_CONFIDENCE = 0.97
"""A reading above this counts as sure in the metrics; callers choose their own threshold."""

Network = Callable[[F32], tuple[F32, F32]]
"""Runs a network on a float32 input and returns its two outputs."""


@dataclass(frozen=True, slots=True)
class Found:
    """One detection of the finder: centre, edge, angle in the image, heat and flatness."""

    x: float
    y: float
    edge: float
    angle: float
    heat: float
    flat: float


def probabilities(logits: F32) -> F32:
    """Return the softmax of logits, shape ``(N, K)``."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    powers = np.exp(shifted)
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def calibration_error(confidence: F32, right: npt.NDArray[np.bool_], bins: int = 15) -> float:
    """Return the expected calibration error over bins of equal width (Guo et al. 2017)."""
    total = 0.0
    for low in np.linspace(0, 1, bins, endpoint=False):
        chosen = (confidence > low) & (confidence <= low + 1 / bins)
        if chosen.any():
            total += (
                abs(float(confidence[chosen].mean()) - float(right[chosen].mean())) * chosen.mean()
            )
    return float(total)


def best_temperature(logits: F32, labels: npt.NDArray[np.int64]) -> float:
    """Return the divisor of the logits with the lowest mean negative log likelihood."""
    rows = np.arange(len(labels))
    tries = np.exp(np.linspace(math.log(0.5), math.log(4.0), 60))
    losses = [
        -np.log(probabilities(logits / np.float32(t))[rows, labels] + 1e-12).mean() for t in tries
    ]
    return float(tries[int(np.argmin(losses))])


def best_shift(shares: F32, truth: npt.NDArray[np.bool_]) -> float:
    """Return the shift of the logits of *shares* that makes their mean that of *truth*."""
    kept = np.clip(shares, 1e-6, 1.0 - 1e-6)
    odds = np.log(kept / (1.0 - kept))
    tries = np.linspace(-4.0, 4.0, 801)
    means = [float((1.0 / (1.0 + np.exp(-(odds + shift)))).mean()) for shift in tries]
    return float(tries[int(np.argmin(np.abs(np.array(means) - truth.mean())))])


def reading_figures(logits: F32, labels: npt.NDArray[np.int64]) -> dict[str, object]:
    """Return the metrics of readings of dice; crops labelled none are counted separately."""
    chance = probabilities(logits)
    best = chance.argmax(axis=1)
    confidence = chance.max(axis=1)
    right = best == labels
    none = LABELS.index(NONE)
    dice = labels != none
    sure = (confidence >= OK_CONFIDENCE) & (best != none)
    pairs = Counter(
        f"{LABELS[a]} as {LABELS[b]}"
        for a, b in zip(labels[dice & ~right], best[dice & ~right], strict=True)
    )
    count = max(int(dice.sum()), 1)
    return {
        "dice": int(dice.sum()),
        "right": round(float(right[dice].mean()) if dice.any() else 0.0, 5),
        "below_threshold": round(float((~sure & dice).sum() / count), 5),
        "wrong_and_sure_per_1000": round(float((sure & ~right & dice).sum() / count * 1000), 3),
        "none": int((~dice).sum()),
        "none_read_as_sure_die": round(float(sure[~dice].mean()) if (~dice).any() else 0.0, 5),
        "calibration_error": round(calibration_error(confidence, right), 5),
        "confusions": dict(pairs.most_common(12)),
    }


def peaks(heat: F32, box: F32, *, least: float = 0.3) -> list[Found]:
    """Return the peaks of the finder's heatmap, strongest first, after non-maximum suppression.

    Args:
        heat: ``(rows, columns)``; *box*: ``(6, rows, columns)``.
    """
    dilated = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= dilated) & (heat >= least))
    order = np.argsort(-heat[ys, xs])
    kept: list[Found] = []
    for y, x in zip(ys[order], xs[order], strict=True):
        dx, dy, log_edge, cos4, sin4, flat = (float(v) for v in box[:, y, x])
        found = Found(
            x=CELL_PX * (x + dx) + 1.5,
            y=CELL_PX * (y + dy) + 1.5,
            edge=math.exp(min(log_edge, 6.0)),
            angle=(math.atan2(sin4, cos4) / 4) % (math.pi / 2),
            heat=float(heat[y, x]),
            flat=1.0 / (1.0 + math.exp(-flat)),
        )
        if all(
            math.hypot(found.x - k.x, found.y - k.y) > 0.55 * min(found.edge, k.edge) for k in kept
        ):
            kept.append(found)
    return kept


def match(found: Sequence[Found], centers: npt.NDArray[np.float32], edges: F32) -> list[int]:
    """Return for each true die the index of its detection within a quarter of an edge, or -1."""
    free = set(range(len(found)))
    result = []
    for (x, y), edge in zip(centers, edges, strict=True):
        near = [(math.hypot(found[i].x - x, found[i].y - y), i) for i in free]
        distance, index = min(near, default=(1e9, -1))
        if distance <= 0.25 * edge:
            free.discard(index)
            result.append(index)
        else:
            result.append(-1)
    return result
