"""Pins: bouncing contacts, pins that cannot be opened."""

import threading

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.session.table_port import DeviceState
from hardware.buttons.debounce import Debounce
from hardware.buttons.gpio_buttons import GpioButtons, TableButton
from hardware.buttons.keyboard_buttons import KeyboardButtons
from hardware.buttons.retried_buttons import RetriedButtons
from hardware.errors import ButtonsUnavailableError, DriverStuckError
from tests.hardware.board.lgpio_stub import pins_of_a_board
from tests.waiting import until

BOUNCE_S = 0.03


class Bench:
    """A button on a mock pin with a clock moved by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.presses = 0
        factory = MockFactory()
        self.button = TableButton(
            5, self._count, bounce_s=BOUNCE_S, pin_factory=factory, clock=lambda: self.now_s
        )
        self.pin = factory.pin(5)

    def _count(self) -> None:
        self.presses += 1

    def edges(self, *steps_ms: float) -> None:
        """Turn the contact over after each of the steps."""
        for step_ms in steps_ms:
            self.now_s += step_ms / 1000
            (self.pin.drive_low if self.pin.state else self.pin.drive_high)()


def test_a_bouncing_push_counts_once() -> None:
    """Closing bounces for 12 ms, stays closed, opens with bounces too."""
    bench = Bench()
    bench.edges(500, 1, 2, 3, 6)  # ends closed
    bench.edges(200, 2, 1, 4, 3)  # ends open
    assert bench.presses == 1
    bench.edges(400, 200)
    assert bench.presses == 2


def test_the_first_edge_counts_at_once() -> None:
    """No delay: the press is told before the contact is quiet."""
    bench = Bench()
    bench.edges(500)
    assert bench.presses == 1


def test_quick_presses_all_count() -> None:
    """Eight pushes a second are still eight."""
    bench = Bench()
    for _ in range(8):
        bench.edges(70, 55)
    assert bench.presses == 8


@given(st.lists(st.floats(0.0, 0.029), max_size=30))
def test_no_chatter_is_ever_a_second_press(chatter_s: list[float]) -> None:
    """However the contact bounces within the quiet time, a push is one press."""
    debounce, now_s, closed, presses = Debounce(BOUNCE_S), 10.0, True, 1
    assert debounce.is_press(closed=True, now_s=now_s)
    for step_s in chatter_s:
        now_s, closed = now_s + step_s, not closed
        presses += debounce.is_press(closed=closed, now_s=now_s)
    assert presses == 1


def test_a_pin_used_twice_is_refused_and_nothing_stays_open() -> None:
    """The error names the pin; the other pins can be opened again."""
    factory = MockFactory()
    with pytest.raises(ButtonsUnavailableError, match="GPIO5"):
        GpioButtons({1: 5}, {1: 5}, pin_factory=factory)
    buttons = GpioButtons({1: 5}, {1: 12}, pin_factory=factory)
    states = [buttons.state]
    buttons.close()
    assert [*states, buttons.state] == [DeviceState.READY, DeviceState.ABSENT]


def test_a_pin_that_does_not_exist_is_refused() -> None:
    """A wrong number in the settings is one sentence with a hint."""
    with pytest.raises(ButtonsUnavailableError, match="GPIO99") as caught:
        GpioButtons({1: 99}, {}, pin_factory=MockFactory())
    assert caught.value.code == "buttons_unavailable"
    assert "config.toml" in caught.value.hint_text


def test_seats_may_have_no_light() -> None:
    """A table with buttons only works."""
    buttons = GpioButtons({1: 5}, {}, pin_factory=MockFactory())
    buttons.set_light(1, on=True)
    assert buttons.state is DeviceState.READY
    buttons.close()


def test_a_pin_that_somebody_else_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An overlay or another program: lgpio's own error becomes one sentence with what to do."""
    pins, factory = pins_of_a_board(monkeypatch)
    pins.busy = {19}
    with pytest.raises(ButtonsUnavailableError, match="GPIO19 cannot be used: 'GPIO busy'") as err:
        GpioButtons({1: 5, 2: 19}, {1: 12}, pin_factory=factory)
    assert "overlay" in err.value.hint_text


def test_a_busy_pin_is_tried_again_until_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then the buttons are lost and say why; lights are as the game wants them."""
    pins, factory = pins_of_a_board(monkeypatch)
    pins.busy = {19}
    buttons = RetriedButtons(
        lambda: GpioButtons({1: 19}, {1: 12}, pin_factory=factory), retry_s=0.005
    )
    presses: list[int] = []
    buttons.start(presses.append)
    buttons.set_light(1, on=True)
    states = [buttons.state]
    assert isinstance(buttons.fault, ButtonsUnavailableError)
    pins.busy.clear()
    until(lambda: buttons.fault is None)
    states.append(buttons.state)
    assert pins.levels[12] == 1
    buttons.close()
    assert [*states, buttons.state] == [DeviceState.LOST, DeviceState.READY, DeviceState.ABSENT]
    assert pins.levels[12] == 0
    buttons.close()


def test_a_stuck_pin_driver_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A light that does not answer is a fault that is shown; it ends when the driver answers."""
    monkeypatch.setattr("hardware.buttons.retried_buttons._CALL_LIMIT_S", 0.02)
    answers = threading.Event()

    class Stuck(KeyboardButtons):
        def set_light(self, seat: int, *, on: bool) -> None:
            answers.wait()
            super().set_light(seat, on=on)

    keys = Stuck()
    buttons = RetriedButtons(lambda: keys)
    buttons.set_light(1, on=True)
    assert buttons.state is DeviceState.LOST
    assert isinstance(buttons.fault, DriverStuckError)
    answers.set()
    until(lambda: keys.lit == {1})

    def is_ready() -> bool:
        buttons.set_light(2, on=True)
        return buttons.state is DeviceState.READY

    until(is_ready)
    assert keys.lit == {1, 2}
    buttons.close()
