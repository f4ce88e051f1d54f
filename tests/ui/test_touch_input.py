"""A finger on a panel is a touch in the window, at the same place."""

from collections import deque
from collections.abc import Callable, Iterator

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.session.service_ports import Touch, TouchPhase
from kivy_ui.pages.page import Frame
from kivy_ui.settings import UiSettings
from kivy_ui.touch_input import TouchInput
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


class Panel:
    """A panel on which a test lays a finger."""

    def __init__(self) -> None:
        self.waiting: deque[Touch] = deque()
        self.arrived: Callable[[], None]

    def listen(self, arrived: Callable[[], None]) -> None:
        self.arrived = arrived

    def drain(self) -> Iterator[Touch]:
        while self.waiting:
            yield self.waiting.popleft()

    def touch(self, touch: Touch) -> None:
        self.waiting.append(touch)
        self.arrived()


def test_a_finger_on_a_panel_presses_what_is_under_it(table: fake.FakeTable) -> None:
    """Down and up are one press; the panel counts from the top."""
    from kivy.core.window import Window

    panel = Panel()
    table.update = fake.an_update(fake.assigning())
    with Hand(table, settings=UiSettings(touches=panel)) as hand:
        x, y = hand.place_on_page(Frame.MENU)
        for phase in (TouchPhase.BEGIN, TouchPhase.UPDATE, TouchPhase.END):
            panel.touch(Touch(64, phase, x / Window.width, 1 - y / Window.height))
            hand.wait(2)
        hand.wait()
        assert hand.app.current_screen == "menu"
        for provider in EventLoop.input_providers[:]:
            if isinstance(provider, TouchInput):
                EventLoop.remove_input_provider(provider)


def test_a_touch_wakes_a_window_that_waits_for_its_next_frame(table: fake.FakeTable) -> None:
    """Read only when the frame is due, a touch is seen up to a sixtieth of a second late."""
    panel = Panel()
    with Hand(table, settings=UiSettings(touches=panel)):
        due = list(Clock.get_events())
        panel.touch(Touch(64, TouchPhase.BEGIN, 0.5, 0.5))
        assert [each.timeout for each in Clock.get_events() if each not in due] == [0]
