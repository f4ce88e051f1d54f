"""Shadow over half a mat and bands of a flickering lamp are told; good light is not."""

import numpy as np
import pytest

from tests.vision.table import HEIGHT_PX, WIDTH_PX, look_at, photograph, shift
from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import FittedMat, find_mats
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder
from vision.mats.paper import sheets_in
from vision.problems.mat_light import light_problems

STRIP = mat_layout("strip-1", Paper.A4)
VIEW = look_at((148, 105), tilt_deg=12, around_deg=70, distance_mm=420)
GOOD = photograph([(STRIP, shift(0, 0))], VIEW)
ROWS, COLUMNS = np.mgrid[:HEIGHT_PX, :WIDTH_PX]


@pytest.fixture(scope="module")
def mats() -> tuple[FittedMat, ...]:
    return find_mats(ImagePyramid(GOOD), MarkerFinder()).mats


def told(picture: ImageU8, mats: tuple[FittedMat, ...]) -> list[str]:
    return [
        problem.code for problem in light_problems(sheets_in(picture, mats), Detections.empty())
    ]


def lit(light: object) -> ImageU8:
    """The good picture with its linear light times *light*."""
    factor = np.asarray(light, np.float64) ** (1 / 2.2)
    return np.clip(GOOD * factor[..., None], 0, 255).astype(np.uint8)


def test_good_light_is_not_told(mats: tuple[FittedMat, ...]) -> None:
    """Nor is it when the mat is dimmer on one side, or a corner lies in shadow."""
    corner = np.where((ROWS > 0.7 * HEIGHT_PX) & (COLUMNS > 0.7 * WIDTH_PX), 0.3, 1.0)
    assert told(GOOD, mats) == []
    assert told(lit(1.0 - 0.4 * COLUMNS / WIDTH_PX), mats) == []
    assert told(lit(corner), mats) == []


@pytest.mark.parametrize("bands", [2.6, 4.2, 8.0])
def test_bands_of_a_flickering_lamp(mats: tuple[FittedMat, ...], bands: float) -> None:
    """As few and as many as a rolling shutter shows; faint ones do no harm."""
    wave = np.sin(2 * np.pi * bands * ROWS / HEIGHT_PX)
    assert told(lit(0.8 + 0.16 * wave), mats) == ["light_flickers"]
    assert told(lit(0.8 + 0.02 * wave), mats) == []


def test_without_a_mat_nothing_is_known() -> None:
    """Anything may lie on a bare table."""
    assert told(GOOD, ()) == []
