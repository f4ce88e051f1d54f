"""Where nothing tells how large dice are, the scale is guessed and put right."""

import numpy as np
import pytest

from tests.vision.fakes import PaintedDie, PaintFinder, paint
from vision.core.arrays import F32, ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.detection.finder import DieFinder
from vision.detection.scales import whole_dice

DICE = [PaintedDie("home/explore", 400, 300), PaintedDie("genes/settle", 900, 700)]


class PartsFinder(PaintFinder):
    """Like the trained one, it takes dice that are too large for it apart: faint halves."""

    largest_px = 42.0

    def __call__(self, image: ImageU8, /) -> tuple[F32, F32]:
        heat, box = super().__call__(image)
        for row, column in np.argwhere(heat[0, 0] > 0):
            edge = float(np.exp(box[0, 2, row, column]))
            if edge < self.largest_px:
                continue
            heat[0, 0, row, column] = 0.0
            for aside in (-3, 0, 3):
                heat[0, 0, row, column + aside] = 0.35
                box[0, :, row, column + aside] = box[0, :, row, column]
                box[0, 2, row, column + aside] = np.log(edge / 3)
        return heat, box


def whole(net: PaintFinder, dice: list[PaintedDie]) -> Detections:
    """What stays of a picture of 2,000 x 1,200 pixels if the finder's score is all that is known.

    The finder itself drops no part of a die: the odds after reading settle which are whole.
    """
    picture = paint(np.full((1200, 2000, 3), 120, np.uint8), dice)
    seen = DieFinder(net, min_score=0.25).find(ImagePyramid(picture))
    odds = seen.scores.astype(np.float64)
    return seen.select(whole_dice(seen, odds, odds))


def found(net: PaintFinder, edge_px: float) -> Detections:
    """What stays of two dice of this size."""
    return whole(net, [PaintedDie(die.label, die.x, die.y, edge_px) for die in DICE])


@pytest.mark.parametrize("edge_px", [30.0, 55.0, 75.0, 100.0, 150.0])
def test_dice_of_any_size_are_found_whole(edge_px: float) -> None:
    """However near the camera is: two dice, and not their parts."""
    dice = found(PartsFinder(), edge_px)
    assert dice.edges_px == pytest.approx(np.full(2, edge_px), rel=0.15)
    places = sorted(dice.centres_px.tolist())
    assert places == [pytest.approx([d.x, d.y], abs=4) for d in DICE]


def test_dice_of_many_sizes_in_one_picture() -> None:
    """A die near the camera, one of usual size and one far away: all are found, each once."""
    sizes = [400.0, 55.0, 20.0]
    dice = [
        PaintedDie("home/explore", 500, 500, sizes[0]),
        PaintedDie("genes/settle", 1200, 300, sizes[1]),
        PaintedDie("military/wild", 1500, 900, sizes[2]),
    ]
    seen = whole(PartsFinder(), dice)
    assert sorted(seen.edges_px.tolist(), reverse=True) == pytest.approx(sizes, rel=0.2)


def test_faint_dice_of_the_right_size_stay() -> None:
    """In bad light all are faint; other looks show nothing better."""
    dice = found(PaintFinder(score=0.4), 50.0)
    assert dice.edges_px == pytest.approx(np.full(2, 50.0), rel=0.1)


def test_looks_from_farther_away_are_cheap() -> None:
    """All further looks together cost less than half of the usual one."""
    net = PaintFinder()
    assert len(found(net, 50.0)) == 2
    usual, *others = [height * width for _, height, width, _ in net.inputs]
    assert sum(others) < usual / 2
