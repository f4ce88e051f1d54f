"""The reveal's motion: dice appear, doubts pulse, phases glow; a tap or a setting ends it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.preferences import Preferences
from kivy_ui import theme
from kivy_ui.screens.parts import SmallBadge
from kivy_ui.screens.reveal import DieRowView
from kivy_ui.screens.summary import SummaryCellView, SummaryPhase, SummaryRow
from kivy_ui.settings import UiSettings
from kivy_ui.widgets.animations import delays_s, pulse
from kivy_ui.widgets.drawn import DieView
from kivy_ui.widgets.mat import MatDie
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
    with Hand(table, settings=UiSettings(preferences=Preferences(motion=False))) as hand:
        assert not any(_summary(hand, table)[0])


def test_the_phases_show_who_selected_them() -> None:
    """Five selected the same one: all their numbers."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table) as hand:
        _summary(hand, table)
        active = [head for head in hand.widgets(SummaryPhase) if head.active]
        badges = {badge.number for head in active for badge in head.ids.badges.children}
        assert badges == set("12345")
        assert sum(1 for _ in hand.widgets(SmallBadge)) == len(badges)


def _reveal(hand: Hand, table: fake.FakeTable, lights: list[float]) -> list[float]:
    """Let *lights* pulse on a doubtful die; returns how large the dice are at first."""
    table.show(fake.revealing())
    hand.wait(2)
    sizes = [die.grown for die in hand.widgets(MatDie)]
    assert sizes
    screen = hand.app.root.screen
    for light in theme.PULSE_LIGHTS:
        screen._shine(light)
        doubtful = [row.light for row in hand.widgets(DieRowView) if row.doubtful]
        assert len(doubtful) == 1
        lights += doubtful
    return sizes


def test_dice_appear_once_and_a_tap_ends_it() -> None:
    """They close in on their size; the same mat shown again has it at once."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table) as hand:
        lights: list[float] = []
        assert max(_reveal(hand, table, lights)) > 1.0
        assert tuple(lights) == theme.PULSE_LIGHTS
        hand.tap_at(400, 440)
        assert {die.grown for die in hand.widgets(MatDie)} == {1.0}
        hand.app.root.screen.choose(2)
        hand.tap_at(400, 440)
        hand.app.root.screen.choose(1)
        assert {die.grown for die in hand.widgets(MatDie)} == {1.0}


def test_without_motion_dice_lie_and_doubts_stand_still() -> None:
    """Their marks stay; nothing is drawn by itself."""
    table = fake.FakeTable(fake.an_update(fake.assigning()))
    with Hand(table, settings=UiSettings(preferences=Preferences(motion=False))) as hand:
        lights: list[float] = []
        assert set(_reveal(hand, table, lights)) == {1.0}
        assert set(lights) == {0.0}
        assert any(die.doubtful for die in hand.widgets(MatDie))


def test_a_pulse_is_a_few_steps_a_second() -> None:
    """A die in doubt must not keep the window drawing all the time."""
    lights = [pulse(number / 100) for number in range(100)]
    changes = sum(one != other for one, other in pairwise(lights))
    assert changes <= 4
    assert {min(lights), max(lights)} == {0.0, 1.0}
