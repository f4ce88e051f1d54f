"""Signs that a die does not lie flat and free, and how they are weighed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.fakes import LABEL_SET
from vision.classification.evidence import Evidence
from vision.classification.reader import FaceScores
from vision.classification.tilt import Tilt
from vision.classification.weights import FeatureWeights
from vision.core.detections import Detections
from vision.decision.askew import FEATURES, features, overlaps
from vision.mats.zones import DiePosition


def faces(*rows: tuple[float, float, float, float]) -> Detections:
    """Top faces: x, y, edge, angle in degrees."""
    table = np.array(rows, np.float32).reshape(-1, 4)
    ones = np.full(len(table), 0.9, np.float32)
    return Detections(table[:, :2], table[:, 2], table[:, 3], ones, ones)


@pytest.mark.parametrize("angle", [0.0, 20.0, 45.0])
def test_faces_of_dice_side_by_side_only_touch(angle: float) -> None:
    """Whatever way they are turned together."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    row = faces(*((300 + 40 * k * c, 200 + 40 * k * s, 40, angle) for k in range(3)))
    assert overlaps(row) == pytest.approx([0.0] * 3, abs=1e-5)


def test_a_face_on_another_die_reaches_into_the_face_below() -> None:
    """Both of them, in their own edges; a third one beside them does not."""
    found = overlaps(faces((300, 200, 40, 0), (320, 210, 42, 30), (420, 200, 40, 0)))
    assert found[0] > 0.3
    assert found[1] > 0.3
    assert found[2] < 0


def test_a_corner_beside_a_side_does_not_overlap() -> None:
    """The circles around them would: it is the squares that count."""
    found = overlaps(faces((300, 200, 40, 0), (349, 200, 40, 45)))
    assert found == pytest.approx([-0.018] * 2, abs=0.001)


@pytest.mark.parametrize("count", [0, 1])
def test_a_die_alone_overlaps_nothing(count: int) -> None:
    assert (overlaps(faces(*[(300, 200, 40, 0)] * count)) < 0).all()
    assert overlaps(faces(*[(300, 200, 40, 0)] * count)).shape == (count,)


def evidence(stands: list[list[float]]) -> tuple[Evidence, Tilt]:
    """Dice far apart that differ in nothing but the network's word."""
    count = len(stands)
    dice = faces(*((100.0 * k, 200, 40, 0) for k in range(count)))
    zeros = np.zeros(count)
    shares = np.full((count, len(LABEL_SET.pairs)), 1 / len(LABEL_SET.pairs))
    scores = FaceScores(LABEL_SET, shares, zeros + 0.01, zeros)
    crops = np.zeros((count, 64, 64, 3), np.uint8)
    clipped = np.zeros(count, np.bool_)
    tilt = Tilt(zeros, zeros, np.array(stands), zeros, zeros)
    return Evidence(dice, crops, scores, (DiePosition(),) * count, clipped), tilt


def test_each_way_of_standing_that_is_not_free_speaks_for_a_look() -> None:
    """More than lying free does, and finite for a network that is certain."""
    rows = [[1.0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0], [0, 0, 1.0, 0, 0], [0, 0, 0, 1.0, 0]]
    found = features(*evidence(rows))
    assert found.shape == (4, len(FEATURES))
    assert np.isfinite(found).all()
    assert (found[1:, FEATURES.index("free")] > found[0, FEATURES.index("free")]).all()


def test_weights_are_read_by_name_and_added_up() -> None:
    """In whatever order the manifest has them; a sum above 0 asks."""
    written = dict.fromkeys(reversed(FEATURES), 0.0) | {"free": 2.0, "bias": -1.0}
    heard = evidence([[0.5, 0.5, 0, 0, 0], [0, 0, 0, 1.0, 0]])
    weights = FeatureWeights.parse(written, FEATURES)
    free = features(*heard)[:, FEATURES.index("free")]
    assert weights.of(features(*heard)) == pytest.approx(2.0 * free - 1.0)


def test_a_sign_without_a_weight_is_a_fault() -> None:
    with pytest.raises(KeyError):
        FeatureWeights.parse({"bias": 0.0}, FEATURES)
