"""The crops of the stack network show a die and what is below it, wherever the camera is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import HEIGHT_PX, WIDTH_PX, View, look_at
from vision.classification.stack import StackReader, cut_views, views_of
from vision.core.arrays import F32, F64, ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import STACK_CROP_PX
from vision.detection.finder import Reduced

EDGE_MM = 14.0
SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * EDGE_MM / 2
MIDDLE = (np.array([WIDTH_PX, HEIGHT_PX]) - 1) / 2


def level(place_mm: tuple[float, float], turn_deg: float, height_mm: float) -> F64:
    """The corners of a die's square at one height, (4, 3)."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    corners = SQUARE @ np.array([[c, s], [-s, c]]) + place_mm
    return np.column_stack([corners, np.full(4, height_mm)])


def seen_in_crop(view: View, place_mm: tuple[float, float], turn_deg: float) -> F64:
    """Where the corners of a stacked die and of that below it are in the crop, (3, 4, 2).

    In sides of the crop from its centre; from the top face to the feet of the lower die.
    """
    levels = [view.project(level(place_mm, turn_deg, EDGE_MM * up)) for up in (2.0, 1.0, 0.0)]
    centre = view.project(np.array([[*place_mm, 2.0 * EDGE_MM]]))
    sides = np.roll(levels[0], -1, axis=0) - levels[0]
    edge = np.linalg.norm(sides, axis=1).mean()
    turns = 4 * np.arctan2(sides[:, 1], sides[:, 0])
    angle = np.degrees(np.arctan2(np.sin(turns).mean(), np.cos(turns).mean()) / 4)
    ray = np.array([*((centre[0] - MIDDLE) / view.intrinsics[0, 0]), 1.0])
    table = -view.rotation[:, 2]
    seen = views_of(centre, np.array([edge]), np.array([angle]), table[None], ray[None])
    assert seen.oblique.all()
    crop = np.column_stack([seen.across_px[0], seen.down_px[0]])
    return np.array([np.linalg.solve(crop, (part - seen.centres_px[0]).T).T for part in levels])


TILTS = st.floats(22.0, 50.0)
TURNS = st.floats(0.0, 360.0)
PLACES = st.tuples(st.floats(-40.0, 40.0), st.floats(-30.0, 30.0))


@given(TILTS, TURNS, TURNS, PLACES, TURNS)
def test_the_upper_die_ends_in_the_middle_and_the_lower_one_at_the_border(
    tilt: float, around: float, roll: float, place: tuple[float, float], turn: float
) -> None:
    """Both are in view, and of about the same height from any direction."""
    view = look_at((0.0, 0.0), tilt_deg=tilt, around_deg=around, roll_deg=roll)
    _, between, feet = seen_in_crop(view, place, turn)
    assert np.abs(between[:, 0]).max() < 0.5
    assert between[:, 1].max() == pytest.approx(0.0, abs=0.1)
    assert feet[:, 1].max() == pytest.approx(0.4, abs=0.1)


@given(TURNS, TURNS)
def test_a_rolled_camera_sees_the_same_crop(roll: float, turn: float) -> None:
    views = [look_at((0.0, 0.0), tilt_deg=35.0, roll_deg=angle) for angle in (0.0, roll)]
    first, second = (seen_in_crop(view, (0.0, 0.0), turn) for view in views)
    assert first == pytest.approx(second, abs=0.01)


class Bright:
    """Returns a high logit for crops that are brighter on the left, and counts the crops."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, crops: ImageU8, /) -> F32:
        assert crops.shape[1:] == (STACK_CROP_PX, STACK_CROP_PX, 3)
        self.count += len(crops)
        left, right = (half.mean(axis=(1, 2, 3)) for half in np.split(crops, 2, axis=2))
        return np.where(left > right, 5.0, 1.0).astype(np.float32)[:, None]


def whole(picture: ImageU8) -> tuple[ImageU8, Reduced]:
    """A picture, and the same as the downsampled one."""
    return picture, Reduced(picture, (0, 0), 1)


def test_a_die_seen_from_above_hides_what_is_below() -> None:
    """Its probability is 0, and the network does not run for it."""
    up, leaning = (0.0, 0.0, -1.0), (0.0, -0.6, -0.8)
    tables, rays = np.array([up, leaning]), np.array([(0.0, 0.0, 1.0)] * 2)
    ones = np.ones(2, np.float32)
    centres = np.array([[100, 100], [200, 100]], np.float32)
    dice = Detections(centres, 40 * ones, 0 * ones, ones, ones)
    net = Bright()
    shares = StackReader(net).read(*whole(np.zeros((300, 300, 3), np.uint8)), dice, tables, rays)
    assert shares == pytest.approx([0.0, 1 / (1 + np.exp(-1.0))])
    assert net.count == 1


def test_a_high_probability_is_checked_in_the_mirror_image() -> None:
    """The logits of both are averaged."""
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[:, :100] = 255
    one = np.ones(1, np.float32)
    dice = Detections(np.array([[100, 100]], np.float32), 40 * one, 0 * one, one, one)
    table, ray = np.array([(0.0, -0.6, -0.8)]), np.array([(0.0, 0.0, 1.0)])
    net = Bright()
    found = StackReader(net).read(*whole(picture), dice, table, ray)
    assert found == pytest.approx(1 / (1 + np.exp(-3.0)))
    assert net.count == 2


def test_views_of_a_downsampled_part_show_the_same() -> None:
    """To a few levels, wherever the part begins."""
    rng = np.random.default_rng(2)
    coarse = rng.integers(0, 256, (18, 24, 3), np.uint8)
    frame = np.asarray(cv2.resize(coarse, (576, 432), interpolation=cv2.INTER_CUBIC), np.uint8)
    centres, edges = np.array([[250.0, 200.0]]), np.array([56.0])
    table, ray = np.array([(0.0, -0.6, -0.8)]), np.array([(0.0, 0.0, 1.0)])
    views = views_of(centres, edges, np.array([20.0]), table, ray)
    corners = (100, 61, 500, 401)
    part = Reduced(ImagePyramid(frame).part(*corners, 2), corners[:2], 2)
    large, small = cut_views(frame, views), cut_views(part.pixels, views.within(part))
    assert np.abs(large.astype(int) - small).mean() < 2.0


def test_no_dice_need_no_network() -> None:
    nothing, net = np.empty((0, 3)), Bright()
    picture = np.zeros((30, 30, 3), np.uint8)
    assert len(StackReader(net).read(*whole(picture), Detections.empty(), nothing, nothing)) == 0
    assert net.count == 0
