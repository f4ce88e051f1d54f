"""The numbers that decide between "safe to use", "a person should look" and "no die"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a die is listed, and when a person should look at it.

    Chosen on pictures that the training has not seen; the price of a wrong reading that nobody
    looks at is far higher than that of a look.

    Attributes:
        min_score: the finder's peaks below are no dice.
        sure_score: finds of more are dice that people show to be enrolled.
        min_evidence: finds of less beside the mats are not looked at by the other networks; where
            nothing weighs what all of them say, what finder and reader together must say for a die
            to be listed.
        certain_score, certain_free: there a find of this score is listed whatever the reader says,
            unless it lies flat and free with more than this probability: a cocked die has no
            readable face, but it is there.
        sure_listing: a find for whose being a die less speaks (`vision.classification.listing`, log
            odds) is checked.
        sure_visibility: a die that lies flat and free with less probability is checked.
        min_confidence: type and face read with less are checked.
        clipped_confidence: the same for dice that are overexposed in two channels.
        none_checked: a die that is no readable face with more than this probability is checked.
        foreign_checked: a die of another kind than asked for with more than this probability is
            checked.
        odd_checked: a die whose colour is none of the calibrated ones with more than this
            probability is checked.
        plainly_askew, among_askew: a die of which more speaks for its not lying flat, free and in
            full view than 0 (`vision.decision.askew`) is checked. Where more than the first speaks
            for one of them, the limit for the others is lower by the second: dice that fell on each
            other were thrown together.
        too_close: dice whose middles are closer than this share of an edge cannot both lie flat:
            one stands on the other, or both are faces of one cocked die. They are checked.
        min_edge_px: smaller faces are checked.
        small_edge_px: where most faces are smaller, some dice are missed, and that is said.
        clipped_share: faces with more blown-out or black pixels than this share are checked.
    """

    min_score: float = 0.20
    sure_score: float = 0.28
    min_evidence: float = 0.30
    certain_score: float = 0.70
    certain_free: float = 0.75
    sure_listing: float = 1.2
    sure_visibility: float = 0.03
    min_confidence: float = 0.88
    clipped_confidence: float = 0.98
    none_checked: float = 0.40
    foreign_checked: float = 0.20
    odd_checked: float = 0.50
    plainly_askew: float = 1.0
    among_askew: float = 2.0
    too_close: float = 0.80
    min_edge_px: float = 12.5
    small_edge_px: float = 18.0
    clipped_share: float = 0.80
