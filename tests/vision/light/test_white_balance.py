"""Paper is white, whatever the lamp."""

import cv2
import numpy as np
import pytest

from tests.some import there
from tests.vision.table import look_at, photograph, shift, to_frame
from vision.core.arrays import F32, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.light.picture_light import picture_light
from vision.light.white_balance import PAPER_LEVEL, balanced
from vision.mats.fitting import find_mats
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder

MAT = mat_layout("strip-1", Paper.A4)
VIEW = look_at((148, 105), distance_mm=330)
PICTURE = photograph([(MAT, shift(0, 0))], VIEW)


def paper_gains(picture: ImageU8) -> F32 | None:
    mats = find_mats(ImagePyramid(PICTURE), MarkerFinder()).mats
    return picture_light(ImagePyramid(picture), mats, None).gains


def under(light: tuple[float, float, float]) -> ImageU8:
    return np.asarray(np.clip(PICTURE * np.array(light), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize(
    "light", [(1.0, 1.0, 1.0), (0.5, 0.75, 1.0), (1.0, 0.9, 0.7), (0.3, 0.3, 0.3)]
)
def test_paper_becomes_white(light: tuple[float, float, float]) -> None:
    """Warm, cool and dim light alike."""
    picture = under(light)
    gains = there(paper_gains(picture))
    place = to_frame(VIEW, shift(0, 0), np.array([[150.0, 120.0]]))[0].astype(int)
    paper = picture[place[1] - 10 : place[1] + 10, place[0] - 10 : place[0] + 10][None]
    assert balanced(paper, gains).mean(axis=(0, 1, 2)) == pytest.approx([PAPER_LEVEL] * 3, abs=6)


def test_one_covered_patch_does_no_harm() -> None:
    """A red die on one of the four white patches is outvoted."""
    picture = under((0.8, 0.9, 1.0))
    without = paper_gains(picture)
    rect = next(rect for level, rect in MAT.patches if level == 255)
    corners = to_frame(VIEW, shift(0, 0), np.array(rect.corners)).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, (30, 30, 200))
    gains = there(paper_gains(picture))
    assert without is not None
    assert gains == pytest.approx(without, rel=0.05)


def test_no_paper_no_gains() -> None:
    """Without a mat, in the dark and where all paper is blown out nothing is changed."""
    assert picture_light(ImagePyramid(PICTURE), (), None).gains is None
    assert paper_gains(under((0.02, 0.02, 0.02))) is None
    assert paper_gains(under((9.0, 9.0, 9.0))) is None
    crops = np.full((2, 4, 4, 3), 77, np.uint8)
    assert balanced(crops, None) is crops


def test_balancing_nothing() -> None:
    """No crops stay no crops."""
    gains = np.array([1.2, 1.0, 0.8], np.float32)
    assert balanced(np.empty((0, 64, 64, 3), np.uint8), gains).shape == (0, 64, 64, 3)
