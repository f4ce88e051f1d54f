"""The drawn picture shows every die, and doubt without colour."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.session.ports import DieReading, DieStatus, MatReading, Problem, Reading
from tests.vision.table import look_at
from vision.annotate import annotated, die_words, outline
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import Paper, mat_layout

CROSS = np.ones((3, 3), np.uint8)
BLANK = np.full((480, 640, 3), 60, np.uint8)
DIE = DieReading(
    centre_px=(300.0, 200.0),
    size_px=50.0,
    angle_deg=10.0,
    mat="strip-1",
    position_mm=(50.0, 60.0),
    zone="explore",
    type="home",
    colour="white",
    face="explore",
    confidence=0.99,
    status=DieStatus.OK,
)


def drawn(reading: Reading) -> int:
    """How many pixels were drawn over."""
    return int((annotated(BLANK, reading) != BLANK).any(axis=2).sum())


def reading(*dice: object) -> Reading:
    return Reading(640, 480, (), dice, ())  # type: ignore[arg-type] # dice of the test


def test_nothing_read_nothing_drawn() -> None:
    """And the picture that was given stays as it was."""
    before = BLANK.copy()
    assert drawn(reading()) == 0
    annotated(BLANK, reading(DIE))
    assert np.array_equal(before, BLANK)


def test_the_outline_is_the_top_face() -> None:
    """Four corners, an edge apart, around the centre."""
    corners = outline(DIE)
    assert corners.mean(axis=0) == pytest.approx(DIE.centre_px)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    assert sides == pytest.approx([DIE.size_px] * 4)
    along = corners[1] - corners[0]
    assert np.degrees(np.arctan2(along[1], along[0])) == pytest.approx(DIE.angle_deg)


def test_doubt_shows_without_colour() -> None:
    """A broken outline and a question mark."""
    doubtful = replace(DIE, status=DieStatus.CHECK)
    assert "?" in die_words(doubtful)
    assert "?" not in die_words(DIE)
    corners = outline(DIE)
    gaps = []
    for die in (DIE, doubtful):
        picture = annotated(BLANK, reading(die)).astype(int)
        changed = cv2.dilate((np.abs(picture - 60).max(axis=2) > 20).astype(np.uint8), CROSS)
        line = np.rint(np.linspace(corners[0], corners[1], 60)).astype(int)
        gaps.append(int((changed[line[:, 1], line[:, 0]] == 0).sum()))
    assert gaps[0] == 0
    assert gaps[1] > 10


def test_labels_stay_in_the_picture() -> None:
    """A die in the corner is labelled inside; nothing raises at the border."""
    for centre in ((0.0, 0.0), (639.0, 479.0), (-30.0, 700.0)):
        assert drawn(reading(replace(DIE, centre_px=centre))) > 100


def test_mats_and_zones_are_drawn() -> None:
    """With the mats' places their zones appear, too."""
    layout = mat_layout("strip-1", Paper.A4)
    homography = look_at((148, 105), distance_mm=400, size_px=(640, 480)).homography()
    sheet = np.array([[0, 0], [297, 0], [297, 210], [0, 210]], dtype=np.float64)
    corners = transform(homography, sheet)
    mat = FittedMat(layout, homography, 0.1, corners, 1.5)
    found = Reading(640, 480, (mat.reading,), (), ())
    assert isinstance(mat.reading, MatReading)
    with_zones = annotated(BLANK, found, [mat])
    assert (with_zones != annotated(BLANK, found)).any()


def test_what_was_not_recognised_has_a_broken_outline() -> None:
    """And a question mark beside it."""
    around = ((100.0, 100.0), (160.0, 100.0), (160.0, 160.0), (100.0, 160.0))
    thing = Problem("unread_object", "Something", outline_px=around)
    picture = annotated(BLANK, replace(reading(), problems=(thing,)))
    changed = (picture != BLANK).any(axis=2)
    along = changed[98:103, 100:161].any(axis=0)
    assert 20 < int(along.sum()) < 55
    changed[96:165, 96:165] = False
    assert changed.any()
