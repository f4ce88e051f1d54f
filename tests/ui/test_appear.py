"""The phases of the reveal glow within a second; a tap or a setting keeps them still."""

from __future__ import annotations

import pytest

from kivy_ui import theme
from kivy_ui.screens.summary import SummaryCellView, SummaryPhase, SummaryRow
from kivy_ui.settings import LookSettings, UiSettings
from kivy_ui.widgets.appear import delays_s
from kivy_ui.widgets.drawn import DieView
from tests.ui import counted_scenes
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


@pytest.mark.parametrize("parts", [1, 2, 5])
def test_all_glow_within_a_second(parts: int) -> None:
    """The first at once, the last one ends with the second."""
    delays = delays_s(parts)
    assert delays[0] == 0.0
    assert delays == tuple(sorted(delays))
    assert delays[-1] + theme.MOTION_S <= theme.REVEAL_S == 1.0


def _summary(hand: Hand, table: fake.FakeTable) -> tuple[list[float], set[float]]:
    """How much the phases that happen glow, and the opacities of all that the page shows."""
    table.show(next(v for name, v, _ in counted_scenes.all_scenes() if name == "summary"))
    hand.wait(2)
    assert hand.app.current_screen == "summary"
    shown = (SummaryPhase, SummaryCellView, SummaryRow, DieView)
    opacities = {part.opacity for kind in shown for part in hand.widgets(kind)}
    return [head.glow for head in hand.widgets(SummaryPhase) if head.active], opacities


def test_nothing_is_dimmed_a_tap_ends_the_motion_and_the_round_is_not_shown_twice() -> None:
    """At first the phases glow; after a tap, and when shown again, nothing does."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table) as hand:
        glows, opacities = _summary(hand, table)
        assert max(glows) > 0.0
        assert opacities <= {0.0, 1.0}  # hidden or fully shown
        hand.tap_at(400, 130)
        assert not any(head.glow for head in hand.widgets(SummaryPhase))
        hand.app.root.visit(None)
        assert not any(_summary(hand, table)[0])


def test_without_motion_nothing_glows() -> None:
    """The setting for people whom motion disturbs."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table, settings=UiSettings(look=LookSettings(motion=False))) as hand:
        assert not any(_summary(hand, table)[0])
