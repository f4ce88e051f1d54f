"""Reflections are named and placed; tables and tone curves refuse no good sheet."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.core.checks import SHADOW_EDGE, steps_of
from calibration.core.errors import (
    DIE_UNCLEAR,
    GLARE,
    WRONG_DIE,
    CalibrationError,
)
from calibration.core.making import MatInspection, inspect_mat
from calibration.core.measuring import Measured
from calibration.core.steps import refuse_bad
from tests.calibration.pictures import frame, good_picture, lit, taken
from tests.rows import is_of
from tests.some import there
from vision.core.arrays import F32, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.light.known_colours import FACTORY
from vision.mats.fitting import find_mats, transform
from vision.mats.layout import Paper, mat_layout
from vision.mats.markers import MarkerFinder
from vision.pipeline import TableReader

SLOTS = dict(mat_layout("calibration", Paper.A4).zones)


def place_px(pixels: ImageU8, x_mm: float, y_mm: float) -> tuple[float, float]:
    (mat,) = find_mats(ImagePyramid(pixels), MarkerFinder()).mats
    x, y = transform(mat.homography, np.array([(x_mm, y_mm)]))[0]
    return float(x), float(y)


def reflected(
    pixels: ImageU8, at_mm: tuple[float, float], level: float, reach_px: float
) -> ImageU8:
    """The picture with a lamp's soft reflection, *level* of full scale in its middle."""
    x0, y0 = place_px(pixels, *at_mm)
    y, x = np.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]]
    spot: F32 = np.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * reach_px**2)).astype(np.float32)
    return lit(pixels, lambda light: light + level * spot[..., None])


def refusal(looked: MatInspection) -> CalibrationError:
    with pytest.raises(CalibrationError) as raised:
        refuse_bad(looked.steps)
    return raised.value


def measured(reader: TableReader) -> Measured:
    return there(inspect_mat(frame(good_picture()), reader).measured)


def with_die(found: Measured, slot: str, **changes: object) -> Measured:
    dice = [replace(die, **changes) if die.slot == slot else die for die in found.dice]  # type: ignore[arg-type] # of MeasuredDie
    return replace(found, dice=tuple(dice))


def body_of(kind: str) -> tuple[float, float, float]:
    blue, green, red = FACTORY.linear[FACTORY.types.index(kind)].tolist()
    return red, green, blue


def test_a_reflection_on_a_place_is_seen(reader: TableReader) -> None:
    """The place under it, and no other; none on a good picture."""
    assert measured(reader).reflecting == ()
    spoilt = reflected(good_picture(), SLOTS["military"].centre, 0.9, 40.0)
    looked = inspect_mat(frame(spoilt), reader)
    assert looked.measured is not None
    assert looked.measured.reflecting[0] == "military"
    assert not {"home", "alien_technology"} & set(looked.measured.reflecting)


def test_a_red_die_in_a_reflection_is_no_white_die(reader: TableReader) -> None:
    """The refusal names the reflection, with or without traces of it on the paper."""
    pale = tuple(value + 0.5 for value in body_of("military"))
    washed = with_die(measured(reader), "military", linear=pale, read="home")
    assert is_of(refusal(MatInspection(steps_of(washed), washed)), GLARE)
    dazzled = replace(
        with_die(washed, "military", linear=(0.9, 0.88, 0.9)), reflecting=("military",)
    )
    fault = refusal(MatInspection(steps_of(dazzled), dazzled))
    assert is_of(fault, GLARE)
    assert fault.params == {"die": "military"}


def test_a_white_die_on_the_red_place_is_still_wrong(reader: TableReader) -> None:
    """Nothing shines: it is another die."""
    wrong = with_die(measured(reader), "military", linear=body_of("home"), read="home")
    assert is_of(refusal(MatInspection(steps_of(wrong), wrong)), WRONG_DIE)


def test_a_tone_curve_makes_no_other_die(reader: TableReader) -> None:
    """Brown that a camera shows nearly yellow is brown where the reader says so, too."""
    yellow = body_of("alien_technology")
    doubtful = with_die(measured(reader), "rare_elements", linear=yellow, read="rare_elements")
    refuse_bad([step for step in steps_of(doubtful) if step.key == "dice"])


def test_a_reflection_on_bare_paper_is_no_shadow(reader: TableReader) -> None:
    """It is placed by the nearest die's place."""
    spoilt = reflected(good_picture(), (55.0, 90.0), 1.2, 60.0)
    fault = refusal(inspect_mat(frame(spoilt), reader))
    assert is_of(fault, GLARE)
    assert fault.params["die"] in ("home", "rare elements")


def test_shadows_that_dice_throw_are_no_shadow_on_the_mat(reader: TableReader) -> None:
    """A low lamp: every die's shadow reaches over bare paper beside its place."""
    pixels = good_picture()
    shade = np.ones(pixels.shape[:2], np.float32)
    for place in SLOTS.values():
        x, y = place.centre
        corners = [(x + 6, y - 7), (x + 52, y - 12), (x + 52, y + 2), (x + 6, y + 7)]
        fallen = np.array([place_px(pixels, *corner) for corner in corners])
        cv2.fillConvexPoly(shade, np.rint(fallen).astype(np.int32), 0.3)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), 2.0), np.float32)
    dark = lit(pixels, lambda light: light * shade[..., None])
    assert there(inspect_mat(frame(dark), reader).measured).uniformity.edge < 0.5 * SHADOW_EDGE


def test_a_thing_that_is_no_die_is_not_nothing(reader: TableReader) -> None:
    """A drawing where the die should be: "there is no die" would not be the whole truth."""
    pixels = taken("calibration_without_genes")
    x, y = place_px(pixels, *SLOTS["genes"].centre)
    for reach in (8, 14, 20):
        cv2.ellipse(pixels, (int(x), int(y)), (reach, reach // 2), 20, 0, 360, (60, 60, 60), 2)
    assert is_of(refusal(inspect_mat(frame(pixels), reader)), DIE_UNCLEAR)


def test_a_striped_table_is_no_flicker(reader: TableReader) -> None:
    """Stripes are looked for on the mat alone."""
    pixels = good_picture().copy()
    (mat,) = find_mats(ImagePyramid(pixels), MarkerFinder()).mats
    table = np.full(pixels.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(table, np.rint(mat.corners_px).astype(np.int32), 0)
    rows = (np.arange(len(pixels)) // 40 % 2 * 215 + 40).astype(np.uint8)
    pixels[table > 0] = np.broadcast_to(rows[:, None, None], pixels.shape)[table > 0]
    assert there(inspect_mat(frame(pixels), reader).measured).uniformity.stripes < 0.05
