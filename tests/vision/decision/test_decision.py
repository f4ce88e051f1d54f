"""Which finds are listed: print without depth and sides of dice are not, steep top faces are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.fakes import LABEL_SET
from vision.classification.evidence import Evidence
from vision.classification.reader import FaceScores
from vision.classification.tilt import Tilt
from vision.core.detections import Detections
from vision.core.thresholds import Thresholds
from vision.decision.decision import real_dice
from vision.mats.zones import DiePosition

LIMITS = Thresholds()


def finds(*, seen_deg: list[float], table_deg: float, apart_px: float = 100.0) -> Evidence:
    """Finds in a row, 40 pixels large, all read without doubt, by how obliquely they are seen."""
    count = len(seen_deg)
    rows = np.arange(count, dtype=np.float32)
    ones, zeros = np.ones(count, np.float32), np.zeros(count)
    dice = Detections(
        np.stack([200 + apart_px * rows, 200 + 0 * rows], axis=1), 40 * ones, 0 * ones,
        0.55 * ones, ones,
    )  # fmt: skip
    shares = np.zeros((count, len(LABEL_SET.pairs)))
    shares[:, 0] = 1.0
    scores = FaceScores(LABEL_SET, shares, zeros, zeros, zeros)
    stands = np.tile([1.0, 0, 0, 0, 0], (count, 1))
    tilt = Tilt(zeros, stands, np.array(seen_deg), np.full(count, table_deg))
    crops = np.zeros((count, 64, 64, 3), np.uint8)
    return Evidence(dice, crops, scores, (DiePosition(),) * count, zeros > 0, tilt)


def listed(evidence: Evidence) -> list[int]:
    """The places in the row of those that are listed."""
    xs = real_dice(evidence, LIMITS).dice.centres_px[:, 0].tolist()
    return [evidence.dice.centres_px[:, 0].tolist().index(x) for x in xs]


@pytest.mark.parametrize("table_deg", [20.0, 40.0, 60.0])
def test_a_find_without_depth_among_dice_is_print(table_deg: float) -> None:
    """It looks as if seen from straight above, where dice show their sides."""
    row = finds(seen_deg=[table_deg, table_deg, 2.0], table_deg=table_deg)
    assert listed(row) == [0, 1]


def test_from_straight_above_print_cannot_be_told() -> None:
    """There dice show no sides, either."""
    assert listed(finds(seen_deg=[10.0, 10.0, 1.0], table_deg=10.0)) == [0, 1, 2]


def test_a_die_whose_sides_others_hide_stays() -> None:
    """In a close group seen a little obliquely the middle one looks flat."""
    row = finds(seen_deg=[22.0, 5.0, 22.0], table_deg=22.0, apart_px=41.0)
    assert listed(row) == [0, 1, 2]


def test_what_leans_plainly_is_no_print() -> None:
    """A die tilted towards the camera is seen from above, too: it stays and is asked about."""
    row = finds(seen_deg=[40.0, 40.0, 2.0], table_deg=40.0)
    assert row.tilt is not None
    tilted = replace(row, tilt=replace(row.tilt, leans=np.array([0.0, 0.0, 9.0])))
    assert listed(tilted) == [0, 1, 2]


def test_the_side_of_a_die_leans_against_its_top() -> None:
    """Of two faces of one die the one that leans is not listed, whatever its colour or score."""
    row = finds(seen_deg=[50.0, 50.0], table_deg=50.0, apart_px=34.0)
    assert row.tilt is not None
    both = replace(row, tilt=replace(row.tilt, leans=np.array([15.0, 1.0])))
    assert listed(both) == [1]


def test_a_steep_top_is_listed_although_the_reader_denies_it() -> None:
    """Seen at 60 degrees, as the table is; from above a denied face is none."""
    for table_deg, expected in ((60.0, [0]), (30.0, [])):
        row = finds(seen_deg=[table_deg], table_deg=table_deg)
        denied = replace(row, scores=replace(row.scores, none=np.array([0.99])))
        assert listed(denied) == expected
