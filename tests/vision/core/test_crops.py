"""Crops show the top face upright, in one size."""

import numpy as np
import pytest

from tests.vision.fakes import PAINT, PaintedDie, paint
from vision.core.arrays import ImageU8
from vision.core.crops import FACE_ZOOM, cut_faces
from vision.core.detections import Detections
from vision.core.errors import BadFrameError
from vision.core.inference import CROP_PX


def one(x: float, y: float, edge: float, angle: float) -> Detections:
    return Detections(
        np.array([[x, y]], np.float32),
        np.array([edge], np.float32),
        np.array([angle], np.float32),
        np.ones(1, np.float32),
    )


def ground() -> ImageU8:
    return np.zeros((300, 400, 3), np.uint8)


@pytest.mark.parametrize("edge", [32.0, 46.0, 120.0])
@pytest.mark.parametrize("angle", [0.0, 30.0, 75.0])
def test_the_face_fills_its_share_upright(edge: float, angle: float) -> None:
    """Whatever its size and turn, the face is a square of 1 / 1.4 of the crop's side."""
    picture = paint(ground(), [PaintedDie("genes/settle", 200, 150, edge, angle)])
    (crop,) = cut_faces(picture, one(200, 150, edge, angle))
    assert crop.shape == (CROP_PX, CROP_PX, 3)
    face = crop[..., 1] > 128
    side = CROP_PX / FACE_ZOOM
    assert face.any(axis=0).sum() == pytest.approx(side, abs=3)
    assert face.any(axis=1).sum() == pytest.approx(side, abs=3)
    assert face.sum() == pytest.approx(side**2, rel=0.12)
    assert crop[CROP_PX // 2, CROP_PX // 2].tolist() == list(PAINT["genes/settle"])


def test_a_quarter_of_the_picture_is_not_turned_or_mirrored() -> None:
    """Right stays right and down stays down."""
    picture = ground()
    picture[:, 200:] = (0, 0, 255)
    picture[150:, :200] = (255, 0, 0)
    (crop,) = cut_faces(picture, one(199.5, 149.5, 40, 0))
    assert crop[10, 50].tolist() == [0, 0, 255]
    assert crop[50, 10].tolist() == [255, 0, 0]
    assert crop[10, 10].tolist() == [0, 0, 0]


def test_at_the_border_the_picture_is_continued() -> None:
    """A die at the edge of the picture has no black beside it."""
    picture = np.full((100, 100, 3), 90, np.uint8)
    (crop,) = cut_faces(picture, one(2, 2, 40, 20))
    assert (crop == 90).all()


def test_large_dice_are_averaged_not_picked() -> None:
    """A fine pattern on a large die becomes grey, not a coarse false one."""
    picture = np.zeros((400, 400, 3), np.uint8)
    picture[::2] = 255
    (crop,) = cut_faces(picture, one(200, 200, 240, 0))
    assert np.abs(crop.astype(int) - 128).max() < 70


def test_no_dice_no_crops() -> None:
    """The array is empty but has its shape."""
    assert cut_faces(ground(), Detections.empty()).shape == (0, CROP_PX, CROP_PX, 3)


def test_wrong_arrays_are_refused() -> None:
    """Grey pictures and floats are faults of the caller."""
    with pytest.raises(BadFrameError):
        cut_faces(np.zeros((10, 10), np.uint8), Detections.empty())


def test_detections_of_different_lengths_are_refused() -> None:
    """The rows belong together."""
    with pytest.raises(ValueError, match="expected edges_px"):
        Detections(np.zeros((2, 2), np.float32), *(np.zeros(1, np.float32) for _ in range(3)))
