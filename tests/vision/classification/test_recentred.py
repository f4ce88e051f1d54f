"""A face whose middle was found beside the true one is looked for a little aside."""

from __future__ import annotations

import numpy as np
import pytest

from companion.session.ports import DiceKind
from tests.vision.fakes import LABEL_SET
from vision.classification.reader import FaceReader
from vision.core.arrays import F32, ImageU8
from vision.core.thresholds import Thresholds

WHITE_SHIP = LABEL_SET.pairs.index(("home", "ship"))


class MiddleNet:
    """Knows a white ship by a spot in the very middle; of all else it says "none", not surely."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        self.seen += len(crops)
        spot = crops[:, 30:34, 30:34, 2].max(axis=(1, 2)) > 128
        logits = np.zeros((len(crops), len(LABEL_SET)), np.float32)
        logits[:, LABEL_SET.none_row] = np.where(spot, 0.0, 5.0)
        logits[:, WHITE_SHIP] = np.where(spot, 9.0, 0.0)
        return logits, np.ones((len(crops), 4), np.float32)


def _crop(x: int, y: int) -> ImageU8:
    crop = np.zeros((1, 64, 64, 3), np.uint8)
    crop[0, y - 2 : y + 2, x - 2 : x + 2] = 255
    return crop


@pytest.mark.parametrize("place", [(38, 32), (26, 38), (26, 26)])
def test_a_face_beside_the_middle_is_read_and_asked_about(place: tuple[int, int]) -> None:
    """An eighth of an edge aside it is read, and a person is to look."""
    scores = FaceReader(MiddleNet(), LABEL_SET).predict(_crop(*place), DiceKind.ROLL).scores
    assert scores.faces[0].argmax() == WHITE_SHIP
    assert Thresholds().none_checked < scores.none[0] < 0.5


def test_what_is_no_face_anywhere_stays_none() -> None:
    """Print and pens are not talked into being dice; what is in the middle needs no second look."""
    net = MiddleNet()
    reader = FaceReader(net, LABEL_SET)
    assert reader.predict(_crop(50, 50), DiceKind.ROLL).scores.none[0] > 0.7
    looks = net.seen
    assert reader.predict(_crop(32, 32), DiceKind.ROLL).scores.none[0] < 0.1
    assert net.seen == looks + 1


def test_a_picture_full_of_clutter_takes_no_longer_for_it() -> None:
    """Only the likeliest few are looked at aside."""
    net = MiddleNet()
    FaceReader(net, LABEL_SET).predict(np.repeat(_crop(50, 50), 60, axis=0), DiceKind.ROLL)
    assert net.seen <= 60 * 4 + 2 * 9
