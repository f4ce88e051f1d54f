"""The decision stage: which dice are listed, what each shows, which a person should check."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.session.ports import Alternative, DiceKind, DieReading, DieStatus, ReadRequest
from vision.classification.evidence import Evidence
from vision.classification.tilt import STANDS
from vision.core.arrays import F32, F64, ImageU8
from vision.core.crops import FACE_ZOOM
from vision.core.detections import Detections
from vision.core.labels import D6, TYPE_COLOURS
from vision.core.thresholds import Thresholds
from vision.decision.askew import AskewWeights
from vision.decision.body_colour import body_colour
from vision.decision.count_constraints import CountMismatch, apply_counts
from vision.detection.scales import whole_dice
from vision.detection.sizes import beyond_sizes, usual_edges_px
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


def real_dice(evidence: Evidence, limits: Thresholds) -> Evidence:
    """Leave out what both networks together do not take for one of the dice asked for.

    A die that lies askew has no readable face, but it is there and a person must be asked: where
    the finder is certain and the die does not lie flat, the reader does not remove it.
    """
    scores = evidence.scores
    together = evidence.dice.scores * (1.0 - scores.none - scores.foreign)
    listed = together >= limits.min_evidence
    certain = evidence.dice.scores >= limits.certain_score
    if evidence.tilt is not None:
        certain &= evidence.tilt.stands[:, 0] < limits.certain_free
    listed |= certain | _steep_tops(evidence, limits) | _covered(evidence, limits)
    if evidence.tilt is not None:
        listed &= evidence.tilt.stands[:, STANDS.index("nothing")] <= limits.most_nothing
    # A doubtful find of another size than the sure dice is print or a pattern.
    sure = evidence.belief >= limits.sure_belief
    listed &= sure | ~beyond_sizes(evidence.dice, sure)
    kept = evidence.select(np.asarray(listed, dtype=np.bool_))
    gaps = _gaps(kept.dice)
    return kept.select(~_side_faces(kept, gaps, limits) & ~_flat_prints(kept, gaps, limits))


def _covered(evidence: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which finds are dice in partial view by the tilt network, shape (N,)."""
    if evidence.tilt is None:
        return np.zeros(len(evidence.dice), dtype=np.bool_)
    stands = evidence.tilt.stands
    seen, nothing = (stands[:, STANDS.index(name)] for name in ("covered", "nothing"))
    return np.asarray((seen > limits.covered_share) & (nothing < limits.covered_nothing))


