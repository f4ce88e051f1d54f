"""What every set of ready buttons must do, whatever it is made of."""

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from gpiozero.pins.mock import MockFactory

from companion.session.table_port import DeviceState
from hardware.buttons.button_group import ButtonDevice, ButtonGroup
from hardware.buttons.button_switch import ButtonSwitch
from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, DEFAULT_LIGHT_PINS, GpioButtons
from hardware.buttons.keyboard_buttons import KeyboardButtons
from hardware.buttons.serial_buttons import SerialButtons
from tests.firmware.pico_box import PicoBox
from tests.hardware.fake_box import FakeBox
from tests.waiting import until

WAIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Rig:
    """Buttons and the hands and eyes of a person in front of them.

    Attributes:
        push: push the button of a seat and let go.
        shines: whether a seat's light is on.
    """

    buttons: ButtonDevice
    push: Callable[[int], None]
    shines: Callable[[int], bool]


def _gpio() -> Iterator[Rig]:
    factory = MockFactory()
    now_s = [0.0]
    buttons = GpioButtons(
        dict(enumerate(DEFAULT_BUTTON_PINS, 1)),
        dict(enumerate(DEFAULT_LIGHT_PINS, 1)),
        pin_factory=factory,
        clock=lambda: now_s[0],
    )

    def push(seat: int) -> None:
        pin = factory.pin(DEFAULT_BUTTON_PINS[seat - 1])
        for drive in (pin.drive_low, pin.drive_high):
            now_s[0] += 0.2
            drive()

    yield Rig(buttons, push, lambda seat: bool(factory.pin(DEFAULT_LIGHT_PINS[seat - 1]).state))
    buttons.close()
    factory.reset()


def _serial() -> Iterator[Rig]:
    box = FakeBox()
    buttons = SerialButtons(lambda: (box.port,), retry_s=0.01)
    yield Rig(buttons, box.press, lambda seat: box.lights.get(seat, False))
    buttons.close()
    box.unplug()


def _pico() -> Iterator[Rig]:
    box = PicoBox()
    buttons = SerialButtons(lambda: (box.port,), retry_s=0.01)
    yield Rig(buttons, box.press, lambda seat: seat <= 5 and box.lights[seat - 1] == 1)
    buttons.close()
    box.unplug()


def _keyboard() -> Iterator[Rig]:
    buttons = KeyboardButtons()
    yield Rig(buttons, lambda seat: buttons.feed(str(seat)), lambda seat: seat in buttons.lit)
    buttons.close()


def _group() -> Iterator[Rig]:
    silent, keys = KeyboardButtons(), KeyboardButtons()
    group = ButtonGroup([silent, keys])
    yield Rig(group, keys.press, lambda seat: seat in silent.lit and seat in keys.lit)
    group.close()


def _switch() -> Iterator[Rig]:
    keys = KeyboardButtons()
    switch = ButtonSwitch(keys)
    yield Rig(switch, keys.press, lambda seat: seat in keys.lit)
    switch.close()


@pytest.fixture(
    params=[_gpio, _serial, _pico, _keyboard, _group, _switch], ids=lambda make: make.__name__[1:]
)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    yield from request.param()


def _start(rig: Rig) -> queue.Queue[int]:
    presses: queue.Queue[int] = queue.Queue()
    rig.buttons.start(presses.put)
    until(lambda: rig.buttons.state is DeviceState.READY)
    return presses


def test_every_press_is_told_once_with_its_seat(rig: Rig) -> None:
    """One push, one call; also the same seat again."""
    presses = _start(rig)
    for seat in (1, 2, 3, 4, 5, 5, 1):
        rig.push(seat)
        assert presses.get(timeout=WAIT_S) == seat
    assert presses.empty()


def test_lights_follow(rig: Rig) -> None:
    """A light shines until it is switched off; the others do not care."""
    _start(rig)
    rig.buttons.set_light(2, on=True)
    rig.buttons.set_light(4, on=True)
    until(lambda: rig.shines(2) and rig.shines(4))
    rig.buttons.set_light(2, on=False)
    until(lambda: not rig.shines(2))
    assert [seat for seat in range(1, 6) if rig.shines(seat)] == [4]


def test_lights_set_before_the_start_shine(rig: Rig) -> None:
    """A resumed round has its lights at once."""
    rig.buttons.set_light(3, on=True)
    _start(rig)
    until(lambda: rig.shines(3))


def test_a_seat_without_a_light_is_ignored(rig: Rig) -> None:
    """The table may have more seats than the device."""
    presses = _start(rig)
    rig.buttons.set_light(9, on=True)
    rig.push(1)
    assert presses.get(timeout=WAIT_S) == 1


def test_lights_go_out_at_the_end(rig: Rig) -> None:
    """Closing switches off; closing twice and lights after it do nothing."""
    _start(rig)
    rig.buttons.set_light(1, on=True)
    until(lambda: rig.shines(1))
    rig.buttons.close()
    until(lambda: not rig.shines(1))
    rig.buttons.close()
    rig.buttons.set_light(1, on=True)
    assert not rig.shines(1)
