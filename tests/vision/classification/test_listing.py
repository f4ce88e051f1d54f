"""Which finds are listed: what speaks for a find's being a die, and how that is weighed."""

from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest

from companion.session.ports import DiceKind
from models.store import load_manifest
from tests.vision.fakes import LABEL_SET
from vision.classification.evidence import Evidence
from vision.classification.listing import FEATURES, FeatureWeights, faceless_dice, listing_odds
from vision.classification.reader import FaceScores
from vision.classification.tilt import STANDS, Tilt
from vision.core import thresholds as limits
from vision.core.arrays import F64
from vision.core.detections import Detections
from vision.mats.zones import DiePosition

_Scalar = TypeVar("_Scalar", np.float32, np.float64)

PUBLISHED = FeatureWeights.parse(load_manifest().models["tilt"].details["listing"], FEATURES)


STANDARD_DEVIATION_DEG = 3.0


def row_of_dice(count: int = 4, apart_px: float = 100.0) -> Evidence:
    """Candidates in a row, 40 pixels large, that all networks take for white dice."""
    rows = np.arange(count, dtype=np.float32)
    ones, zeros = np.ones(count, np.float32), np.zeros(count)
    places = np.stack([200 + apart_px * rows, 200 + 0 * rows], axis=1)
    dice = Detections(places, 40 * ones, 0 * ones, 0.9 * ones)
    shares = np.zeros((count, len(LABEL_SET.pairs)))
    shares[:, LABEL_SET.pairs.index(("home", "explore"))] = 1.0
    scores = FaceScores(LABEL_SET, shares, zeros, zeros, shares, np.zeros((count, 64), np.float32))
    stands = np.tile([1.0, 0, 0, 0, 0], (count, 1))
    tilt = Tilt(zeros, zeros, stands, zeros + 20.0, zeros + 20.0)
    crops = np.zeros((count, 64, 64, 3), np.uint8)
    return Evidence(dice, crops, crops, scores, (DiePosition(),) * count, tilt, zeros + 9.0)


def last(column: npt.NDArray[_Scalar], value: float) -> npt.NDArray[_Scalar]:
    """Return a copy of *column* with another last value."""
    copy = np.array(column)
    copy[-1] = value
    return copy


def with_last(evidence: Evidence, name: str, value: float) -> Evidence:
    """Return the same with another value for the last find."""
    dice, scores, tilt = evidence.dice, evidence.scores, evidence.tilt
    match name:
        case "score":
            dice = replace(dice, scores=last(dice.scores, value))
        case "edge":
            dice = replace(dice, edges_px=last(dice.edges_px, value))
        case "none":
            scores = replace(scores, none=last(scores.none, value))
        case "foreign":
            scores = replace(scores, foreign=last(scores.foreign, value))
        case "lean":
            leans_deg = last(tilt.leans_deg, value)
            tilt = replace(tilt, leans=leans_deg / STANDARD_DEVIATION_DEG, leans_deg=leans_deg)
        case "seen":
            tilt = replace(tilt, seen_deg=last(tilt.seen_deg, value))
        case _:
            stands = np.array(tilt.stands)
            stands[-1] = 0.0
            stands[-1, [0, STANDS.index(name)]] = 1 - value, value
            tilt = replace(tilt, stands=stands)
    return replace(evidence, dice=dice, scores=scores, tilt=tilt)


def odds(evidence: Evidence) -> F64:
    return listing_odds(evidence, DiceKind.ROLL, PUBLISHED)


def test_what_all_networks_take_for_a_die_is_listed() -> None:
    """Alone, too, where no other die says how large dice are."""
    for count in (1, 4):
        assert (odds(row_of_dice(count)) > limits.SURE_LISTING).all()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("score", 0.3),
        ("none", 0.9),
        ("foreign", 0.9),
        ("nothing", 0.9),
        ("lean", 30.0),
        ("seen", 0.0),
        ("edge", 100.0),
    ],
)
def test_whatever_differs_from_a_die_speaks_against_it(name: str, value: float) -> None:
    """A weak find, no face, pips, nothing beside a face, a lean, no depth, another size."""
    found = odds(with_last(row_of_dice(), name, value))
    assert found[-1] < found[0]


