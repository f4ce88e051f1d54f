"""What the weights for listing are fitted to."""

import numpy as np
import pytest

from models.training.networks.listing_weights import fitted, labelled
from tests.vision.classification.test_listing import row_of_dice

FLAT = {"size_px": 40.0, "flat": True, "visible": 1.0}


def test_finds_are_dice_by_place_size_and_view() -> None:
    """A second find of a die, one of another size and one of a hidden die say nothing."""
    detections = row_of_dice(4)
    dice = [
        {**FLAT, "centre_px": [205.0, 200.0]},
        {**FLAT, "centre_px": [300.0, 200.0], "size_px": 70.0},
        {**FLAT, "centre_px": [400.0, 200.0], "flat": False, "visible": 0.2},
    ]
    assert labelled(detections, dice).tolist() == [1, -1, -1, 0]
    assert labelled(row_of_dice(3, apart_px=8.0), dice[:1]).tolist() == [1, -1, -1]


def test_without_dice_every_find_is_none() -> None:
    assert labelled(row_of_dice(2), []).tolist() == [0, 0]


def test_weights_come_out_as_they_went_in() -> None:
    """Of many readings that a known rule says are askew, more often the more speaks for it."""
    rng = np.random.default_rng(3)
    rows = rng.normal(0, 1, (20_000, 3)) * (1.0, 5.0, 0.2)
    odds = rows @ np.array([1.5, -0.3, 4.0]) - 1.0
    askew = rng.random(len(rows)) < 1 / (1 + np.exp(-odds))
    assert fitted(rows, askew) == pytest.approx([1.5, -0.3, 4.0, -1.0], rel=0.1)
