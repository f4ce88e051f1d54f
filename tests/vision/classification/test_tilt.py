"""A die that leans is told from flat ones by the others and by the mat, wherever it lies."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import look_at, photograph, shift
from vision.classification.tilt import (
    CROP_SPAN,
    STRAIGHT_UP,
    Tilt,
    TiltReader,
    TopFaces,
    deviation_from_table,
    to_ray,
    wide_crops,
)
from vision.core.arrays import F32, F64, ImageU8
from vision.core.crops import FACE_ZOOM, cut_faces
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import TILT_CROP_PX
from vision.mats.fitting import find_mats
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder
from vision.mats.pose import MatPose, poses, usual_focal_px

SIZE_PX = (1536, 864)
FRAME: ImageU8 = np.full((SIZE_PX[1], SIZE_PX[0], 3), 128, np.uint8)
SPREAD = 0.05
FREE = np.array([[6.0, 0.0, 0.0, 0.0, 0.0]], np.float32)
NOTICED = 3.0
"""Standard deviations that no flat die of these tests reaches."""


def tipped(up: F64, degrees: float, axis: tuple[float, float, float] = (1.0, 0.0, 0.0)) -> F64:
    turn, _ = cv2.Rodrigues(np.array(axis) / np.linalg.norm(axis) * np.radians(degrees))
    return np.asarray(turn @ up, dtype=np.float64)


@dataclass(frozen=True)
class TrueNet:
    """Knows the normals in the camera's axes and says what a perfect network would."""

    normals: F64
    centres_px: F32
    angles_deg: F32

    def __call__(self, crops: ImageU8, /) -> tuple[F32, F32]:
        assert crops.shape == (len(self.normals), TILT_CROP_PX, TILT_CROP_PX, 3)
        leans = []
        focal = usual_focal_px(SIZE_PX)
        for normal, (x, y), angle in zip(
            self.normals, self.centres_px, self.angles_deg, strict=True
        ):
            middle = ((SIZE_PX[0] - 1) / 2, (SIZE_PX[1] - 1) / 2)
            ray = np.array([(x - middle[0]) / focal, (y - middle[1]) / focal, 1.0])
            across, down, _ = to_ray(ray) @ normal
            c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
            lean = across * c + down * s, down * c - across * s, np.log(SPREAD)
            leans.append((*lean, 0.0, np.log(0.01)))
        return np.array(leans, np.float32), FREE.repeat(len(leans), axis=0)


def read(
    normals: list[F64], standing: tuple[MatPose, ...] = (), beliefs: F64 | None = None
) -> Tilt:
    """Read dice with these *normals*, scattered over the picture."""
    rng = np.random.default_rng(4)
    count = len(normals)
    centres = (rng.uniform(0.1, 0.9, (count, 2)) * SIZE_PX).astype(np.float32)
    angles = rng.uniform(0, 90, count).astype(np.float32)
    ones = np.ones(count, np.float32)
    dice = Detections(centres, ones * 50, angles, ones)
    net = TrueNet(np.array(normals).reshape(-1, 3), centres, angles)
    beliefs = np.ones(count) if beliefs is None else beliefs
    return TiltReader(net).read(
        wide_crops(ImagePyramid(FRAME), dice), dice, beliefs, SIZE_PX, standing
    )


def stands(normals: list[F64], standing: tuple[MatPose, ...] = ()) -> F64:
    """Return the leans of such dice."""
    return read(normals, standing).leans


@pytest.mark.parametrize("tilt_deg", [0.0, 10.0, 20.0])
def test_flat_dice_agree_and_the_leaning_one_does_not(tilt_deg: float) -> None:
    """Under any tilt of the camera, at the border as in the middle."""
    up = tipped(np.array([0.0, 0.0, -1.0]), tilt_deg, (1.0, 2.0, 0.0))
    leans = stands([up] * 9 + [tipped(up, 20.0)])
    assert leans[:9].max() < NOTICED < leans[9]


def test_a_third_of_leaning_dice_does_not_tip_the_table() -> None:
    """The others decide as long as they are more."""
    up = tipped(np.array([0.0, 0.0, -1.0]), 15.0)
    leaning = [tipped(up, 30.0, (np.cos(k), np.sin(k), 0.0)) for k in range(4)]
    leans = stands([up] * 8 + leaning)
    assert leans[:8].max() < NOTICED < leans[8:].min()


def test_what_is_not_selected_says_nothing_about_the_table() -> None:
    """Things that are no dice point anywhere; without them the dice agree again."""
    up = tipped(np.array([0.0, 0.0, -1.0]), 10.0)
    things = [tipped(up, 50.0, (1.0, 0.2 * k, 0.0)) for k in range(7)]
    dice = np.arange(11) < 4
    everything = read([up] * 3 + [tipped(up, 20.0)] + things)
    assert everything.leans[:3].max() > NOTICED
    selected = everything.select(dice)
    assert selected.leans[:3].max() < NOTICED < selected.leans[3]
    assert selected.table_deg[:3] == pytest.approx(selected.seen_deg[:3], abs=3.0)
    assert everything.select(~dice & dice).leans.shape == (0,)


def seen_from_low() -> Tilt:
    """Three top faces under a camera that looks 74 degrees past the vertical, then five side faces
    that it sees better, all in the middle of the picture."""
    up = tipped(STRAIGHT_UP, 74.0)
    front = tipped(up, -90.0)
    sides = [tipped(front, turn, tuple(up)) for turn in (-40.0, -25.0, 5.0, 20.0, 35.0)]
    normals, beliefs = np.array([up] * 3 + sides), np.array([0.4] * 3 + [0.7] * 5)
    rays = np.tile([0.0, 0.0, 1.0], (8, 1))
    faces = TopFaces(normals, np.full(8, SPREAD), rays, beliefs, STRAIGHT_UP, 0.3)
    return faces.against_table(np.ones((8, 5)), np.zeros(8))


