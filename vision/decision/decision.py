"""The decision stage: the final reading of each die, and which dice are flagged ``check``."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from companion.session.ports import Alternative, DiceKind, DieReading, DieStatus, ReadRequest
from vision.classification.evidence import Evidence
from vision.classification.tilt import STANDS, Tilt
from vision.core import thresholds as limits
from vision.core.arrays import F64, Mask
from vision.core.labels import TYPE_COLOURS
from vision.decision.body_colour import body_colour
from vision.decision.count_constraints import CountMismatch, apply_counts
from vision.decision.rim import rim_steps
from vision.decision.seen_range import out_of_range
from vision.detection.scales import whole_dice
from vision.light.picture_stats import COLOUR_LIMIT, PictureStats

_ALTERNATIVES: Final = 3
_SMALLEST_SHARE: Final = 1e-4
_APART: Final = 0.8  # of an edge: neighbours are one apart, less where the camera is oblique


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """Final readings of the dice of an image.

    Attributes:
        evidence: evidence about the N dice.
        faint: evidence about the faint candidates apart from them.
        faces: (N, K), probabilities of their labels given the known counts.
        readings: sorted by mat, then from top to bottom.
    """

    evidence: Evidence
    faint: Evidence
    faces: F64
    readings: tuple[DieReading, ...]
    mismatches: tuple[CountMismatch, ...]

    @property
    def faint_readings(self) -> tuple[DieReading, ...]:
        """A reading of each faint candidate, all ``check``."""
        asks = np.ones(len(self.faint.dice), np.bool_)
        return readings_of(self.faint, self.faint.scores.faces, asks)

    @property
    def sure(self) -> int:
        """Number of readings with status ``ok``."""
        return sum(reading.status is DieStatus.OK for reading in self.readings)


def decide(
    evidence: Evidence, faint: Evidence, request: ReadRequest, stats: PictureStats
) -> Decision:
    """Return the readings of the dice of *evidence*, without duplicates.

    Args:
        evidence: the detections accepted as dice.
        faint: those that may be dice.
    """
    evidence = evidence.select(whole_dice(evidence.dice, evidence.listing, evidence.belief))
    counted = apply_counts(evidence, request.expected or {})
    flagged = counted.contrary | _doubtful(evidence, counted.faces)
    faint = faint.select(_apart(faint, evidence))
    flagged |= out_of_range(evidence, faint)
    if request.dice is DiceKind.D6:
        flagged |= rim_steps(evidence.crops) < limits.LEAST_RIM_STEP
    if request.dice is DiceKind.ROLL:
        flagged |= stats.colour < COLOUR_LIMIT
        flagged |= evidence.tilt.stands[:, STANDS.index("nothing")] > limits.MOST_NOTHING
    readings = readings_of(evidence, counted.faces, flagged)
    return Decision(evidence, faint, counted.faces, readings, counted.mismatches)


def _apart(faint: Evidence, dice: Evidence) -> Mask:
    """Return which faint candidates are no sides or parts of accepted dice, shape (N,)."""
    apart_px = np.linalg.norm(faint.dice.centres_px[:, None] - dice.dice.centres_px, axis=2)
    return np.asarray((apart_px > _APART * dice.dice.edges_px).all(axis=1), np.bool_)


def readings_of(evidence: Evidence, faces: F64, asks: Mask) -> tuple[DieReading, ...]:
    """Return one reading for each die, sorted by mat, then from top to bottom.

    Args:
        evidence: evidence about the N dice.
        faces: (N, K), the probabilities to use.
        asks: (N,), dice that are flagged ``check``.
    """
    right = faces.max(axis=1, initial=0.0) * (1.0 - evidence.scores.none)
    ranked = np.argsort(-faces, axis=1, kind="stable")[:, : 1 + _ALTERNATIVES]
    shares = np.take_along_axis(faces, ranked, axis=1)
    columns = zip(right.tolist(), ranked.tolist(), shares.tolist(), asks.tolist(), strict=True)
    readings = [_die_reading(evidence, row, _Result(*each)) for row, each in enumerate(columns)]
    return tuple(sorted(readings, key=_reading_order))


class _Result(NamedTuple):
    """Result for one die.

    Attributes:
        right: joint probability of a readable face and its best label.
        labels: the most probable ones, best first.
    """

    right: float
    labels: list[int]
    shares: list[float]
    flagged: bool


def _doubtful(evidence: Evidence, faces: F64) -> Mask:
    """Return which dice may be read wrong, be none or not lie flat, shape (N,)."""
    scores = evidence.scores
    flagged = faces.max(axis=1, initial=0.0) < limits.MIN_CONFIDENCE
    flagged |= (scores.none > limits.NONE_CHECKED) | (scores.foreign > limits.FOREIGN_CHECKED)
    flagged |= (evidence.listing < limits.SURE_LISTING) | _not_flat(evidence.tilt)
    return np.asarray(flagged, dtype=np.bool_)


def _not_flat(tilt: Tilt) -> Mask:
    """Return which dice lean, or are tilted, stacked or covered by their looks, shape (N,)."""
    leans = (tilt.leans_deg > limits.LEAN_DEG) & (tilt.leans > limits.LEAN_DEVIATIONS)
    return np.asarray(leans | (tilt.stands[:, STANDS.index("free")] < limits.LEAST_FREE))


def _die_reading(evidence: Evidence, row: int, result: _Result) -> DieReading:
    labels, dice = evidence.scores.labels, evidence.dice
    kind, face = labels.pairs[result.labels[0]]
    right, best = result.right, result.shares[0]
    left = (1.0 - right) / max(1.0 - best, 1e-9)  # for the other labels
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
        status=DieStatus.CHECK if result.flagged else DieStatus.OK,
        odds=round(float(evidence.listing[row]), 2),
        alternatives=tuple(
            Alternative(*labels.pairs[label], _share(min(share * left, right)))
            for label, share in zip(result.labels[1:], result.shares[1:], strict=True)
            if share >= _SMALLEST_SHARE
        ),
    )


def _share(value: float) -> float:
    """Round a probability, to at most 0.9999."""
    return min(round(value, 4), 0.9999)


def _rounded(position: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if position is None else (round(position[0], 2), round(position[1], 2))


def _reading_order(reading: DieReading) -> tuple[object, ...]:
    x, y = reading.centre_px
    return reading.mat is None, reading.mat or "", y, x
