"""A die that leans is told from flat ones by the others and by the mat, wherever it lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import look_at, photograph, shift
from vision.classification.tilt import TiltReader, away_from_table, nearer, to_ray, wide_crops
from vision.core.arrays import F32, F64, ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import TILT_CROP_PX
from vision.detection.finder import Reduced
from vision.mats.fitting import find_mats
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder
from vision.mats.pose import MatPose, poses, usual_focal_px

SIZE_PX = (1536, 864)
FRAME: ImageU8 = np.full((SIZE_PX[1], SIZE_PX[0], 3), 128, np.uint8)
SPREAD = 0.05
SIZE_SPREAD = 0.01
FREE = np.array([[6.0, 0.0, 0.0, 0.0, 0.0]], np.float32)
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
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
            leans.append((*lean, 0.0, np.log(SIZE_SPREAD)))
        return np.array(leans, np.float32), FREE.repeat(len(leans), axis=0)


def stands(normals: list[F64], standing: tuple[MatPose, ...] = ()) -> F64:
    """Return the leans of dice with these *normals*, scattered over the picture."""
    rng = np.random.default_rng(4)
    count = len(normals)
    centres = (rng.uniform(0.1, 0.9, (count, 2)) * SIZE_PX).astype(np.float32)
    angles = rng.uniform(0, 90, count).astype(np.float32)
    ones = np.ones(count, np.float32)
    dice = Detections(centres, ones * 50, angles, ones, ones)
    net = TrueNet(np.array(normals).reshape(-1, 3), centres, angles)
    return TiltReader(net).read(wide_crops(FRAME, dice), dice, SIZE_PX, standing).leans


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


def seen_of(edge_px: float, step_px: int | None) -> ImageU8:
    """The crops of two dice out of a smooth picture, or out of its smaller form."""
    rng = np.random.default_rng(2)
    noise = rng.integers(0, 256, (SIZE_PX[1] // 24, SIZE_PX[0] // 24, 3), np.uint8)
    frame = np.asarray(cv2.resize(noise, SIZE_PX, interpolation=cv2.INTER_CUBIC), np.uint8)
    centres = np.array([[500.0, 300.0], [901.5, 633.0]], np.float32)
    edges, ones = np.full(2, edge_px, np.float32), np.ones(2, np.float32)
    dice = Detections(centres, edges, np.array([0.0, 33.0], np.float32), ones, ones)
    part = (300, 101, 1100, 800)
    reduced = (
        None
        if step_px is None
        else Reduced(ImagePyramid(frame).part(*part, step_px), part[:2], step_px)
    )
    return wide_crops(frame, dice, reduced)


def test_crops_of_the_smaller_picture_show_the_same() -> None:
    """To a few levels, wherever the part begins."""
    whole, small = (seen_of(56.0, step).astype(int) for step in (None, 2))
    assert (whole != small).any()
    assert np.abs(whole - small).mean() < 2.0


def test_a_picture_that_became_too_small_is_not_used() -> None:
    """Sides and shadows of small dice blur in it."""
    assert np.array_equal(seen_of(30.0, None), seen_of(30.0, 2))


def test_no_dice_stand_no_how() -> None:
    assert stands([]).shape == (0,)


@given(st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_any_normals_give_finite_leans(count: int, seed: int) -> None:
    """Whatever the network says: no division by zero, nothing below zero."""
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(count, 3))
    normals[:, 2] = -np.abs(normals[:, 2])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    leans, _ = away_from_table(normals, rng.uniform(0.05, 2.0, count))
    assert np.isfinite(leans).all()
    assert (leans >= 0).all()
    rays = np.column_stack([rng.uniform(-0.6, 0.6, (count, 2)), np.ones(count)])
    sizes = nearer(rng.normal(4.0, 0.5, count), rng.uniform(0.01, 0.5, count), rays, normals[0])
    assert np.isfinite(sizes).all()


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 25.0])
def test_a_die_on_another_one_is_nearer_than_the_others(tilt_deg: float) -> None:
    """By an edge of the camera's distance, also where the table's direction is known badly."""
    rng = np.random.default_rng(6)
    up = tipped(np.array([0.0, 0.0, -1.0]), tilt_deg)
    away_mm, edge_mm, count = 400.0, 14.0, 12
    rays = np.ones((count, 3))
    rays[:, :2] = rng.uniform((-0.6, -0.3), (0.6, 0.3), (count, 2))
    # Corners of squares on the table; the second die lies an edge higher.
    across = np.cross(up, (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    sides = np.array([across, np.cross(up, across)]) * edge_mm / 2
    edges = []
    for k, ray in enumerate(rays):
        middle = ray * (away_mm - edge_mm * (k == 1)) / -(ray @ up)
        quad = np.array([middle + a * sides[0] + b * sides[1] for a, b in SQUARE])
        seen = quad[:, :2] / quad[:, 2:]
        edges.append(np.linalg.norm(seen - np.roll(seen, 1, axis=0), axis=1).mean())
    logs = np.log(edges) + rng.normal(0, 0.2 * SIZE_SPREAD, count)
    for known in (up, tipped(up, 3.0, (0.0, 1.0, 0.0))):
        larger = nearer(logs, np.full(count, SIZE_SPREAD), rays, known)
        assert larger.argmax() == 1
        assert larger[1] > 2.0
        assert np.abs(np.delete(larger, 1)).max() < 1.0