def test_side_faces_that_a_low_camera_sees_are_not_taken_for_the_table() -> None:
    """They face different ways, at right angles to what the few visible top faces agree on."""
    tilt = seen_from_low()
    assert tilt.table_deg == pytest.approx(74.0, abs=6.0)
    assert tilt.leans[:3].max() < NOTICED < tilt.leans[3:].min()


def test_top_faces_that_agree_are_not_taken_for_sides() -> None:
    """Side faces that look the same way are no table, though all top faces are upright to it."""
    tops = [(-0.13, -0.52, -0.85), (-0.07, -0.61, -0.79), (-0.18, -0.5, -0.85), (0.1, -0.58, -0.81),
            (-0.1, -0.5, -0.86), (0.04, -0.47, -0.88), (0.08, -0.48, -0.88)]  # fmt: skip
    sides = [(0.85, 0.46, -0.26), (0.82, 0.46, -0.34), (-0.2, 0.85, -0.49)]
    normals, rays = np.array([*tops, *sides]), np.tile([0.0, 0.0, 1.0], (10, 1))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    beliefs = np.array([0.75] * 7 + [0.64, 0.58, 0.39])
    faces = TopFaces(normals, np.full(10, SPREAD), rays, beliefs, STRAIGHT_UP, 0.3)
    tilt = faces.against_table(np.ones((10, 5)), np.zeros(10))
    assert tilt.table_deg == pytest.approx(31.0, abs=6.0)


def test_of_a_low_camera_one_accepted_die_is_enough() -> None:
    """What is not accepted as a die has told how the table lies."""
    for row in (0, 5):
        one = seen_from_low().select(np.arange(8) == row)
        assert one.table_deg[0] > 55.0
        assert bool(one.leans[0] < NOTICED) is (row == 0)


def test_alone_a_die_may_lie_under_a_tilted_camera() -> None:
    """Without others and without a mat nobody knows how the table lies."""
    down = np.array([0.0, 0.0, -1.0])
    assert stands([tipped(down, 20.0)])[0] < NOTICED
    assert stands([tipped(down, 60.0)])[0] > NOTICED


def test_on_a_mat_even_a_die_alone_is_known_to_lean() -> None:
    """The mat shows how the table lies, whatever the camera's tilt."""
    view = look_at((148.0, 105.0), tilt_deg=15.0, around_deg=30.0)
    picture = photograph([(mat_layout("strip-1", Paper.A4), shift(0, 0))], view)
    standing = poses(find_mats(ImagePyramid(picture), MarkerFinder()).mats, SIZE_PX)
    up = view.rotation @ np.array([0.0, 0.0, -1.0])
    assert standing[0].up == pytest.approx(up, abs=0.03)
    assert stands([up], standing)[0] < NOTICED
    assert stands([tipped(up, 20.0)], standing)[0] > NOTICED


@pytest.mark.parametrize(("edge_px", "reduced"), [(56.0, True), (30.0, False)])
def test_large_dice_are_cut_from_a_smaller_picture(edge_px: float, reduced: bool) -> None:
    """It shows the same to a few levels; sides and shadows of small dice would blur in it."""
    rng = np.random.default_rng(2)
    noise = rng.integers(0, 256, (SIZE_PX[1] // 24, SIZE_PX[0] // 24, 3), np.uint8)
    frame = np.asarray(cv2.resize(noise, SIZE_PX, interpolation=cv2.INTER_CUBIC), np.uint8)
    centres = np.array([[500.0, 300.0], [901.5, 633.0]], np.float32)
    edges, ones = np.full(2, edge_px, np.float32), np.ones(2, np.float32)
    dice = Detections(centres, edges, np.array([0.0, 33.0], np.float32), ones)
    wider = replace(dice, edges_px=edges * np.float32(CROP_SPAN / FACE_ZOOM))
    whole = cut_faces(frame, wider, size_px=TILT_CROP_PX).astype(int)
    cut = wide_crops(ImagePyramid(frame), dice).astype(int)
    assert (whole != cut).any() == reduced
    assert np.abs(whole - cut).mean() < 2.0


def test_what_is_hardly_a_die_does_not_move_the_table() -> None:
    """Three flat dice among nine prints whose normals all point to one other side."""
    up, tipped_up = np.array([0.0, 0.0, -1.0]), np.array([0.6, 0.0, -0.8])
    normals = [up] * 3 + [tipped_up] * 9
    doubtful = np.array([1.0] * 3 + [0.02] * 9)
    assert read(normals).leans[:3].min() > NOTICED
    assert read(normals, beliefs=doubtful).leans[:3].max() < NOTICED / 2


def test_no_dice_stand_no_how() -> None:
    assert stands([]).shape == (0,)


@given(st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_any_normals_give_finite_leans(count: int, seed: int) -> None:
    """Whatever the network says: no division by zero, nothing below zero."""
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(count, 3))
    normals[:, 2] = -np.abs(normals[:, 2])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    spreads, beliefs = rng.uniform(0.05, 2.0, count), rng.uniform(0, 1, count)
    faces = TopFaces(normals, spreads, normals, beliefs, STRAIGHT_UP, 0.3)
    leans, _ = deviation_from_table(faces)
    assert np.isfinite(leans).all()
    assert (leans >= 0).all()
