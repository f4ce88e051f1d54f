"""Thresholds between status ``ok``, status ``check`` and "not a die"."""

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
        most_nothing: a game die with a higher probability of being none is flagged: print.
        least_edge_px: where the median edge of the top faces is smaller, dice are missed or read
            wrong: that is reported, and all dice are flagged.
        most_view_deg: the same where the camera looks at the dice at a larger angle from the
            table's normal.
        least_rim_step: a pipped die whose top face differs less, in grey levels, from what is
            outside of its rim (`vision.decision.rim`) is flagged.
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
    most_nothing: float = 0.3
    least_edge_px: float = 24.0
    most_view_deg: float = 55.0
    least_rim_step: float = 6.0
