"""At rest a list shows whole rows; what is hidden is a tap or a swipe away."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui import fake_table as fake
from tests.ui.hand import Hand
from tests.ui.list_faults import list_faults


@pytest.fixture
def hand() -> Hand:
    return Hand(
        fake.FakeTable(
            fake.an_update(
                fake.revealing(),
            )
        )
    )


def test_rows_are_whole_wherever_the_list_rests(hand: Hand) -> None:
    """Covers lie over what is cut, at both edges; while the list moves there are none."""
    from kivy_ui.widgets.row_scroll import RowScroll

    with hand:
        view = _a_list(hand)
        root = hand.app.root
        assert isinstance(view, RowScroll)
        assert view.below_px > 0
        assert view.above_px == 0
        assert not list_faults(hand)
        assert view.bar_inactive_color[3] == 0, "the arrow on the cover says that there is more"
        view.scroll_y = 0.47
        assert (view.below_px, view.above_px) == (0, 0)
        assert list_faults(hand)
        hand.wait_until(lambda: view.below_px > 0)
        assert view.above_px > 0
        assert not list_faults(hand)
        view.scroll_y = 1.0
        hand.wait_until(lambda: view.below_px > 0)
        root.remove_widget(view)


def test_a_tap_on_the_cover_turns_the_page(hand: Hand) -> None:
    """The row below it, which nobody sees whole, is not pressed."""
    with hand:
        view = _a_list(hand)
        pressed: list[str] = []
        for row in view._viewport.children:
            row.bind(on_release=lambda tapped: pressed.append(tapped.text))
        hand.tap_at(view.center_x, view.y + view.below_px / 2)
        assert view.scroll_y == pytest.approx(1 - 200 / 370), "four rows of fifty were whole"
        assert pressed == []
        view.scroll_y = 0.47
        hand.wait_until(lambda: view.above_px > 0)
        hand.tap_at(view.center_x, view.top - view.above_px / 2)
        assert view.scroll_y > 0.47
        assert pressed == []
        hand.app.root.remove_widget(view)


def _a_list(hand: Hand) -> Any:
    from kivy.uix.boxlayout import BoxLayout

    from kivy_ui.widgets.controls import TextButton
    from kivy_ui.widgets.row_scroll import RowScroll

    view = RowScroll(size_hint=(None, None), size=(400, 230), pos=(100, 100))
    rows = BoxLayout(orientation="vertical", size_hint_y=None, height=50 * 12)
    for number in range(12):
        rows.add_widget(TextButton(text=str(number), size_hint_y=None, height=50))
    view.add_widget(rows)
    hand.app.root.add_widget(view)
    hand.wait()
    return view
