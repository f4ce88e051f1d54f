"""From numbers to answers: which dice are listed, what each shows, and who should be asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.session.ports import Alternative, DiceKind, DieReading, DieStatus, Problem
from vision.core.arrays import F32, F64, ImageU8
from vision.core.crops import FACE_ZOOM
from vision.core.detections import Detections
from vision.core.labels import TYPE_COLOURS
from vision.core.thresholds import Thresholds
from vision.decision.body_colour import body_colour
from vision.decision.evidence import Evidence
from vision.detection.sizes import beyond_sizes, usual_edges_px
from vision.mats.zones import Place

_ALTERNATIVES: Final = 3
_SMALLEST_SHARE: Final = 1e-4
_LOST_LEVELS: Final = ((250, 255), (0, 8))


def real_dice(evidence: Evidence, limits: Thresholds) -> Evidence:
    """Leave out what both networks together do not take for one of the dice asked for.

    A die that lies askew has no readable face, but it is there and a person must be asked: where
    the finder is certain, the reader does not remove it.
    """
    scores = evidence.scores
    together = evidence.dice.scores * (1.0 - scores.none - scores.foreign)
    listed = together >= _needed(evidence.places, limits)
    listed |= evidence.dice.scores >= limits.certain_score
    # A doubtful find of another size than the sure dice is print or a pattern.
    sure = evidence.belief >= limits.sure_belief
    listed &= sure | ~beyond_sizes(evidence.dice, sure)
    return evidence.select(np.asarray(listed, dtype=np.bool_))


def worth_reading(finds: F32, where: Sequence[Place], limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which of N finds with these scores `real_dice` may list, whatever the reader says."""
    return np.asarray(finds >= _needed(where, limits), dtype=np.bool_)


def _needed(where: Sequence[Place], limits: Thresholds) -> F64:
    on_print = np.array([place.on_print for place in where], dtype=np.bool_)
    return np.where(on_print, limits.min_evidence_on_print, limits.min_evidence)


def verdicts(
    evidence: Evidence,
    faces: F64,
    dice: DiceKind,
    limits: Thresholds,
    *,
    lost: npt.NDArray[np.bool_],
    contrary: npt.NDArray[np.bool_] | None = None,
    colours_lost: bool = False,
) -> tuple[DieReading, ...]:
    """Return one answer for each die, in the order of mats, then from top to bottom.

    Args:
        evidence: the N dice.
        faces: (N, K), the probabilities to go by.
        dice: the kind that was asked for.
        limits: when a person should look.
        lost: (N,), dice that are `overexposed`.
        contrary: (N,), dice that speak against what the rules know to be there.
        colours_lost: the picture has none, so a person should look at all dice whose type is
            told by their colour.
    """
    asks = lost | _looks_odd(evidence, dice, limits)
    asks |= colours_lost and dice is DiceKind.ROLL
    if contrary is not None:
        asks |= contrary
    asks |= _unsure(evidence, faces, limits)
    if evidence.askew is not None:
        most = limits.most_askew_pipped if dice is DiceKind.D6 else limits.most_askew
        asks |= evidence.askew > most
    right = faces.max(axis=1, initial=0.0) * (1.0 - evidence.scores.none)
    ranked = np.argsort(-faces, axis=1, kind="stable")[:, : 1 + _ALTERNATIVES]
    shares = np.take_along_axis(faces, ranked, axis=1)
    looks = zip(right.tolist(), ranked.tolist(), shares.tolist(), asks.tolist(), strict=True)
    readings = [_verdict(evidence, row, _Answer(*look)) for row, look in enumerate(looks)]
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
    dice, scores = evidence.dice, evidence.scores
    best = faces.max(axis=1, initial=0.0)
    asks = (
        (best < limits.min_confidence)
        | (evidence.clipped & (best < limits.clipped_confidence))
        | (dice.scores < limits.sure_score)
        | (dice.visibilities < limits.sure_visibility)
        | (scores.none > limits.none_checked)
        | (scores.foreign > limits.foreign_checked)
    )
    return np.asarray(asks, dtype=np.bool_)


def _looks_odd(evidence: Evidence, kind: DiceKind, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice a person should look at however sure the networks are, shape (N,)."""
    dice = evidence.dice
    if len(dice) == 0:
        return np.zeros(0, dtype=np.bool_)
    odd_size = limits.odd_size_pipped if kind is DiceKind.D6 else limits.odd_size
    asks = (
        (evidence.scores.odd > limits.odd_checked)
        | (dice.edges_px < limits.min_edge_px)
        | (np.abs(dice.edges_px / usual_edges_px(dice) - 1.0) > odd_size)
        | _crowded(dice, limits.too_close)
        | (_crowded(dice, limits.side_by_side) & (dice.visibilities < limits.side_visibility))
    )
    return np.asarray(asks, dtype=np.bool_)


def overexposed(evidence: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice's faces are blown out or black, shape (N,)."""
    return np.asarray(_washed_out(evidence.crops) > limits.clipped_share)


def overexposed_problem(dice: npt.NDArray[np.bool_]) -> tuple[Problem, ...]:
    """Return a problem where some of the *dice* are: more light cannot be read, less can."""
    lost = int(dice.sum())
    if not lost:
        return ()
    template = "%(count)d of the dice are overexposed or black; less contrast in the light helps."
    return (Problem("dice_overexposed", template, {"count": lost}),)


def _crowded(dice: Detections, too_close: float) -> npt.NDArray[np.bool_]:
    """Return which dice are closer to another than two flat dice can lie, shape (N,)."""
    x, y = dice.centres_px.T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    np.fill_diagonal(apart, np.inf)
    edges = (dice.edges_px[:, None] + dice.edges_px) / 2
    return np.asarray((apart < too_close * edges).any(axis=1), dtype=np.bool_)


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


def _verdict(evidence: Evidence, row: int, answer: _Answer) -> DieReading:
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
