"""On a mat whatever is neither print, shadow nor a listed die is said; print is no die."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.session.ports import Frame, Problem, ReadRequest
from tests.rendered import Rendered, rendered
from tests.vision.fakes import LABEL_SET, PaintFinder, PaintReader, lying_free
from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.mats.fitting import find_mats
from vision.mats.markers import MarkerFinder
from vision.mats.paper import sheets_in
from vision.mats.pose import poses
from vision.mats.print_subtraction import (
    BareMat,
    bare_mats,
    explained_by_print,
    unread_objects,
)
from vision.pipeline import TableReader

SIZE_PX = (1152, 648)
LIGHTS = ("neutral", "warm", "cool", "mixed", "dim", "hard")
ICONS_MM = ((77.0, 54.0), (117.0, 54.0), (157.0, 54.0), (197.0, 54.0), (237.0, 54.0))
"""About where the phases' icons are printed on a strip mat."""
WHITE_X_MM = 100.0


def bare(pixels: ImageU8) -> tuple[BareMat, ...]:
    mats = find_mats(ImagePyramid(pixels), MarkerFinder()).mats
    return bare_mats(sheets_in(pixels, mats), poses(mats, SIZE_PX))


def detections(points_px: Sequence[tuple[float, float]], edge_px: float = 45.0) -> Detections:
    ones = np.ones(len(points_px), np.float32)
    centres = np.array(points_px, np.float32).reshape(-1, 2)
    return Detections(centres, ones * edge_px, ones * 0, ones)


def of(scene: Rendered, kinds: Sequence[str]) -> Detections:
    """The finds of the dice of some types."""
    dice = [die for die in scene.dice if die.label.split("/")[0] in kinds]
    return detections(
        [die.center_px for die in dice], float(np.mean([die.edge_px for die in dice]))
    )


def lies_in(point: tuple[float, float], problem: Problem) -> bool:
    around = np.array(problem.outline_px, np.float32)
    return cv2.pointPolygonTest(around, point, measureDist=False) >= 0


@pytest.mark.parametrize("light", LIGHTS)
def test_a_white_die_that_was_missed_is_said(light: str) -> None:
    """With an outline around its top face, on the new print and on the old white one.

    The dice that are listed are nothing to say.
    """
    scene = rendered(f"pale_{light}")
    known = of(scene, ("consumption", "novelty"))
    (problem,) = unread_objects(bare(scene.pixels), known, known)
    missed = scene.dice[0]
    assert problem.code == "unread_object"
    assert lies_in(missed.center_px, problem)
    assert problem.params["mat"] == "strip-2"
    assert abs(int(str(problem.params["x_mm"])) - WHITE_X_MM) < 14
    every = of(scene, ("home", "consumption", "novelty"))
    assert unread_objects(bare(scene.pixels), every, every) == ()


@pytest.mark.parametrize("light", LIGHTS)
def test_an_empty_mat_holds_nothing(light: str) -> None:
    """Its words, icons, lines, markers and patches are explained."""
    pixels = rendered(f"empty_{light}").pixels
    assert unread_objects(bare(pixels), detections([]), detections([])) == ()


def test_shadows_folds_and_glare_are_nothing() -> None:
    """However hard the edge of a shadow; a fold is dark along a line; glare hides print."""
    pixels = rendered("strip_bare").pixels.astype(np.float32)
    height, width = pixels.shape[:2]
    shade = np.ones((height, width), np.float32)
    corners = np.array([(0.3, 0.2), (0.8, 0.35), (0.55, 0.9)]) * (width, height)
    cv2.fillPoly(shade, [corners.astype(np.int32)], 0.4, cv2.LINE_AA)
    fold = np.ones((height, width), np.float32)
    cv2.line(fold, (0, height // 3), (width, height // 2), 0.93, 4, cv2.LINE_AA)
    y, x = np.mgrid[0:height, 0:width]
    spot = 150 * np.exp(-((x - width / 2) ** 2 + (y - height / 2) ** 2) / 9000.0)
    for spoilt in (pixels * shade[..., None], pixels * fold[..., None], pixels + spot[..., None]):
        seen = np.clip(spoilt, 0, 255).astype(np.uint8)
        assert unread_objects(bare(seen), detections([]), detections([])) == ()


def test_a_plain_token_is_told_by_its_hue() -> None:
    """Nothing is printed on it."""
    scene = rendered("strip_bare")
    pixels = scene.pixels
    x, y = scene.of((120.0, 130.0))
    cv2.circle(pixels, (int(x), int(y)), 40, (120, 190, 150), cv2.FILLED, cv2.LINE_AA)
    (problem,) = unread_objects(bare(pixels), detections([]), detections([]))
    assert lies_in((x, y), problem)


def test_printed_icons_are_no_dice() -> None:
    """Detections on the phases' icons are explained; on bare paper they are not."""
    scene = rendered("strip_bare")
    found = detections([scene.of(point) for point in (*ICONS_MM, (100.0, 120.0))])
    assert explained_by_print(found, bare(scene.pixels)).tolist() == [True] * 5 + [False]


def test_a_die_on_an_icon_stays() -> None:
    """It shows its own drawing."""
    scene = rendered("strip_on_icons")
    dice = of(scene, ("home", "consumption", "novelty"))
    assert len(dice) == len(ICONS_MM)
    assert not explained_by_print(dice, bare(scene.pixels)).any()


def test_dice_beside_the_mat_are_seen_over_it() -> None:
    """A tilted camera sees the top of a die in front of the mat over the mat's border."""
    scene = rendered("strip_beside")
    (die,) = scene.dice
    found = detections([die.center_px], die.edge_px)
    assert unread_objects(bare(scene.pixels), detections([]), found) == ()


def test_a_reader_that_finds_nothing_says_what_it_could_not_read() -> None:
    """Never silence: the whole way with a finder that sees no die."""
    frame = Frame(rendered("strip_white").pixels, 0.0, "a test")
    reader = TableReader(PaintFinder(), PaintReader(), lying_free, LABEL_SET)
    reading = reader.read(ReadRequest(frame)).reading
    assert reading.dice == ()
    (problem,) = (each for each in reading.problems if each.code == "unread_object")
    assert len(problem.outline_px) == 4
    assert "mm" in problem.message
