"""Zones drawn on the picture name the dice in them, and follow a camera that was moved."""

import cv2
import numpy as np

from vision.core.arrays import F64, absolute
from vision.core.detections import Detections
from vision.mats.drawn_zones import DRAWN, DrawnZones, ZonesInView, placed_in
from vision.mats.fitting import FittedMat
from vision.mats.layout import Paper, mat_layout
from vision.mats.zones import DiePosition

SIZE = 1000, 500
COLUMNS = DrawnZones(
    names=(("strip-1", "explore"), ("strip-1", "develop")),
    polygons=(
        np.array([(-0.8, -0.8), (-0.2, -0.8), (-0.2, 0.8), (-0.8, 0.8)]),
        np.array([(-0.1, -0.8), (0.5, -0.8), (0.5, 0.8), (-0.1, 0.8)]),
    ),
)
IN_VIEW = ZonesInView(COLUMNS, COLUMNS.followed((), SIZE))


def _dice(*places: tuple[float, float]) -> Detections:
    ones = np.ones(len(places), np.float32)
    return Detections(np.array(places, np.float32), ones * 40, ones * 0, ones)


def test_a_die_takes_the_zone_in_which_it_lies() -> None:
    """Inside, just outside (meant for it), far outside, and one on a printed mat."""
    dice = _dice((250, 250), (408, 250), (900, 250), (250, 250))
    printed = DiePosition("tray", (10.0, 10.0), "tray")
    places = placed_in((DiePosition(), DiePosition(), DiePosition(), printed), dice, IN_VIEW)
    assert [(p.mat, p.zone) for p in places] == [
        ("strip-1", "explore"),
        ("strip-1", "explore"),
        (None, None),
        ("tray", "tray"),
    ]


def test_no_dice_need_no_zones() -> None:
    """An empty table is no special case."""
    assert placed_in((), Detections.empty(), IN_VIEW) == ()


def test_a_drawn_mat_is_in_view_by_its_zones() -> None:
    """One mat for both columns, its seat by its name, its corners around all of its zones."""
    (mat,) = IN_VIEW.mats()
    assert (mat.mat_id, mat.kind, mat.seat) == ("strip-1", DRAWN, 1)
    assert np.allclose(mat.corners_px, [(100, 50), (750, 50), (750, 450), (100, 450)], atol=1)
    tray = DrawnZones((("tray", "tray"),), COLUMNS.polygons[:1])
    assert ZonesInView(tray, tray.followed((), SIZE)).mats()[0].seat is None


def _mat(corners_px: F64) -> FittedMat:
    layout = mat_layout("tray", Paper.A4)
    width, height = layout.paper.value
    sheet = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    way = cv2.getPerspectiveTransform(sheet, corners_px.astype(np.float32))
    return FittedMat(layout, np.asarray(way, np.float64), 0.2, corners_px, 2.0)


def test_zones_move_with_the_mat_that_was_in_view() -> None:
    """The camera was pushed by 60 pixels: so are the zones; by half a pixel: they stay."""
    corners = np.array([(600.0, 100.0), (950.0, 100.0), (950.0, 350.0), (600.0, 350.0)])
    there = corners / np.array(SIZE) * 2 - 1
    zones = DrawnZones(COLUMNS.names, COLUMNS.polygons, (("tray", there),))
    drawn = absolute(zones.polygons[0], SIZE)
    moved = zones.followed([_mat(corners + np.array([60.0, -20.0]))], SIZE)
    assert np.abs(moved[0] - drawn - np.array([60.0, -20.0])).max() < 1.5
    still = zones.followed([_mat(corners + 0.5)], SIZE)
    assert np.abs(still[0] - drawn).max() == 0.0