def test_print_that_reader_and_tilt_network_deny_is_not_listed() -> None:
    """However sure the finder is."""
    assert odds(with_last(with_last(row_of_dice(), "none", 0.99), "nothing", 0.98))[-1] < 0


def test_a_cocked_die_is_listed_and_the_side_of_a_flat_one_is_not() -> None:
    """Both lean by many standard deviations, a side by more than a die can be cocked."""
    assert odds(with_last(row_of_dice(), "lean", 44.0))[-1] > 0
    assert odds(with_last(row_of_dice(), "lean", 85.0))[-1] < 0


def test_a_die_whose_face_nobody_knows_is_kept_to_be_checked() -> None:
    """The reader says none; everything else is that of a die."""
    unknown = with_last(with_last(row_of_dice(), "none", 1.0), "nothing", 0.25)
    unknown = with_last(unknown, "score", 0.65)
    assert odds(unknown)[-1] < 0
    assert faceless_dice(unknown)[-1]


@pytest.mark.parametrize(
    ("name", "value"), [("score", 0.55), ("nothing", 0.4), ("lean", 25.0), ("edge", 60.0)]
)
def test_whatever_else_differs_from_a_die_leaves_a_faceless_one_out(
    name: str, value: float
) -> None:
    assert not faceless_dice(with_last(row_of_dice(), name, value))[-1]


def test_in_the_zones_of_a_mat_less_evidence_suffices() -> None:
    """Their print is known; beside them and in zones drawn by hand anything may be printed."""
    doubtful = with_last(row_of_dice(), "score", 0.35)
    alone = odds(doubtful)
    for place, counts in (
        (DiePosition("player-1", (20.0, 30.0), "explore"), True),
        (DiePosition("player-1", (-3.0, 30.0)), False),
        (DiePosition("player-1", zone="explore"), False),
    ):
        more = odds(replace(doubtful, places=(*doubtful.places[:3], place))) - alone
        assert more[:3].tolist() == [0.0] * 3
        assert (more[3] > 0.5) == counts


def test_without_weights_and_for_the_robots_dice_limits_decide() -> None:
    """Nothing was fitted to the latter."""
    weak = with_last(row_of_dice(), "none", 0.9)
    for kind, weights in ((DiceKind.ROLL, None), (DiceKind.ROBOT, PUBLISHED)):
        found = listing_odds(weak, kind, weights)
        assert (found > 0).tolist() == [True] * 3 + [False]


def test_print_with_pips_is_no_die() -> None:
    """The tilt network has seen few pipped dice, but tells them from print as it does game dice."""
    pips = np.zeros_like(row_of_dice().scores.faces)
    pips[:, LABEL_SET.pairs.index(("d6", "5"))] = 1.0
    dice = row_of_dice()
    pipped = replace(dice, scores=replace(dice.scores, faces=pips))
    for nothing in (0.01, 0.9):
        seen, same = (odds(with_last(each, "nothing", nothing))[-1] for each in (pipped, dice))
        assert seen == same


def test_a_die_without_a_readable_face_is_there_all_the_same() -> None:
    """Where limits decide: of it the finder is certain, and it does not lie flat and free."""
    cocked = with_last(row_of_dice(), "none", 0.99)
    tilted = with_last(cocked, "tilted", 1.0)
    for evidence, listed in ((cocked, False), (tilted, True)):
        assert (listing_odds(evidence, DiceKind.ROLL, None)[-1] > 0) == listed


def test_no_finds_have_no_odds() -> None:
    empty = row_of_dice(4).select(np.zeros(4, np.bool_))
    assert odds(empty).shape == (0,)
