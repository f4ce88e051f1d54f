"""Dice belong to the zone in which they stand."""

import numpy as np
import pytest

from tests.some import some
from tests.vision.table import look_at, shift
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import MatLayout, Paper, mat_layout
from vision.mats.pose import MatPose, poses
from vision.mats.zones import OVERHANG_MM, ZONE_TOLERANCE_MM, places, zones_at

STRIP = mat_layout("strip-1", Paper.A4)


def zone_at(layout: MatLayout, x: float, y: float) -> str | None:
    return zones_at(layout, np.array([[x, y]]))[0]


def pose_of(name: str, dx_mm: float) -> MatPose:
    layout = mat_layout(name, Paper.A4)
    view = look_at((300, 105), distance_mm=900, tilt_deg=15)
    homography = view.homography() @ shift(dx_mm, 0)
    width, height = layout.paper.value
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    mat = FittedMat(layout, homography, 0.1, transform(homography, sheet), 2.0)
    return poses([mat], (1536, 864))[0]


@pytest.mark.parametrize("name", ["strip-1", "tray", "calibration"])
@pytest.mark.parametrize("paper", list(Paper))
def test_the_middle_of_each_zone_is_in_it(name: str, paper: Paper) -> None:
    """Every zone is found by its own middle."""
    layout = mat_layout(name, paper)
    for zone, rect in some(layout.zones):
        assert zone_at(layout, *rect.centre) == zone


def test_just_outside_counts_far_outside_does_not() -> None:
    """A die on the line was meant for the zone beside it."""
    rect = dict(STRIP.zones)["explore"]
    _, y = rect.centre
    assert zone_at(STRIP, rect.x0 - ZONE_TOLERANCE_MM + 0.1, y) == "explore"
    assert zone_at(STRIP, rect.x0 - ZONE_TOLERANCE_MM - 0.1, y) is None
    assert zone_at(STRIP, *STRIP.markers[0].rect.centre) is None


def test_the_nearer_zone_wins_between_two() -> None:
    """In the gap between two columns the nearer one counts."""
    zones = dict(STRIP.zones)
    left, right = zones["explore"], zones["develop"]
    gap = right.x0 - left.x1
    assert gap < 2 * ZONE_TOLERANCE_MM
    _, y = left.centre
    assert zone_at(STRIP, left.x1 + 0.3 * gap, y) == "explore"
    assert zone_at(STRIP, left.x1 + 0.7 * gap, y) == "develop"


def test_two_mats_share_no_die() -> None:
    """A die belongs to the mat on which it stands, with millimetres of that mat."""
    near, far = pose_of("strip-1", 0.0), pose_of("strip-2", 310.0)
    edge = 14.0
    tops = np.concatenate(
        [
            near.project(np.array([[150.0, 100.0]]), height_mm=edge),
            far.project(np.array([[20.0, 100.0]]), height_mm=edge),
            near.project(np.array([[-OVERHANG_MM - 3.0, 100.0]]), height_mm=edge),
        ]
    ).astype(np.float32)
    on_near, on_far, beside = places(tops, [near, far], edge_mm=edge)
    assert (on_near.mat, on_far.mat, beside.mat) == ("strip-1", "strip-2", None)
    assert on_far.position_mm == pytest.approx((20, 100), abs=0.1)
    assert (beside.position_mm, beside.zone) == (None, None)


def test_a_die_over_the_edge_still_belongs_to_the_mat() -> None:
    """Half a die may stand over the sheet's edge."""
    pose = pose_of("strip-1", 0.0)
    top = pose.project(np.array([[-OVERHANG_MM + 1.0, 60.0]]), height_mm=14.0)
    (place,) = places(top.astype(np.float32), [pose])
    assert place.mat == "strip-1"
    assert place.zone is None


def test_no_dice_no_places() -> None:
    """Nothing in, nothing out."""
    assert places(np.empty((0, 2), np.float32), []) == ()
