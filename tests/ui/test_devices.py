"""The page of the devices: presses, lamps, what works, and that the game hears nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.i18n import LANGUAGES
from companion.session.errors import CameraLostError
from companion.session.service_ports import Condition, DeviceLine, DeviceService
from kivy_ui.settings import Services, UiSettings
from kivy_ui.window.devices import DevicesPresenter
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand
from tests.ui.test_layout import SIZES, _text_faults, _touch_faults

PARTS = tuple(
    DeviceLine(name, condition)
    for name, condition in {
        "versions": Condition.OK,
        "storage": Condition.OK,
        "models": Condition.OK,
        "inference": Condition.FAILED,
        "words": Condition.OK,
        "screen": Condition.OK,
        "pins": Condition.ABSENT,
        "serial": Condition.WARNING,
    }.items()
)
LOST = DeviceLine("camera", Condition.WARNING, CameraLostError(name="imx708"))


class Machine(DeviceService):
    """Stands for the table behind the page."""

    def __init__(self, *lines: DeviceLine) -> None:
        self._lines = lines
        self.press: Callable[[int], None] | None = None
        self.lights: dict[int, bool] = {}
        self.looks = 0

    def lines(self) -> tuple[DeviceLine, ...]:
        return self._lines

    def check_again(self) -> None:
        self.looks += 1

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        self.press = on_press

    def set_light(self, seat: int, *, on: bool) -> None:
        self.lights[seat] = on

    def end_test(self) -> None:
        self.press = None


def test_each_press_is_counted_and_lights_its_lamp() -> None:
    """Once on, once off; a seat that does not exist is ignored."""
    machine = Machine()
    presenter = DevicesPresenter(a_context(None)[0], machine)
    presenter.open()
    assert machine.press is not None
    for seat in (2, 2, 5, 9):
        machine.press(seat)
    presenter.tick()
    seats = presenter.model().seats
    assert [(seat.word, seat.lit) for seat in seats] == [
        ("0 presses", False), ("2 presses", False), ("0 presses", False), ("0 presses", False),
        ("1 press", True),
    ]  # fmt: skip
    assert machine.lights == {2: False, 5: True}
    presenter.toggle(5)
    assert machine.lights[5] is False


def test_what_is_wrong_says_what_to_do() -> None:
    """The first trouble with its hint; without one, how to go on."""
    presenter = DevicesPresenter(a_context(None)[0], Machine(*PARTS, LOST))
    assert "imx708" in presenter.model().trouble
    assert "cable" in presenter.model().trouble
    assert presenter.model().lines[3].word == "does not work"
    assert not presenter.model().lines[3].fine
    assert "Checking" in DevicesPresenter(a_context(None)[0], Machine()).model().trouble
    assert (
        "Press each button" in DevicesPresenter(a_context(None)[0], Machine(*PARTS)).model().trouble
    )


@pytest.mark.parametrize("size_px", SIZES, ids=lambda size_px: "x".join(map(str, size_px)))
def test_the_page_fits_and_the_test_ends_with_it(
    table: fake.FakeTable, size_px: tuple[int, int]
) -> None:
    """In every language; pressing shows at once, closing gives the buttons back to the game."""
    from kivy_ui.panels.devices import DevicesPanel

    faults: list[str] = []
    for language in LANGUAGES:
        machine = Machine(*PARTS, LOST)
        with Hand(table, language=language.key, size_px=size_px) as hand:
            root = hand.app.root
            root.open_panel(DevicesPanel(root.presenters, root, machine))
            hand.wait(3)
            faults += [*_text_faults(hand), *_touch_faults(hand, size_px)]
            assert machine.looks == 1
            assert machine.press is not None
            machine.press(3)
            until_s = time.monotonic() + 10
            while not _lit(root.panel) and time.monotonic() < until_s:
                hand.wait(1)
            assert _lit(root.panel) == [3]
            root.close_panel()
            hand.wait()
            assert machine.press is None
    assert not faults, "\n".join(faults)


def test_the_menu_leads_to_it(table: fake.FakeTable) -> None:
    """To the machine that the window was given."""
    machine = Machine(*PARTS)
    with Hand(table, settings=UiSettings(services=Services(devices=machine))) as hand:
        hand.app.root.menu()
        hand.wait()
        hand.app.root.panel.devices()
        hand.wait(2)
        assert hand.panel_name == "DevicesPanel"
        assert machine.looks == 1


def _lit(panel: Any) -> list[int]:
    return [lamp.number for lamp in panel.ids.seats.children if lamp.lit]
