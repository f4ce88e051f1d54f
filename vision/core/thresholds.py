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
        sure_score: a die found with less is checked.
        sure_visibility: a die that lies flat and free with less probability is checked.
        min_confidence: type and face read with less are checked.
        clipped_confidence: the same for dice that are overexposed in two channels.
        min_evidence: what finder and reader together must say for a die to be listed: the
            finder's score times the reader's probability of a face of the dice asked for.
        most_nothing: a find that the tilt network takes for a place without a die with more than
            this probability is not listed.
        certain_score, certain_free: a find of this score is listed whatever the reader says,
            unless it lies flat and free with more than this probability: a cocked die has no
            readable face, but it is there.
        covered_share, covered_nothing: a find that the tilt network takes for a die in partial
            view with more than the first probability, and for no die with less than the second, is
            listed whatever the reader says, and checked.
        side_reach, side_doubt, side_free: a find within so many edges of a die of its type that
            the finder is surer of by this much is that die's side, if it lies flat and free with
            less than this probability.
        oblique_deg, flatter_deg, flat_print_score: where the table is seen at larger angles from
            straight above, a find that looks as if seen from straighter above by this has no depth:
            with a lower score it is print and is not listed.
        alone, alone_oblique_deg, alone_flatter_deg, alone_print_score: the same
            at lesser angles, for finds without another one within so many edges, whose sides
            nothing hides.
        flat_print_lean: what leans by more standard deviations has depth.
        doubted_flatter_deg: finds that look so much flatter than the table are checked.
        steep_deg, steep_score, steep_off_deg: where dice are seen at larger angles, the reader
            hardly knows top faces: a find of this score, seen as obliquely as the table by this, is
            listed whatever the reader says.
        side_lean, own_side_reach: a find that near to another one which leans by so many more
            standard deviations than that is its side, too; where both are of one type, even up to
            the second distance, in edges.
        sure_belief: finds of less than this (score times probability of the best label) are not
            listed where their size is none of the surer dice's.
        none_checked: a die that is no readable face with more than this probability is checked.
        most_askew: a die of which more speaks for its not lying flat, free and in full view than
            this (`vision.decision.askew`, log odds less those of the limit chosen there) is
            checked.
        plainly_askew, among_askew: where more than the first speaks for one die's lying askew, the
            limit for the others is lower by the second: dice that fell on each other were thrown
            together.
        most_askew_pipped: the same for pipped dice, whose sides look more alike.
        most_lean: a die on a mat or of the game whose top face leans by more standard deviations
            against the table is checked.
        foreign_checked: a die of another kind than asked for with more than this probability is
            checked.
        odd_checked: a die whose colour is none of the calibrated ones with more than this
            probability is checked.
        min_edge_px: smaller faces are checked.
        small_edge_px: where most faces are smaller, some dice are missed, and that is said.
        clipped_share: faces with more blown-out or black pixels than this share are checked.
        too_close: dice whose middles are closer than this share of an edge cannot both lie flat:
            one stands on the other, or both are faces of one cocked die. They are checked.
        side_by_side, side_visibility: a die closer than the first to another, that lies flat with
            less than the second probability, may be the side of a die that is seen askew: checked.
        odd_size: dice whose edge differs by more than this share from that of equal dice on one
            plane are checked.
        odd_size_pipped: the same for pipped dice, which come in several sizes.
    """

    min_score: float = 0.20
    sure_score: float = 0.28
    sure_visibility: float = 0.03
    min_confidence: float = 0.88
    clipped_confidence: float = 0.98
    min_evidence: float = 0.30
    most_nothing: float = 0.2
    certain_score: float = 0.70
    certain_free: float = 0.75
    covered_share: float = 0.90
    covered_nothing: float = 0.02
    oblique_deg: float = 30.0
    flatter_deg: float = 18.0
    flat_print_score: float = 0.70
    alone: float = 1.4
    alone_oblique_deg: float = 15.0
    alone_flatter_deg: float = 10.0
    alone_print_score: float = 0.60
    flat_print_lean: float = 5.0
    doubted_flatter_deg: float = 12.0
    steep_deg: float = 50.0
    steep_score: float = 0.40
    steep_off_deg: float = 14.0
    sure_belief: float = 0.50
    none_checked: float = 0.20
    most_askew: float = 0.0
    plainly_askew: float = 1.5
    among_askew: float = 2.0
    most_askew_pipped: float = 1.5
    most_lean: float = 5.0
    foreign_checked: float = 0.20
    odd_checked: float = 0.50
    min_edge_px: float = 12.5
    small_edge_px: float = 18.0
    clipped_share: float = 0.80
    too_close: float = 0.80
    side_reach: float = 0.95
    own_side_reach: float = 1.05
    side_doubt: float = 0.20
    side_free: float = 0.70
    side_lean: float = 8.0
    side_by_side: float = 0.9
    side_visibility: float = 0.20
    odd_size: float = 0.35
    odd_size_pipped: float = 0.60
