"""A new question takes no touch for a moment: a second tap was meant for what was there."""

from __future__ import annotations

from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def test_the_main_button_settles_when_it_means_something_else() -> None:
    """Its word changes under the finger at the last step of the guide."""
    from kivy_ui.shell import MainButton
    from kivy_ui.widgets import touch_guard

    with Hand(fake.FakeTable(fake.an_update(fake.managing()))) as hand:
        hand.app.root.visit("guide")
        hand.wait()
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
