"""A finger that rests on a symbol opens the legend at it, and presses nothing."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roll.model.dice import DieType, Face
from companion.i18n import LANGUAGES, translator
from kivy_ui.games.roll.legend import legend
from kivy_ui.panels.legend import SymbolRow
from kivy_ui.widgets import long_press
from kivy_ui.widgets.drawn import IconView
from kivy_ui.widgets.icons import ICONS
from kivy_ui.widgets.text import Text
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_every_face_and_die_is_explained(language: str) -> None:
    """The held one first; every icon of the legend is one that is drawn."""
    symbols = legend(translator(language), "ship")
    assert symbols[0].key == "ship"
    keys = {symbol.key for symbol in symbols}
    assert {face.value for face in Face} | {die.value for die in DieType} <= keys
    others = keys - {face.value for face in Face} - {die.value for die in DieType}
    assert others - {"development", "world"} <= set(ICONS)
    assert all(symbol.name and symbol.meaning for symbol in symbols)


def _hold(hand: Hand, widget: Any) -> None:
    """Rest on the middle of *widget* until the legend would come, then lift the finger."""
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*widget.to_window(*widget.center))
    touch.touch_down()
    hand.wait(1)
    touch.ud["held"].cancel()
    hand.app.root._held(touch)
    hand.wait(1)
    touch.touch_up()
    hand.wait()


def test_holding_a_phase_explains_it_and_taps_nothing() -> None:
    """The symbol of a phase; the legend closes as any panel does."""
    table = fake.FakeTable(fake.an_update(fake.playing()))
    with Hand(table) as hand:
        glyph = next(each for each in hand.widgets(IconView) if each.name.endswith("settle"))
        _hold(hand, glyph)
        assert hand.panel_name == "LegendPanel"
        assert table.posted == []
        assert hand.app.root.panel._held == "settle"
        hand.app.root.close_panel()


def test_what_is_no_symbol_of_the_game_explains_nothing() -> None:
    """Holding "undo" opens no legend."""
    table = fake.FakeTable(fake.an_update(fake.playing()))
    with Hand(table) as hand:
        undo = hand.button(icon="undo")
        assert long_press.symbol_at(hand.app.root, *undo.center) == "undo"
        assert not hand.app.root.explain("undo")
        assert hand.panel_name == ""


@pytest.mark.parametrize("size_px", [(800, 480), (720, 1280)])
def test_all_of_the_legend_can_be_read(size_px: tuple[int, int]) -> None:
    """Nothing is cut off in any language."""
    table = fake.FakeTable(fake.an_update(fake.playing()))
    with Hand(table, size_px=size_px) as hand:
        hand.app.root.explain("ship")
        cut: list[str] = []
        for language in LANGUAGES:
            hand.app.choose_language(language.key)
            hand.wait()
            rows = hand.widgets(SymbolRow)
            cut += [
                text.text for row in rows for text in row.walk()
                if isinstance(text, Text) and text.overflowing
            ]  # fmt: skip
        assert not cut
