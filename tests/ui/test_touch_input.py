"""A finger on a panel is a touch in the window, at the same place."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from kivy.base import EventLoop

from companion.session.service_ports import Touch, TouchPhase
from kivy_ui.pages.page import Frame
from kivy_ui.settings import UiSettings
from kivy_ui.touch_input import TouchInput
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


def test_a_finger_on_a_panel_presses_what_is_under_it(table: fake.FakeTable) -> None:
    """Down and up are one press; the panel counts from the top."""
    from kivy.core.window import Window

    waiting: deque[Touch] = deque()

    def touches() -> Iterator[Touch]:
        while waiting:
            yield waiting.popleft()

    table.update = fake.an_update(fake.assigning())
    with Hand(table, settings=UiSettings(touches=touches)) as hand:
        x, y = hand.place_on_page(Frame.MENU)
        for phase in (TouchPhase.BEGIN, TouchPhase.UPDATE, TouchPhase.END):
            waiting.append(Touch(64, phase, x / Window.width, 1 - y / Window.height))
            hand.wait(2)
        hand.wait()
        assert hand.app.current_screen == "menu"
        for provider in EventLoop.input_providers[:]:
            if isinstance(provider, TouchInput):
                EventLoop.remove_input_provider(provider)
