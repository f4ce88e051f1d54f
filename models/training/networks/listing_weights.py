"""Fit the weights that decide which detections are dice (`vision.classification.listing`).

A logistic regression on development sets of `models.evaluation`. The networks' training images are
unsuitable: the networks have seen every print in them, so the fit would trust their outputs more
than is right on other images.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from companion.session.ports import DiceKind, ReadRequest
from models.training.arrays import Mask
from models.training.networks.entries import add_details
from vision.classification.evidence import Evidence
from vision.classification.listing import FEATURES, features
from vision.core.arrays import F64
from vision.core.decoding import decode_file
from vision.opening import open_table_reader

MARGIN: Final = 0.4
"""Log odds above which a detection outside the mats' zones is accepted as a die: players notice a
missed die at once, but must remove a false positive by hand. In the zones the print is known, and
what is not accepted is reported as an unread object, so there is no margin."""

_LEAST_VISIBLE = 0.4  # of a die's top face; below it, whether it should be accepted is undefined
_RIDGE = 1.0
_ITERATIONS = 30
_NEAR = 0.5  # edges between a die and its detection
_SAME_SIZE = 1.5
_PRINTED = FEATURES.index("printed")


def labelled(evidence: Evidence, dice: Sequence[Mapping[str, Any]]) -> npt.NDArray[np.int8]:
    """Return the labels of N detections: die (1), no die (0) or ignored (-1).

    Ignored are a detection whose size differs from that of the die at its position, a duplicate,
    and one of a die that is hardly visible.
    """
    if not dice:
        return np.zeros(len(evidence.dice), np.int8)
    sizes = np.array([die["size_px"] for die in dice])
    places = np.array([die["centre_px"] for die in dice])
    away = np.linalg.norm(evidence.dice.centres_px[:, None] - places, axis=2) / sizes
    nearest = away.argmin(axis=1)
    ratio = np.abs(np.log(evidence.dice.edges_px / sizes[nearest]))
    clear = np.array([die["flat"] or die["visible"] >= _LEAST_VISIBLE for die in dice])
    on_die = away.min(axis=1) < _NEAR
    counted = on_die & (ratio < np.log(_SAME_SIZE)) & clear[nearest]
    for row in np.argsort(-evidence.belief, kind="stable"):
        if counted[row]:
            counted[np.flatnonzero(nearest == nearest[row])] = False
            counted[row] = True
            nearest[row] = -1
    return np.where(on_die, np.where(counted, 1, -1), 0).astype(np.int8)


def collect(models: Path, sets: Sequence[Path]) -> tuple[F64, Mask]:
    """Return the features, (N, S), of the detections in all images of game dice; which are dice."""
    reader = open_table_reader(models)
    rows: list[F64] = []
    truth: list[npt.NDArray[np.int8]] = []
    for folder in sets:
        for entry in json.loads((folder / "index.json").read_text())["images"]:
            if entry["dice_kind"] != DiceKind.ROLL.value:
                continue
            evidence = reader.candidates(ReadRequest(decode_file(folder / entry["image"])))
            if len(evidence.dice):
                rows.append(features(evidence))
                truth.append(labelled(evidence, entry["dice"]))
    known = np.concatenate(truth)
    return np.concatenate(rows)[known >= 0], known[known >= 0] == 1


def fitted(rows: F64, true: Mask) -> F64:
    """Return weights and, last, the bias of an L2-regularised logistic regression (Newton).

    Args:
        rows: features, (N, S).
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


def fit_weights(models: Path, sets: Sequence[Path]) -> None:
    """Write the weights for the networks in *models*."""
    *weights, bias = fitted(*collect(models, sets))
    weights[_PRINTED] += MARGIN
    pairs = [*zip(FEATURES, weights, strict=True), ("bias", bias - MARGIN)]
    written = {name: round(float(weight), 4) for name, weight in pairs}
    add_details(models, "tilt", {"listing": written})
