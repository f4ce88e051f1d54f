"""Dice that do not fit into their row are counted; none vanishes without a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kivy_ui import theme

EDGE_PX = 30.0
NUMBER_PX = 20.0

KINDS = st.sampled_from(sorted(theme.DIE_BODIES))


def _piece_px(die: str, count: int) -> float:
    return (EDGE_PX if die else 0.0) + (NUMBER_PX if count > 1 or not die else 0.0)


def test_all_dice_are_drawn_where_they_fit() -> None:
    """In the order in which they lie."""
    from kivy_ui.widgets.dice_row import arrange

    dice = ("home", "genes", "home")
    assert arrange(dice, 90, 1, _piece_px) == ([[(die, 1) for die in dice]], 0)
    assert arrange(dice, 60, 2, _piece_px)[0] == [[("home", 1), ("genes", 1)], [("home", 1)]]


def test_kinds_are_counted_and_the_rest_is_said() -> None:
    """Seven workers of one kind, and more kinds than there is room for."""
    from kivy_ui.widgets.dice_row import arrange

    assert arrange(("home",) * 7, 110, 1, _piece_px) == ([[("home", 7)]], 0)
    dice = ("home", "home", "genes", "military", "novelty")
    assert arrange(dice, 70, 1, _piece_px) == ([[("home", 2)]], 3)


@given(st.lists(KINDS, max_size=20), st.integers(50, 400), st.integers(1, 3))
def test_no_die_is_lost(dice: list[str], width_px: int, rows: int) -> None:
    """Drawn and left out are all there are, and everything fits."""
    from kivy_ui.widgets.dice_row import arrange

    shown, left_out = arrange(dice, width_px, rows, _piece_px)
    assert sum(count for row in shown for _, count in row) + left_out == len(dice)
    assert len(shown) <= rows
    for row in shown:
        assert sum(_piece_px(*piece) for piece in row) <= width_px


@pytest.mark.parametrize(("change", "text"), [(3, "+3"), (-6, "\N{MINUS SIGN}6"), (0, "+0")])
def test_losses_carry_a_minus(change: int, text: str) -> None:
    """Colour alone does not say it."""
    from kivy_ui.common.numbers import signed

    assert signed(change) == text
