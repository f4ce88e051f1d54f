"""A new question takes no touch for a moment: a second tap was meant for what was there."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.holdings import UNKNOWN
from tests.games.roll.tracked_table import a_game
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def test_a_second_tap_never_answers_a_new_question() -> None:
    """A panel that opens, the screen below one that closes, a line with other buttons."""
    from kivy_ui.panels.choosing import ChoiceItemView
    from kivy_ui.screens.tasks import TaskButtonView, TaskLineView
    from kivy_ui.widgets import touch_guard
    from kivy_ui.widgets.controls import TextButton

    game = a_game().hold(1, cup=(DieType.HOME,) * 2)
    game.reveal(p1=Phase.EXPLORE, p2=Phase.EXPLORE, p3=Phase.SHIP)
    table = fake.FakeTable(fake.an_update(game.view))
    hand = Hand(table)
    hand.settle_s = 3600.0
    with hand:
        line = next(one for one in hand.widgets(TaskLineView) if one.number == 1)
        more = next(
            one for one in line.walk() if isinstance(one, TextButton) and one.icon == "pencil"
        )
        hand.tap(more)
        assert hand.panel_name == "ChoosingPanel"
        items = hand.widgets(ChoiceItemView)
        stock = next(one for one in items if one.text.startswith("Stock"))
        hand.tap(stock)
        assert table.posted == []
        touch_guard.TOUCH_GUARD_S = 0.0
        hand.tap(stock)
        assert len(table.posted) == 1

        touch_guard.TOUCH_GUARD_S = 3600.0
        hand.app.root.close_panel()
        buttons = list(hand.widgets(TaskButtonView))
        hand.tap(buttons[0])
        assert len(table.posted) == 1, "the screen below has come up under the finger"
        touch_guard.TOUCH_GUARD_S = 0.0

        table.show(a_game().reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.SHIP).view)
        hand.wait(4)
        touch_guard.TOUCH_GUARD_S = 3600.0
        hand.tap(next(iter(hand.widgets(TaskButtonView))))
        assert len(table.posted) == 1, "the line asks something else now"


def test_the_main_button_settles_when_it_means_something_else() -> None:
    """Its word changes under the finger when the step does."""
    from kivy_ui.shell import MainButton
    from kivy_ui.widgets import touch_guard

    with Hand(fake.FakeTable(fake.an_update(fake.managing()))) as hand:
        button = next(iter(hand.widgets(MainButton)))
        pressed: list[str] = []
        button.fbind("on_release", lambda tapped: pressed.append(tapped.text))
        touch_guard.TOUCH_GUARD_S = 3600.0
        button.text, button.disabled = "Something else", False
        hand.wait()
        hand.tap(button)
        assert pressed == []
        touch_guard.TOUCH_GUARD_S = 0.0
        hand.tap(button)
        assert pressed == ["Something else"]


def test_every_screen_and_panel_settles() -> None:
    """None of them is left out of the guard."""
    from kivy_ui.panels.base import Panel
    from kivy_ui.screens.base import TableScreen
    from kivy_ui.shell import _SCREENS, screen_class
    from kivy_ui.widgets import touch_guard

    assert issubclass(Panel, touch_guard.TouchGuard)
    assert all(issubclass(screen_class(name), TableScreen) for name in _SCREENS)
    assert issubclass(TableScreen, touch_guard.TouchGuard)


def test_a_button_that_is_refused_says_why() -> None:
    """R-5.6: the last tile of the bag belongs to the explorer before; in the line and the panel."""
    from kivy_ui.panels.choosing import ChoiceItemView
    from kivy_ui.screens.tasks import TaskButtonView

    game = a_game().hold(1, cup=(DieType.HOME,) * 2).hold(2, cup=(DieType.HOME,) * 2)
    game.reveal(p1=Phase.EXPLORE, p2=Phase.EXPLORE, p3=Phase.SHIP)
    assert game.state.tracking is not None
    game.state = replace(game.state, tracking=replace(game.state.tracking, bag=(UNKNOWN,)))
    table = fake.FakeTable(fake.an_update(game.view))
    with Hand(table, language="en") as hand:
        banner = hand.app.root.ids.banner
        hand.tap(next(one for one in hand.widgets(TaskButtonView) if one.refused))
        assert banner.showing
        assert banner.text == "It is not yet the turn of P2."
        assert banner.hint.endswith("Rule R-5.6")
        banner.hide()
        hand.app.root.screen.choose(2)
        hand.wait()
        hand.tap(next(one for one in hand.widgets(ChoiceItemView) if one.refused))
        assert banner.showing
    assert table.posted == []
