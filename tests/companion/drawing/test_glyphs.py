"""The glyphs must keep to the measured extents and ink coverage of the real faces."""

import numpy as np
import pytest

from companion.drawing.glyphs import BARREL_PANES, D6_FACES, FACES, PIP_RADIUS, glyph, pips
from models.training.arrays import F32
from models.training.generator.paint import dots, ink

SIZE_PX = 200

EXTENTS = {
    "explore": (0.10, 0.89, 0.25, 0.75),
    "develop": (0.16, 0.84, 0.11, 0.89),
    "settle": (0.13, 0.87, 0.12, 0.86),
    "produce": (0.24, 0.72, 0.10, 0.90),
    "ship": (0.08, 0.87, 0.12, 0.90),
    "wild": (0.19, 0.83, 0.17, 0.83),
}
COVERAGE = {
    "explore": (0.21, 0.24),
    "develop": (0.14, 0.19),
    "settle": (0.17, 0.21),
    "produce": (0.27, 0.31),
    "ship": (0.19, 0.22),
    "wild": (0.17, 0.22),
}


def extent(mask: F32) -> tuple[float, float, float, float]:
    ys, xs = np.nonzero(mask > 0.5)
    low_x, high_x = xs.min() / SIZE_PX, (xs.max() + 1) / SIZE_PX
    return (low_x, high_x, ys.min() / SIZE_PX, (ys.max() + 1) / SIZE_PX)


@pytest.mark.parametrize("face", FACES)
def test_ink_lies_where_it_was_measured(face: str) -> None:
    """Each side of the ink's box is within 0.015 of the edge of the measured one."""
    assert extent(ink(glyph(face), SIZE_PX)) == pytest.approx(EXTENTS[face], abs=0.015)


@pytest.mark.parametrize("face", FACES)
def test_ink_covers_the_measured_share(face: str) -> None:
    """The share of ink lies in the measured range (produce: as on the dice with a filled pane)."""
    low, high = COVERAGE[face]
    assert low <= ink(glyph(face, die="genes"), SIZE_PX).mean() <= high


@pytest.mark.parametrize(("die", "pane"), BARREL_PANES.items())
def test_one_pane_of_the_barrel_tells_the_type(die: str, pane: str) -> None:
    """Only the named pane differs from the barrel of the white die."""
    extra = ink(glyph("produce", die=die), SIZE_PX) - ink(glyph("produce"), SIZE_PX)
    ys, xs = np.nonzero(extra > 0.5)
    assert len(xs) > 0.015 * SIZE_PX**2
    assert (xs.mean() / SIZE_PX < 0.48) == pane.endswith("left")
    assert (ys.mean() / SIZE_PX < 0.54) == pane.startswith("upper")


def test_wild_is_turned_on_novelty() -> None:
    """The asterisk's straight pair of arms is vertical, on novelty horizontal."""
    upright, turned = ink(glyph("wild"), SIZE_PX), ink(glyph("wild", die="novelty"), SIZE_PX)
    middle, up = SIZE_PX // 2, SIZE_PX // 4
    assert upright[up, middle] > 0.9 > 0.1 > turned[up, middle]
    assert turned[middle, up] > 0.9 > 0.1 > upright[middle, up]


def test_shift_and_scale_move_the_ink() -> None:
    """A printing offset moves the ink's box by itself."""
    moved = extent(ink(glyph("settle", shift=(0.05, -0.04)), SIZE_PX))
    assert moved == pytest.approx((0.18, 0.92, 0.08, 0.82), abs=0.015)


@pytest.mark.parametrize("value", D6_FACES)
def test_pips_are_as_many_as_the_value(value: str) -> None:
    """A face shows its value in separate pips inside the face, in both ways of printing."""
    for turned in (False, True):
        centers = pips(value, turned=turned)
        assert len(set(centers)) == int(value)
        area = dots(centers, PIP_RADIUS, SIZE_PX).mean()
        assert area == pytest.approx(int(value) * np.pi * PIP_RADIUS**2, rel=0.1)
