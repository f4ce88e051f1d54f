"""The guide of the first game: whole in every language, left and resumed."""

from __future__ import annotations

import pytest

from companion.i18n import LANGUAGES
from companion.preferences import Preferences
from kivy_ui.games.roll.guide import STEPS, GuidePresenter
from kivy_ui.settings import Services, UiSettings
from kivy_ui.widgets.text import Text
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand


def test_the_guide_goes_on_where_it_was_left() -> None:
    """Each step is remembered at once; after the last one it begins anew."""
    kept: list[int] = []
    ui, _ = a_context(None, services=Services(remember=lambda guide_step: kept.append(guide_step)))
    guide = GuidePresenter(ui)
    guide.primary()
    guide.primary()
    guide.undo()
    assert kept == [1, 2, 1]
    again, _ = a_context(None, preferences=Preferences(guide_step=kept[-1]))
    assert GuidePresenter(again).step is STEPS[1]
    for _ in STEPS[1:]:
        guide.primary()
    assert ui.preferences.guide_step == 0
    assert ui.visiting is None


def test_a_step_that_no_longer_exists_is_the_last() -> None:
    """A newer program wrote the file."""
    ui, _ = a_context(None, preferences=Preferences(guide_step=99))
    assert GuidePresenter(ui).step is STEPS[-1]


@pytest.mark.parametrize("size_px", [(800, 480), (720, 1280)])
def test_every_step_fits_in_every_language(size_px: tuple[int, int]) -> None:
    """Drawing, what to do and why: nothing is cut off."""
    table = fake.FakeTable(fake.an_update(None))
    with Hand(table, size_px=size_px, settings=UiSettings()) as hand:
        hand.app.root.visit("guide")
        cut: list[str] = []
        for _ in STEPS:
            for language in LANGUAGES:
                hand.app.choose_language(language.key)
                hand.wait()
                cut += [text.text for text in hand.widgets(Text) if text.overflowing]
            hand.app.root.primary()
            hand.wait(2)
    assert not cut


def test_the_guide_is_in_the_menu() -> None:
    """From the menu to the second step, to the players and back."""
    table = fake.FakeTable(fake.an_update(None))
    with Hand(table) as hand:
        hand.menu("First game")
        assert hand.reads("1. VP pool")
        hand.tap_text("Next")
        assert hand.reads("2. Tiles into the bag")
        hand.tap_text("Choose players")
        assert hand.app.current_screen == "start"
