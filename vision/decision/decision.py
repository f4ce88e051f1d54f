"""The decision stage: which dice are listed, what each shows, which a person should check."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.session.ports import Alternative, DiceKind, DieReading, DieStatus, ReadRequest
from vision.classification.evidence import Evidence
from vision.classification.gaps import gaps
from vision.classification.weights import FeatureWeights
from vision.core.arrays import F64, ImageU8
from vision.core.crops import FACE_ZOOM
from vision.core.labels import TYPE_COLOURS
from vision.core.thresholds import Thresholds
from vision.decision.askew import features
from vision.decision.body_colour import body_colour
from vision.decision.count_constraints import CountMismatch, apply_counts
from vision.detection.scales import whole_dice
from vision.light.picture_stats import PictureStats

_ALTERNATIVES: Final = 3
_SMALLEST_SHARE: Final = 1e-4
_LOST_LEVELS: Final = ((250, 255), (0, 8))


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What is said about the dice of a picture.

    Attributes:
        evidence: the N dice that are listed.
        faces: (N, K), probabilities of their labels with the known counts.
        readings: their answers, in the order of mats, then from top to bottom.
        mismatches: mats whose dice contradict the known counts.
        overexposed: (N,), dice whose faces are blown out or black.
    """

    evidence: Evidence
    faces: F64
    readings: tuple[DieReading, ...]
    mismatches: tuple[CountMismatch, ...]
    overexposed: npt.NDArray[np.bool_]


def decide(
    evidence: Evidence,
    request: ReadRequest,
    stats: PictureStats,
    limits: Thresholds,
    askew: FeatureWeights,
) -> Decision:
    """Return the answers of the dice of *evidence*, each die once.

    Args:
        evidence: the finds that are dice.
        request: what was asked for, and the counts that the rules know.
        stats: the picture in numbers.
        limits: when a person should look.
        askew: how features of a die's not lying flat are weighed; a sum above 0 asks.
    """
    if evidence.tilt is not None:
        evidence = replace(evidence, askew=askew.of(features(evidence, evidence.tilt)))
    evidence = evidence.select(whole_dice(evidence.dice, evidence.belief))
    counted = apply_counts(evidence, request.expected or {})
    lost = overexposed(evidence, limits)
    asks = lost | counted.contrary | _looks_odd(evidence, limits)
    asks |= stats.colours_lost and request.dice is DiceKind.ROLL
    asks |= _unsure(evidence, counted.faces, limits)
    readings = readings_of(evidence, counted.faces, asks)
    return Decision(evidence, counted.faces, readings, counted.mismatches, lost)


def readings_of(
    evidence: Evidence, faces: F64, asks: npt.NDArray[np.bool_]
) -> tuple[DieReading, ...]:
    """Return one answer for each die, in the order of mats, then from top to bottom.

    Args:
        evidence: the N dice.
        faces: (N, K), the probabilities to use.
        asks: (N,), dice that a person should check.
    """
    right = faces.max(axis=1, initial=0.0) * (1.0 - evidence.scores.none)
    ranked = np.argsort(-faces, axis=1, kind="stable")[:, : 1 + _ALTERNATIVES]
    shares = np.take_along_axis(faces, ranked, axis=1)
    looks = zip(right.tolist(), ranked.tolist(), shares.tolist(), asks.tolist(), strict=True)
    readings = [_die_reading(evidence, row, _Answer(*look)) for row, look in enumerate(looks)]
    return tuple(sorted(readings, key=_reading_order))


class _Answer(NamedTuple):
    """What is said about one die.

    Attributes:
        right: how likely the best label is, and that there is a readable face at all.
        labels: the best ones, best first.
        shares: their probabilities.
    """

    right: float
    labels: list[int]
    shares: list[float]
    ask: bool


def _unsure(evidence: Evidence, faces: F64, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice a network doubts, shape (N,)."""
    scores = evidence.scores
    best = faces.max(axis=1, initial=0.0)
    asks = (
        (best < limits.min_confidence)
        | (evidence.clipped & (best < limits.clipped_confidence))
        | (evidence.dice.visibilities < limits.sure_visibility)
        | (scores.none > limits.none_checked)
        | (scores.foreign > limits.foreign_checked)
    )
    return np.asarray(asks, dtype=np.bool_)


def _looks_odd(evidence: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice a person should look at however sure the networks are, shape (N,)."""
    asks = evidence.dice.edges_px < limits.min_edge_px
    apart, edges = gaps(evidence.dice)
    asks |= (apart < limits.too_close * edges).any(axis=1)
    asks |= evidence.scores.odd > limits.odd_checked
    if evidence.listing is not None:
        asks |= evidence.listing < limits.sure_listing
    if evidence.askew is not None:
        disturbed = bool((evidence.askew > limits.plainly_askew).any())
        asks |= evidence.askew > -limits.among_askew * disturbed
    return np.asarray(asks, dtype=np.bool_)


def overexposed(evidence: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice's faces are blown out or black, shape (N,)."""
    return np.asarray(_washed_out(evidence.crops) > limits.clipped_share)


def _washed_out(crops: ImageU8) -> F64:
    """Return for each crop the share of its face, shape (N,), that holds no picture any more."""
    side = crops.shape[1]
    margin = round(side * (1 - 1 / FACE_ZOOM) / 2)
    if not len(crops):
        return np.empty(0)
    faces = np.ascontiguousarray(crops[:, margin : side - margin, margin : side - margin])
    rows = faces.reshape(-1, faces.shape[2], 3)  # one picture for OpenCV
    white, black = (cv2.inRange(rows, (low,) * 3, (high,) * 3) for low, high in _LOST_LEVELS)
    lost = np.asarray(cv2.bitwise_or(white, black)).reshape(len(crops), -1)
    return np.asarray(np.count_nonzero(lost, axis=1) / lost.shape[1], dtype=np.float64)


def _die_reading(evidence: Evidence, row: int, answer: _Answer) -> DieReading:
    labels, dice = evidence.scores.labels, evidence.dice
    kind, face = labels.pairs[answer.labels[0]]
    right, best = answer.right, answer.shares[0]
    left = (1.0 - right) / max(1.0 - best, 1e-9)  # for the other answers
    place = evidence.places[row]
    x, y = dice.centres_px[row].tolist()
    return DieReading(
        centre_px=(round(x, 2), round(y, 2)),
        size_px=round(float(dice.edges_px[row]), 2),
        angle_deg=round(float(dice.angles_deg[row]), 2) % 90.0,
        mat=place.mat,
        position_mm=_rounded(place.position_mm),
        zone=place.zone,
        type=kind,
        colour=TYPE_COLOURS.get(kind) or body_colour(evidence.crops[row]),
        face=face,
        confidence=_share(right),
        status=DieStatus.CHECK if answer.ask else DieStatus.OK,
        alternatives=tuple(
            Alternative(*labels.pairs[label], _share(min(share * left, right)))
            for label, share in zip(answer.labels[1:], answer.shares[1:], strict=True)
            if share >= _SMALLEST_SHARE
        ),
    )


def _share(value: float) -> float:
    """Round a probability; what is not certain is never shown as 1."""
    return min(round(value, 4), 0.9999)


def _rounded(position: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if position is None else (round(position[0], 2), round(position[1], 2))


def _reading_order(reading: DieReading) -> tuple[object, ...]:
    x, y = reading.centre_px
    return reading.mat is None, reading.mat or "", y, x
