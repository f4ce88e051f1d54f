"""Colours that mean something stay apart for everybody, or have a letter or symbol beside them."""

from itertools import combinations

import pytest

from kivy_ui import theme
from kivy_ui.pages import marks
from tests.ui.colour_vision import DEFICIENCIES, contrast, difference, simulated

WHITE = theme.rgba("FFFFFF")
INKS = (marks.TEXT, marks.MUTED, marks.GOOD, marks.GOLD, marks.LOSS)
"""Colours of texts; each that means something stands beside a sign or a symbol."""
ON_SEAT = theme.rgba(marks.INK_ON_SEAT)

APART = 12.0
"""Several times what is just noticeable: told apart across a table."""


def _seen(colour: theme.Rgba, deficiency: str) -> theme.Rgba:
    return simulated(colour, deficiency) if deficiency else colour


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_greys_stay_grey(deficiency: str) -> None:
    """The rows of each matrix add up to one: white, black and grey are seen as they are."""
    for grey in (WHITE, theme.rgba("808080"), theme.rgba("000000")):
        assert simulated(grey, deficiency) == pytest.approx(grey, abs=2e-3)


def test_red_and_green_come_together() -> None:
    """What the deficiencies are about: pure red and a green that differ by far look alike."""
    red, green = theme.rgba("C80000"), theme.rgba("5A6E00")
    assert difference(red, green) > 60
    assert difference(simulated(red, "deuteranopia"), simulated(green, "deuteranopia")) < 30
    assert simulated(theme.rgba("FF0000"), "protanopia")[:3] == pytest.approx(
        (0.4274, 0.3730, 0.0), abs=1e-3
    )


def test_differences_and_contrasts_are_the_known_ones() -> None:
    """Black on white: 100 and 21; a colour and itself: 0 and 1."""
    black = theme.rgba("000000")
    assert difference(black, WHITE) == pytest.approx(100, abs=0.01)
    assert contrast(black, WHITE) == pytest.approx(21, abs=0.01)
    assert difference(WHITE, WHITE) == 0
    assert contrast(WHITE, WHITE) == 1


@pytest.mark.parametrize("deficiency", ["", *DEFICIENCIES])
def test_seats_are_told_apart(deficiency: str) -> None:
    """All six colours of seats, in every simulation; their numbers stand on them as well."""
    for one, other in combinations(theme.SEAT_COLOURS, 2):
        seen = [_seen(theme.SEAT_COLOURS[key], deficiency) for key in (one, other)]
        assert difference(*seen) >= APART, (one, other)
        assert contrast(ON_SEAT, seen[0]) >= 4.5, one


@pytest.mark.parametrize("deficiency", ["", *DEFICIENCIES])
def test_inks_stand_out_on_every_surface(deficiency: str) -> None:
    """WCAG AA for normal text."""
    for ink in INKS:
        for surface in (theme.GROUND, theme.RAISED):
            seen = [_seen(each, deficiency) for each in (theme.rgba(ink), surface)]
            assert contrast(*seen) >= 4.5, ink


def test_faces_stand_out_on_their_dice() -> None:
    """The symbols are large: 3 : 1 is enough."""
    for die, body in theme.DIE_BODIES.items():
        assert contrast(theme.DIE_INKS[die], body) >= 3
