"""Mats are found where they lie, whole or not at all."""

import cv2
import numpy as np
import pytest

from tests.vision.table import HEIGHT_PX, WIDTH_PX, look_at, photograph, shift, to_frame
from vision.core.arrays import F64
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import find_mats
from vision.mats.layout import MatKind, MatLayout, Paper, mat_layout
from vision.mats.markers import MarkerFinder

FINDER = MarkerFinder()
HERE = shift(0, 0)


def sheet_corners(mat: MatLayout) -> F64:
    width, height = mat.paper.value
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize(
    ("tilt", "around", "roll", "distance"),
    [(0, 0, 0, 330), (0, 0, 37, 560), (20, 0, 0, 420), (20, 90, 0, 420), (20, 215, 170, 400)],
)
def test_corners_lie_within_a_pixel(
    paper: Paper, tilt: float, around: float, roll: float, distance: float
) -> None:
    """From straight above and from 20 degrees aside, the sheet's corners are exact."""
    mat = mat_layout("strip-3", paper)
    view = look_at(
        (145, 106), tilt_deg=tilt, around_deg=around, roll_deg=roll, distance_mm=distance
    )
    seen = find_mats(ImagePyramid(photograph([(mat, HERE)], view)), FINDER)
    assert [m.layout for m in seen.mats] == [mat]
    assert not seen.problems
    off = np.linalg.norm(seen.mats[0].corners_px - to_frame(view, HERE, sheet_corners(mat)), axis=1)
    assert off.max() < 1.0
    assert seen.mats[0].error_px < 0.5


def test_every_mat_is_known_by_its_markers() -> None:
    """All seven mats are told apart."""
    for name in ("tray", "calibration", *(f"strip-{seat}" for seat in range(1, 6))):
        mat = mat_layout(name, Paper.A4)
        picture = photograph([(mat, HERE)], look_at((148, 105), distance_mm=330))
        reading = find_mats(ImagePyramid(picture), FINDER).mats[0].reading
        assert reading.mat_id == name
        assert reading.seat == (int(name[-1]) if name.startswith("strip") else None)
        assert MatKind(reading.kind) is mat.kind


def test_points_on_markers_are_known() -> None:
    """Inside the quadrilateral of a marker, however it is turned."""
    mat = mat_layout("strip-2", Paper.A4)
    view = look_at((148, 105), tilt_deg=15, roll_deg=130, distance_mm=520)
    seen = find_mats(ImagePyramid(photograph([(mat, HERE)], view)), FINDER)
    centres = np.array([marker.rect.centre for marker in mat.markers])
    beside = centres + np.array([0.0, 12.5])
    on, off = (to_frame(view, HERE, points).astype(np.float32) for points in (centres, beside))
    assert len(seen.markers) == 4
    assert seen.covers_marker(on).all()
    assert not seen.covers_marker(off).any()


def test_several_mats_in_one_picture() -> None:
    """Mats of different seats lie side by side, turned as their players sit."""
    one, two = mat_layout("strip-1", Paper.A4), mat_layout("strip-2", Paper.A4)
    places = [(one, shift(-310, -105, 3)), (two, shift(310, 105, 184))]
    view = look_at((0, 0), distance_mm=620, tilt_deg=8)
    seen = find_mats(ImagePyramid(photograph(places, view)), FINDER)
    assert [m.layout.mat_id for m in seen.mats] == ["strip-1", "strip-2"]
    for fitted, (mat, placed) in zip(seen.mats, places, strict=True):
        off = np.linalg.norm(fitted.corners_px - to_frame(view, placed, sheet_corners(mat)), axis=1)
        assert off.max() < 1.5


def test_a_covered_corner_does_no_harm() -> None:
    """Three markers are enough."""
    mat = mat_layout("tray", Paper.A4)
    view = look_at((148, 105), tilt_deg=12, around_deg=50)
    picture = photograph([(mat, HERE)], view)
    hidden = to_frame(view, HERE, np.array([mat.markers[1].rect.centre]))[0].astype(int)
    cv2.circle(picture, (int(hidden[0]), int(hidden[1])), 25, (90, 120, 180), -1)
    seen = find_mats(ImagePyramid(picture), FINDER)
    assert [m.layout.mat_id for m in seen.mats] == ["tray"]
    assert not seen.problems
    off = np.linalg.norm(seen.mats[0].corners_px - to_frame(view, HERE, sheet_corners(mat)), axis=1)
    assert off.max() < 2.0


def test_half_a_mat_is_a_problem_and_no_mat() -> None:
    """A mat that the picture's edge cuts off is not guessed at."""
    mat = mat_layout("strip-1", Paper.A4)
    view = look_at((300, 105), distance_mm=330)
    seen = find_mats(ImagePyramid(photograph([(mat, HERE)], view)), FINDER)
    assert not seen.mats
    assert [p.code for p in seen.problems] == ["mat_incomplete"]
    assert "strip-1" in seen.problems[0].message


def test_two_mats_of_one_number_are_a_problem() -> None:
    """Nobody can say whose dice are whose; other mats are read all the same."""
    one, two = mat_layout("strip-1", Paper.A4), mat_layout("strip-2", Paper.A4)
    places = [(one, shift(-310, -220)), (one, shift(-310, 10)), (two, shift(20, -105))]
    seen = find_mats(ImagePyramid(photograph(places, look_at((0, 0), distance_mm=640))), FINDER)
    assert [m.layout.mat_id for m in seen.mats] == ["strip-2"]
    assert [p.code for p in seen.problems] == ["mat_duplicate"]


def test_halves_of_two_mats_do_not_make_one() -> None:
    """Four different markers of one number, but of two sheets, are no mat."""
    mat = mat_layout("strip-4", Paper.A4)
    # Of the left copy the picture holds the right half, of the right copy the left half.
    places = [(mat, shift(-345, -105)), (mat, shift(45, -85))]
    view = look_at((0, 0), distance_mm=330)
    seen = find_mats(ImagePyramid(photograph(places, view)), FINDER)
    assert not seen.mats
    assert [p.code for p in seen.problems] == ["mat_bent"]


@pytest.mark.parametrize("level", [0, 255])
def test_empty_pictures_hold_no_mat(level: int) -> None:
    """Black and white pictures are nothing to worry about here."""
    seen = find_mats(ImagePyramid(np.full((HEIGHT_PX, WIDTH_PX, 3), level, np.uint8)), FINDER)
    assert not seen.mats
    assert not seen.problems


def test_small_and_large_pictures() -> None:
    """The same mat is found in a preview and in a phone's picture."""
    mat = mat_layout("strip-5", Paper.A4)
    for size in ((640, 480), (4056, 3040)):
        view = look_at((148, 105), distance_mm=330, size_px=size)
        picture = photograph([(mat, HERE)], view, size_px=size)
        fitted = find_mats(ImagePyramid(picture), FINDER).mats[0]
        off = fitted.corners_px - to_frame(view, HERE, sheet_corners(mat))
        assert np.linalg.norm(off, axis=1).max() < max(1.0, size[0] / 2000)
