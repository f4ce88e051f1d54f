"""Pictures that nobody could read are called by their fault."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.session.ports import DiceKind, Problem
from tests.vision.classification.test_listing import row_of_dice
from tests.vision.table import look_at as camera_at
from tests.vision.table import photograph, shift
from vision.core.arrays import F32, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.decision.count_constraints import CountMismatch
from vision.light.picture_stats import picture_stats, sharpness_at
from vision.mats.fitting import MatsInView
from vision.mats.layout import Paper, mat_layout
from vision.problems.picture import (
    BLUR_LIMIT,
    count_mismatch,
    mismatch_problems,
    picture_problems,
    range_problems,
    scene_problems,
)

GOOD = photograph(
    [(mat_layout("strip-1", Paper.A4), shift(0, 0))], camera_at((148, 105), distance_mm=400)
)


def codes(
    picture: ImageU8, dice: DiceKind = DiceKind.ROLL, found: int = 1, sure: int = 0
) -> list[str]:
    look = picture_stats(ImagePyramid(picture))
    return [problem.code for problem in picture_problems(look, dice, found, sure, look.sharpness)]


def test_a_good_picture_has_no_problem() -> None:
    """Also when it is small, dimmer, slightly soft or from a phone."""
    assert codes(GOOD) == []
    assert codes(cv2.resize(GOOD, (640, 360), interpolation=cv2.INTER_AREA).astype(np.uint8)) == []
    assert codes(cv2.resize(GOOD, (4032, 2268)).astype(np.uint8)) == []
    assert codes((GOOD * 0.4).astype(np.uint8)) == []
    assert codes(cv2.GaussianBlur(GOOD, (0, 0), 1.5).astype(np.uint8)) == []


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda p: p * 0.1, "too_dark"),
        (lambda p: p * 0, "too_dark"),
        (lambda p: p * 0 + 255, "too_bright"),
        (lambda p: cv2.blur(p, (61, 1)) * 0.5 + cv2.blur(p, (61, 31)) * 0.5, "blurred"),
    ],
)
def test_spoilt_pictures(spoil: object, code: str) -> None:
    """Dark, blown out, out of focus."""
    assert callable(spoil)
    picture = np.clip(spoil(GOOD.astype(np.float32)), 0, 255).astype(np.uint8)
    assert code in codes(picture)


@pytest.mark.parametrize(("sigma_px", "sharp"), [(0.0, True), (1.0, True), (8.0, False)])
def test_one_die_on_a_plain_table_is_as_sharp_as_its_edges(sigma_px: float, sharp: bool) -> None:
    """They are few pixels of the picture."""
    picture = np.full((1000, 750, 3), 210, np.uint8)
    cv2.rectangle(picture, (300, 400), (400, 500), (10, 80, 150), -1)
    if sigma_px:
        picture = cv2.GaussianBlur(picture, (0, 0), sigma_px).astype(np.uint8)
    die = replace(row_of_dice(1).dice, centres_px=np.array([[350, 450]], np.float32))
    die = replace(die, edges_px=_edges(100))
    assert (sharpness_at(ImagePyramid(picture), die) >= BLUR_LIMIT) is sharp


def test_a_dark_table_is_no_problem_where_most_dice_are_sure() -> None:
    dark = (GOOD * 0.1).astype(np.uint8)
    assert "too_dark" in codes(dark, found=4, sure=2)
    assert "too_dark" not in codes(dark, found=4, sure=3)


def test_grey_pictures_lack_colour_only_where_colour_counts() -> None:
    """Pips can be read without colour, the game's dice cannot be told apart."""
    grey = cv2.cvtColor(GOOD, cv2.COLOR_BGR2GRAY)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR).astype(np.uint8)
    assert codes(picture) == ["no_colour"]
    assert codes(picture, DiceKind.D6) == []
    assert codes(picture, found=0) == []  # an empty mat on a grey table is grey


def test_a_coloured_die_on_a_grey_table_has_colour() -> None:
    """Most of the picture is cloth without colour; the die is what counts."""
    cloth = np.random.default_rng(3).integers(60, 110, (864, 1536, 1), np.uint8)
    picture = np.repeat(cloth, 3, axis=2)
    assert "no_colour" in codes(picture)
    picture[400:440, 700:740] = (200, 160, 90)
    assert "no_colour" not in codes(picture)


def test_missing_things_are_told() -> None:
    """No mat and no dice are two problems; a problem with a mat says enough about mats."""
    assert [p.code for p in scene_problems(MatsInView(), 0)] == ["no_mat", "no_dice"]
    half = MatsInView(problems=(Problem("mat_incomplete", "Half of %(mat)s.", {"mat": "tray"}),))
    assert [p.code for p in scene_problems(half, 3)] == ["mat_incomplete"]


def test_mismatches_say_what_is_wrong() -> None:
    """Numbers where the numbers differ, colours where they do not."""
    assert "5 dice are expected, but 4 are seen" in count_mismatch("strip-1", 5, 4).message
    assert "other colours" in count_mismatch("strip-1", 5, 5).message


def test_a_mat_out_of_view_is_told_once_and_as_such() -> None:
    """Its dice are not missing: nobody can see them."""
    known = (CountMismatch("strip-1", 5, 4), CountMismatch("strip-2", 3, 0))
    near, far = mismatch_problems(known, {"strip-1"})
    assert {near.code, far.code} == {"count_mismatch"}
    assert "4 are seen" in near.message
    assert "strip-2 is not in view" in far.message


NO_DICE = row_of_dice(0)


def test_a_good_range_is_not_told() -> None:
    assert range_problems(row_of_dice(), NO_DICE) == ()
    assert range_problems(row_of_dice(0), NO_DICE) == ()


def test_dice_that_are_too_small_are_told() -> None:
    """By the middle one: a single small thing is no reason."""
    seen = row_of_dice(3)
    small = replace(seen.dice, edges_px=np.array([12, 14, 40], np.float32))
    (problem,) = range_problems(replace(seen, dice=small), NO_DICE)
    assert problem.code == "dice_too_small"
    assert "14 pixels" in problem.message
    one_small = replace(seen.dice, edges_px=np.array([12, 40, 41], np.float32))
    assert range_problems(replace(seen, dice=one_small), NO_DICE) == ()


def test_small_dice_that_are_hardly_seen_count() -> None:
    """Of dice that are too small the largest are found; the faint ones tell the size of all."""
    found = replace(row_of_dice(1), dice=replace(row_of_dice(1).dice, edges_px=_edges(26)))
    faint = replace(row_of_dice(3), dice=replace(row_of_dice(3).dice, edges_px=_edges(20, 22, 22)))
    assert range_problems(found, NO_DICE) == ()
    likely, hardly = (replace(faint, listing=np.full(3, odds)) for odds in (-0.5, -3.0))
    (problem,) = range_problems(found, likely)
    assert "22 pixels" in problem.message
    assert range_problems(found, hardly) == ()
    assert range_problems(NO_DICE, likely) == (), "no dice, no size"


def _edges(*edges_px: float) -> F32:
    return np.array(edges_px, np.float32)


@pytest.mark.parametrize(("view_deg", "told"), [(54.0, []), (56.0, ["camera_too_low"])])
def test_a_camera_that_is_too_low_is_told(view_deg: float, told: list[str]) -> None:
    seen = row_of_dice(3)
    table_deg = np.array([view_deg - 20.0, view_deg, view_deg + 20.0])
    low = replace(seen, tilt=replace(seen.tilt, table_deg=table_deg))
    assert [problem.code for problem in range_problems(low, NO_DICE)] == told