def _flat_prints(evidence: Evidence, gaps: _Gaps, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which finds have no depth where dice show their sides: print, shape (N,)."""
    tilt, scores = evidence.tilt, evidence.dice.scores
    if tilt is None:
        return np.zeros(len(scores), dtype=np.bool_)
    alone = ~(gaps.apart < limits.alone * gaps.edges).any(axis=1)
    alone &= (tilt.table_deg > limits.alone_oblique_deg) & (tilt.table_deg <= limits.oblique_deg)
    alone &= _flatter(evidence, limits.alone_flatter_deg) & (scores < limits.alone_print_score)
    oblique = (tilt.table_deg > limits.oblique_deg) & (scores < limits.flat_print_score)
    oblique &= _flatter(evidence, limits.flatter_deg)
    return np.asarray((oblique | alone) & (tilt.leans < limits.flat_print_lean))


def _flatter(evidence: Evidence, by_deg: float) -> npt.NDArray[np.bool_]:
    """Return which finds of the game beside the mats look flatter than the table, shape (N,).

    Pipped dice of photographs vary too much for this.
    """
    tilt = evidence.tilt
    if tilt is None:
        return np.zeros(len(evidence.dice), dtype=np.bool_)
    of_game = _likeliest_types(evidence) != D6
    beside_mats = [place.mat is None for place in evidence.places]
    flatter = tilt.table_deg - tilt.seen_deg > by_deg
    return np.asarray(flatter & of_game & np.array(beside_mats, np.bool_))


def _steep_tops(evidence: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which finds lie as the table does, seen too obliquely for the reader, shape (N,)."""
    tilt = evidence.tilt
    if tilt is None:
        return np.zeros(len(evidence.dice), dtype=np.bool_)
    steep = tilt.table_deg > limits.steep_deg
    steep &= np.abs(tilt.table_deg - tilt.seen_deg) < limits.steep_off_deg
    steep &= evidence.scores.foreign < limits.foreign_checked
    return np.asarray(steep & (evidence.dice.scores >= limits.steep_score))


def _side_faces(evidence: Evidence, gaps: _Gaps, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which finds are sides of another die that is seen askew, shape (N,).

    A side has its die's colour, seems to be tilted, and the finder is surer of the top face; or it
    leans plainly more than that. Pipped dice of one colour are told apart by the second alone.
    """
    dice = evidence.dice
    if evidence.tilt is None or len(dice) < 2:
        return np.zeros(len(dice), dtype=np.bool_)
    types = _likeliest_types(evidence)
    near = gaps.apart < limits.side_reach * gaps.edges
    same = (types[:, None] == types) & (types != D6)
    of_another = same & near
    of_another &= dice.scores[None, :] > dice.scores[:, None] + limits.side_doubt
    tilted = evidence.tilt.stands[:, 0] < limits.side_free
    leans = evidence.tilt.leans
    within = near | same & (gaps.apart < limits.own_side_reach * gaps.edges)
    askew = within & (leans[:, None] > leans + limits.side_lean)
    return np.asarray(of_another.any(axis=1) & tilted | askew.any(axis=1))


def decide(
    evidence: Evidence,
    request: ReadRequest,
    stats: PictureStats,
    limits: Thresholds,
    weights: AskewWeights,
) -> Decision:
    """Return which of the dice of *evidence* are listed, with which answers.

    Args:
        evidence: all finds that were classified.
        request: what was asked for, and the counts that the rules know.
        stats: the picture in numbers.
        limits: when a person should look.
        weights: how signs of a die that does not lie flat are weighed.
    """
    if evidence.tilt is not None:
        evidence = replace(evidence, askew=weights.of(evidence, evidence.tilt))
    evidence = real_dice(evidence, limits)
    evidence = evidence.select(whole_dice(evidence.dice, evidence.belief))
    counted = apply_counts(evidence, request.expected or {})
    lost = overexposed(evidence, limits)
    asks = lost | counted.contrary | _looks_odd(evidence, request.dice, limits)
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
    pipped = kind is DiceKind.D6
    odd_size = limits.odd_size_pipped if pipped else limits.odd_size
    gaps = _gaps(dice)
    crowded, beside = (
        (gaps.apart < share * gaps.edges).any(axis=1)
        for share in (limits.too_close, limits.side_by_side)
    )
    asks = (
        (evidence.scores.odd > limits.odd_checked)
        | (dice.edges_px < limits.min_edge_px)
        | (np.abs(dice.edges_px / usual_edges_px(dice) - 1.0) > odd_size)
        | crowded
        | (beside & (dice.visibilities < limits.side_visibility))
    )
    if evidence.askew is not None:
        limit = limits.most_askew_pipped if pipped else limits.most_askew
        disturbed = bool((evidence.askew > limits.plainly_askew).any())
        asks |= evidence.askew > limit - disturbed * limits.among_askew
    if evidence.tilt is not None:
        oblique = evidence.tilt.table_deg > limits.oblique_deg
        asks |= oblique & _flatter(evidence, limits.doubted_flatter_deg)
        # Pipped dice vary too much in size, unless a mat shows how the table lies.
        trusted = [not pipped or place.mat is not None for place in evidence.places]
        asks |= np.array(trusted, np.bool_) & (evidence.tilt.leans > limits.most_lean)
        asks |= _covered(evidence, limits)
    return np.asarray(asks, dtype=np.bool_)


def overexposed(evidence: Evidence, limits: Thresholds) -> npt.NDArray[np.bool_]:
    """Return which dice's faces are blown out or black, shape (N,)."""
    return np.asarray(_washed_out(evidence.crops) > limits.clipped_share)


def _likeliest_types(evidence: Evidence) -> npt.NDArray[np.str_]:
    """Return the type that the reader takes each of N dice for, shape (N,)."""
    pairs = evidence.scores.labels.pairs
    return np.array([pairs[label][0] for label in evidence.scores.faces.argmax(axis=1)], np.str_)


class _Gaps(NamedTuple):
    """Distances of all pairs of N dice and their mean edges, both (N, N)."""

    apart: F32
    edges: F32


def _gaps(dice: Detections) -> _Gaps:
    x, y = dice.centres_px.T
    apart = np.hypot(x[:, None] - x, y[:, None] - y)
    np.fill_diagonal(apart, np.inf)
    edges = (dice.edges_px[:, None] + dice.edges_px) / 2
    return _Gaps(np.asarray(apart, np.float32), np.asarray(edges, np.float32))


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
