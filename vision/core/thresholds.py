"""Thresholds between status ``ok``, status ``check`` and "not a die"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Thresholds for accepting a detection as a die and for flagging a die ``check``.

    Chosen on held-out images; a wrong reading that is not flagged costs far more than a check.

    Attributes:
        min_score: minimum peak score of the finder.
        sure_score: minimum finder score of dice that are shown for enrolment.
        min_evidence: minimum finder score of detections outside the mats to be passed to the other
            networks, unless they are as large as the sure ones; without listing weights
            (`vision.classification.listing`) also the minimum combined score of finder and reader
            for accepting a die.
        certain_score, certain_free: without listing weights a detection with at least this finder
            score is accepted whatever the reader's output, unless its probability of ``free``
            reaches the second: a cocked die has no readable face, but it is a die.
        sure_listing: a die with lower log odds (`vision.classification.listing`) is flagged.
        min_confidence: a die with a lower probability of its type and face is flagged.
        none_checked: a die with a higher probability of "no readable face" is flagged.
        foreign_checked: a die with a higher probability of another kind than requested is flagged.
        lean_deg, lean_deviations: a die whose top face leans against the table's normal by more
            than both, in degrees and in standard deviations of the estimate, is flagged.
        least_free: a die with a lower probability of lying free (`vision.classification.tilt`) is
            flagged.
        small_edge_px: where most faces are smaller, some dice are missed, which is reported.
    """

    min_score: float = 0.12
    sure_score: float = 0.28
    min_evidence: float = 0.30
    certain_score: float = 0.70
    certain_free: float = 0.75
    sure_listing: float = 1.6
    min_confidence: float = 0.88
    none_checked: float = 0.40
    foreign_checked: float = 0.20
    lean_deg: float = 15.0
    lean_deviations: float = 4.0
    least_free: float = 0.05
    small_edge_px: float = 18.0
