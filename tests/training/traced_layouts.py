"""Where the camera and the dice of path-traced images are."""

import math

import numpy as np
import pytest

from models.training.pathtraced.geometry import EDGE_MM, block, camera_above, is_free, lay_dice


def test_a_camera_sees_the_dice_in_the_middle_at_their_size() -> None:
    camera = camera_above(np.random.default_rng(2), 30.0, 1e-3, (768, 448))
    corners = [(x, y, EDGE_MM) for x, y in ((0, 0), (EDGE_MM, 0), (0, EDGE_MM))]
    middle, right, up = camera.project(corners)
    assert middle == pytest.approx((383.5, 223.5), abs=0.1)
    assert [math.dist(middle, other) for other in (right, up)] == pytest.approx([30, 30], abs=0.1)
    assert up[1] < middle[1]


def test_the_dice_of_a_block_are_one_pitch_apart_and_turned_alike() -> None:
    spots = block((3, 4, 0.3), columns=3, rows=2, pitch=15)
    assert spots[0] == (3, 4, 0.3)
    assert {round(math.dist(spots[0][:2], s[:2]), 6) for s in (spots[1], spots[3])} == {15}
    assert {s[2] for s in spots} == {0.3}


def test_dice_lie_inside_and_never_overlap() -> None:
    dice = lay_dice(np.random.default_rng(5), 30, (120, 70))
    places = [(die.x_mm, die.y_mm, 0.0) for die in dice]
    assert len(dice) > 5
    for k, place in enumerate(places):
        near = [p for p in places[:k] if math.dist(p[:2], place[:2]) < EDGE_MM]
        assert not near
        assert is_free(place, [], EDGE_MM, (240, 140))
