"""The reveal lights up within a second, ends with a tap, and stays still where nobody wants it."""

from __future__ import annotations

import pytest

from kivy_ui import theme
from kivy_ui.screens.summary import SummaryPhase
from kivy_ui.settings import LookSettings, UiSettings
from kivy_ui.widgets.appear import delays_s
from tests.ui import counted_scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


@pytest.mark.parametrize("groups", [1, 2, 5])
def test_all_light_up_within_a_second(groups: int) -> None:
    """The first at once, the last one ends with the second."""
    delays = delays_s(groups)
    assert delays[0] == 0.0
    assert delays == tuple(sorted(delays))
    assert delays[-1] + theme.MOTION_S <= theme.REVEAL_S == 1.0


def _summary(hand: Hand, table: fake.FakeTable) -> list[float]:
    table.show(next(v for name, v, _ in counted_scenes.all_scenes() if name == "summary"))
    hand.wait(2)
    assert hand.app.current_screen == "summary"
    return [head.opacity for head in hand.widgets(SummaryPhase)]


def test_a_tap_ends_the_motion_and_the_round_is_not_shown_twice() -> None:
    """At first the later phases are unlit; after a tap, and when shown again, all are lit."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table) as hand:
        assert min(_summary(hand, table)) < 1.0
        hand.tap_at(400, 130)
        assert {head.opacity for head in hand.widgets(SummaryPhase)} <= {1.0}
        hand.app.root.visit(None)
        assert set(_summary(hand, table)) == {1.0}


def test_without_motion_everything_is_lit_at_once() -> None:
    """The setting for people whom motion disturbs."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table, settings=UiSettings(look=LookSettings(motion=False))) as hand:
        assert set(_summary(hand, table)) == {1.0}
