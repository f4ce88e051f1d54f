"""Where the camera and the dice of path-traced images are."""

import math

import numpy as np
import pytest

from models.training.pathtraced.geometry import EDGE_MM, block, camera_place, is_free, lay_dice


def test_a_camera_stands_at_its_distance_from_the_dice() -> None:
    x, y, z = camera_place(500, math.radians(30), math.radians(90), 14)
    assert (x, y, z) == pytest.approx((0, 250, 500 * math.cos(math.radians(30)) + 14))


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
