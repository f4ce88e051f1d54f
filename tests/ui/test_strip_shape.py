"""The shape of a strip on the picture: places, dividers in perspective, what cannot be drawn."""

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kivy_ui.calibration.strip_shape import (
    EVEN,
    LEAST_COLUMN,
    PHASES,
    Quad,
    StripShape,
    is_strip,
    shape_of,
)
from tests.some import there

FLAT: Quad = ((0.2, 0.4), (0.8, 0.4), (0.8, 0.6), (0.2, 0.6))
ASLANT: Quad = ((0.35, 0.3), (0.65, 0.32), (0.9, 0.8), (0.15, 0.7))

_near = st.floats(-0.12, 0.12)


@st.composite
def _strips(draw: st.DrawFn) -> StripShape:
    corners = tuple((x + draw(_near), y + draw(_near)) for x, y in FLAT)
    assume(is_strip(corners))
    gaps = [draw(st.floats(0.1, 1.0)) for _ in range(5)]
    dividers = [sum(gaps[: k + 1]) / sum(gaps) for k in range(4)]
    select = draw(st.none() | st.floats(0.15, 0.6))
    return StripShape(corners, tuple(dividers), select)


@given(_strips())
def test_what_is_kept_comes_back(shape: StripShape) -> None:
    """The places of a shape are enough to know corners, dividers and the row again."""
    again = there(shape_of("strip-3", shape.places("strip-3")))
    for mine, its in zip(shape.corners, again.corners, strict=True):
        assert mine == pytest.approx(its, abs=1e-9)
    assert again.dividers == pytest.approx(shape.dividers, abs=1e-6)
    assert (again.select is None) == (shape.select is None)
    if shape.select is not None:
        assert again.select == pytest.approx(shape.select, abs=1e-6)


@given(_strips(), st.floats(0, 1), st.floats(0, 1))
def test_a_place_of_the_strip_is_found_again(shape: StripShape, u: float, v: float) -> None:
    """Projection and its inverse agree, and what lies in the strip is covered by it."""
    assert shape.inside(shape.at(u, v)) == pytest.approx((u, v), abs=1e-6)


@given(_strips(), st.integers(0, 3), st.floats(-0.5, 1.5), st.floats(-0.5, 1.5))
def test_lines_between_columns_never_cross(
    shape: StripShape, number: int, x: float, y: float
) -> None:
    """However far a finger pulls, every column keeps some width."""
    edges = (0.0, *shape.with_divider(number, (x, y)).dividers, 1.0)
    before = (0.0, *shape.dividers, 1.0)
    assume(min(b - a for a, b in itertools.pairwise(before)) > 2 * LEAST_COLUMN)
    assert min(b - a for a, b in itertools.pairwise(edges)) >= LEAST_COLUMN - 1e-9


def test_columns_are_even_on_the_table_not_on_the_picture() -> None:
    """A strip seen aslant: its far columns are narrower, side by side without gaps."""
    shape = StripShape(((0.1, 0.3), (0.9, 0.45), (0.9, 0.55), (0.1, 0.7)))
    cells = [shape.cell(k, 0.0, 1.0) for k in range(5)]
    widths = [cell[1][0] - cell[0][0] for cell in cells]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 2 * widths[-1]
    for left, right in itertools.pairwise(cells):
        assert left[1] == pytest.approx(right[0])
        assert left[2] == pytest.approx(right[3])


def test_a_corner_that_would_dent_the_strip_stays() -> None:
    """Over the opposite corner, outside the picture, onto its neighbour."""
    shape = StripShape(FLAT)
    for to in ((0.85, 0.65), (-0.1, 0.4), (0.8, 0.4)):
        assert shape.with_corner(0, to) is shape
    assert shape.with_corner(0, (0.1, 0.3)).corners[0] == (0.1, 0.3)


def test_selection_and_dictate_have_their_places() -> None:
    """Five more places above the columns, one beside the strip where there is room."""
    shape = StripShape(FLAT).with_selections(on=True).with_dictate(on=True)
    zones = {place.zone: place.corners for place in shape.places("strip-1")}
    assert set(zones) == {*PHASES, *(f"select_{phase}" for phase in PHASES), "dictate"}
    assert zones["select_ship"][3] == pytest.approx(zones["ship"][0])
    assert min(x for x, _ in zones["dictate"]) > 0.8
    wide = StripShape(((0.05, 0.4), (0.95, 0.4), (0.95, 0.6), (0.05, 0.6)))
    assert wide.with_dictate(on=True).dictate is not None
    assert wide.with_dictate(on=True).with_dictate(on=False) == wide
    assert shape.with_dictate_corner(0, (0.99, 0.99)) is shape


def test_a_shape_moves_as_a_whole_and_not_off_the_picture() -> None:
    """With Dictate beside it."""
    shape = StripShape(FLAT).with_dictate(on=True)
    moved = shape.moved(0.0, 0.1)
    assert moved.corners[0] == pytest.approx((0.2, 0.5))
    assert moved.dictate is not None
    assert shape.moved(0.5, 0.0) is shape


def test_places_that_are_no_shape_of_ours_are_left_alone() -> None:
    """Missing columns, polygons of other tools, nothing at all."""
    places = StripShape(ASLANT).places("strip-1")
    assert shape_of("strip-2", places) is None
    assert shape_of("strip-1", places[:4]) is None
    tray = StripShape(FLAT, ()).places("tray")
    assert [place.zone for place in tray] == ["tray"]
    assert there(shape_of("tray", tray)).dividers == ()
    assert StripShape(FLAT).dividers == EVEN
