"""A die's top face is seen beside the place where the die stands; the pose puts it back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.table import look_at, photograph, shift, to_frame
from vision.core.arrays import F64
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import FittedMat, find_mats, transform
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder
from vision.mats.pose import DIE_EDGE_MM, focal_px, poses

SIZE = (1536, 864)
MAT = mat_layout("strip-1", Paper.A4)
GRID = np.array([[x, y] for x in (5.0, 80.0, 150.0, 220.0, 292.0) for y in (5.0, 105.0, 205.0)])


def fitted(homography: F64) -> FittedMat:
    """A mat that was found without any error."""
    width, height = MAT.paper.value
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    return FittedMat(MAT, homography, 0.1, transform(homography, sheet), 4.0)


@pytest.mark.parametrize("fov", [58.0, 66.0, 74.0])
@pytest.mark.parametrize(("tilt", "around"), [(0, 0), (7, 30), (20, 0), (20, 90), (20, 200)])
def test_dice_stand_within_a_millimetre_and_a_half(fov: float, tilt: float, around: float) -> None:
    """All over the mat, for usual cameras whose focal length nobody told us."""
    focal_share = np.tan(np.radians(33)) / np.tan(np.radians(fov / 2))
    view = look_at(
        (148, 105),
        tilt_deg=tilt,
        around_deg=around,
        distance_mm=400 * focal_share,
        fov_deg=fov,
    )
    picture = photograph([(MAT, shift(0, 0))], view)
    mats = find_mats(ImagePyramid(picture), MarkerFinder()).mats
    (pose,) = poses(mats, SIZE)
    seen = to_frame(view, shift(0, 0), GRID, DIE_EDGE_MM)
    off = np.linalg.norm(pose.foot_points(seen, height_mm=DIE_EDGE_MM) - GRID, axis=1)
    assert off.max() < 1.5


def test_without_the_pose_they_would_not() -> None:
    """The parallax is larger than what we allow: the correction earns its place."""
    view = look_at((148, 105), tilt_deg=20, distance_mm=400)
    (pose,) = poses([fitted(view.homography())], SIZE)
    seen = to_frame(view, shift(0, 0), GRID, DIE_EDGE_MM)
    off = np.linalg.norm(pose.foot_points(seen, height_mm=0.0) - GRID, axis=1)
    assert off.max() > 4.0


@given(
    st.floats(12, 25), st.floats(0, 360), st.floats(50, 85), st.floats(0, 360), st.floats(350, 700)
)
def test_a_tilted_sheet_betrays_the_focal_length(
    tilt: float, around: float, fov: float, roll: float, distance: float
) -> None:
    """The camera's place follows from the sheet alone, within a tenth."""
    view = look_at(
        (148, 105),
        tilt_deg=tilt,
        around_deg=around,
        roll_deg=roll,
        distance_mm=distance,
        fov_deg=fov,
    )
    mat = fitted(view.homography())
    # c is the principal point of the test camera: half a pixel from ours, which does not matter.
    assert focal_px([mat], SIZE) == pytest.approx(view.intrinsics[0, 0], rel=0.1)
    (pose,) = poses([mat], SIZE)
    camera = -view.rotation.T @ view.translation
    expected = camera * (1, 1, -1)
    assert np.linalg.norm(np.array(pose.camera_mm) - expected) < 0.1 * distance


def test_appears_at_is_the_inverse_of_stands_at() -> None:
    """There and back again."""
    view = look_at((148, 105), tilt_deg=15, around_deg=70)
    (pose,) = poses([fitted(view.homography())], SIZE)
    seen = pose.project(GRID, height_mm=13.0)
    assert np.allclose(pose.foot_points(seen, height_mm=13.0), GRID, atol=1e-6)


def test_no_mats_no_poses() -> None:
    """Nothing in, nothing out."""
    assert poses([], SIZE) == ()
