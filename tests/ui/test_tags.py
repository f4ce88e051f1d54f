"""Labels in the picture: beside their dice, apart from each other, inside the picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kivy_ui.common.label_placement import Box, bounds, place_tags

ROOM: Box = (0.0, 0.0, 400.0, 300.0)
SIZE = (40.0, 19.0)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x, y = draw(st.floats(0, 370)), draw(st.floats(0, 270))
    return x, y, x + 30, y + 30


@given(st.lists(boxes(), max_size=15))
def test_every_die_has_a_tag_inside_the_picture(dice: list[Box]) -> None:
    """No tag leaves the picture, however the dice lie."""
    tags = place_tags(dice, SIZE, ROOM)
    assert len(tags) == len(dice)
    for left, low, right, high in tags:
        assert left >= -1e-6
        assert low >= -1e-6
        assert right <= 400 + 1e-6
        assert high <= 300 + 1e-6


def test_tags_of_neighbours_do_not_overlap() -> None:
    """Two dice side by side: each tag finds a free place."""
    first, second = place_tags([(100, 100, 130, 130), (132, 100, 162, 130)], SIZE, ROOM)
    assert first[2] <= second[0] or second[2] <= first[0] or first[3] <= second[1]


def test_bounds_of_a_turned_die() -> None:
    """The box around a rhombus."""
    assert bounds(((5, 0), (10, 5), (5, 10), (0, 5))) == (0, 0, 10, 10)
