"""Hands and cups on a mat are told; print, dice and shadows are none."""

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.fakes import PaintedDie, paint
from tests.vision.table import look_at, photograph, shift
from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import FittedMat, find_mats
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder
from vision.mats.paper import Sheet, sheets_in
from vision.problems.occlusion import COVERED_MM2, occluded_mm2, occlusion_problems

STRIP = mat_layout("strip-1", Paper.A4)
EMPTY = photograph([(STRIP, shift(0, 0))], look_at((148, 105), tilt_deg=10, distance_mm=400))
SKIN = (120, 150, 205)


def mats_in(picture: ImageU8) -> tuple[FittedMat, ...]:
    return find_mats(ImagePyramid(picture), MarkerFinder()).mats


MATS = mats_in(EMPTY)
MIDDLE = MATS[0].corners_px.mean(axis=0)


def sheet(picture: ImageU8) -> Sheet:
    """The only mat as it lies in *picture*."""
    return sheets_in(picture, MATS)[0]


def with_arm(picture: ImageU8, colour: tuple[int, int, int] = SKIN, width: int = 90) -> ImageU8:
    """A rod that reaches from the picture's lower border to the mat's middle."""
    picture = picture.copy()
    x, y = (int(v) for v in MIDDLE)
    cv2.line(picture, (x + 60, picture.shape[0]), (x, y), colour, width, cv2.LINE_AA)
    return picture


def test_an_empty_mat_is_bare() -> None:
    """Markers, patches and zones are no things."""
    assert occluded_mm2(sheet(EMPTY), Detections.empty()) == 0.0
    assert occlusion_problems(sheets_in(EMPTY, MATS), Detections.empty()) == ()


def test_an_arm_is_told_by_its_mat() -> None:
    """In a skin's colours, light and dark, and in a dark sleeve."""
    for colour in (SKIN, (60, 80, 130), (20, 20, 20)):
        (problem,) = occlusion_problems(
            sheets_in(with_arm(EMPTY, colour), MATS), Detections.empty()
        )
        assert (problem.code, problem.params) == ("mat_covered", {"mat": "strip-1"})


def test_a_hard_shadow_is_no_hand() -> None:
    """It darkens the paper to the half and keeps its hue."""
    shade = with_arm(np.full_like(EMPTY, 255), (110, 110, 110))
    shadowed = (EMPTY * (shade / 255.0)).astype(np.uint8)
    assert occluded_mm2(sheet(shadowed), Detections.empty()) < COVERED_MM2


def test_a_coloured_light_is_no_hand() -> None:
    """Paper is what most of the mat is."""
    warm = np.clip(EMPTY * np.array([0.55, 0.8, 1.0]), 0, 255).astype(np.uint8)
    assert occluded_mm2(sheet(warm), Detections.empty()) == 0.0


def test_dice_that_were_found_do_not_count() -> None:
    """A block of them is as large as a hand."""
    x, y = (float(v) for v in MIDDLE)
    places = [(x + 46 * i, y + 46 * j) for i in range(-2, 3) for j in range(-1, 2)]
    dice = [PaintedDie("home/explore", *place, edge=46.0) for place in places]
    picture = paint(EMPTY, dice)
    n = len(places)
    ones, edges = np.ones(n, np.float32), np.full(n, 46.0, np.float32)
    found = Detections(np.array(places, np.float32), edges, np.zeros(n, np.float32), ones)
    assert occluded_mm2(sheet(picture), Detections.empty()) > COVERED_MM2
    assert occluded_mm2(sheet(picture), replace(found, scores=ones * 0.43)) > COVERED_MM2
    assert occluded_mm2(sheet(picture), replace(found, scores=ones * 0.47)) == 0.0
