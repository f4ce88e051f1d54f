"""Ready buttons and their LEDs on the GPIO pins of a Raspberry Pi.

Wiring, for each seat: a push button between its pin and ground (with the internal pull-up) and an
LED with a series resistor of about 330 ohm from its pin to ground.
Not tested on real hardware yet: the tests use gpiozero's mock pins.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from types import TracebackType
from typing import Any, Final

from gpiozero import LED, Button

from companion.session.table_port import DeviceState
from hardware.buttons.debounce import Debounce
from hardware.buttons.pin_factory import open_pin_factory
from hardware.errors import ButtonsUnavailableError

log = logging.getLogger(__name__)

DEFAULT_BUTTON_PINS: Final = (5, 6, 13, 19, 26)
"""BCM numbers for seats 1 to 5: header pins 29, 31, 33, 35, 37, with ground on 39."""

DEFAULT_LIGHT_PINS: Final = (12, 16, 20, 21, 25)
"""BCM numbers for seats 1 to 5: header pins 32, 36, 38, 40, 22. None is a UART, I2C or SPI0 pin."""

DEFAULT_BOUNCE_S: Final = 0.03


class TableButton:
    """A push button between a GPIO pin and ground.

    ``on_press`` runs on gpiozero's thread: it must only enqueue a message.

    Args:
        pin: BCM number of the pin.
        on_press: called once for each press.
        bounce_s: debounce interval in seconds.
        pin_factory: None uses gpiozero's default; tests pass a ``MockFactory``.
        clock: monotonic seconds.

    Raises:
        ButtonsUnavailableError: if the pin cannot be opened.
    """

    def __init__(
        self,
        pin: int,
        on_press: Callable[[], None],
        *,
        bounce_s: float = DEFAULT_BOUNCE_S,
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_press = on_press
        self._debounce = Debounce(bounce_s)
        self._clock = clock
        # gpiozero's bounce_time is not used: its mock pins ignore it, and the pin factories
        # implement it differently. Ours behaves the same everywhere.
        self._button = _open(partial(Button, pin, pin_factory=pin_factory), pin)
        self._button.when_pressed = self._closed
        self._button.when_released = self._opened

    def close(self) -> None:
        """Release the pin. Safe to call twice."""
        self._button.close()

    def __enter__(self) -> "TableButton":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _closed(self) -> None:
        if self._debounce.is_press(closed=True, now_s=self._clock()):
            self._on_press()

    def _opened(self) -> None:
        self._debounce.is_press(closed=False, now_s=self._clock())


class GpioButtons:
    """One button and one LED for each seat.

    Args:
        button_pins: seat -> BCM number of its button.
        light_pins: seat -> BCM number of its light; seats may be missing.
        bounce_s: debounce interval in seconds.
        pin_factory: None uses gpiozero's default; tests pass a ``MockFactory``.
        clock: monotonic seconds.

    Raises:
        ButtonsUnavailableError: a pin or the library for pins cannot be opened, or a pin is used
            twice; none stays open.
    """

    def __init__(
        self,
        button_pins: Mapping[int, int],
        light_pins: Mapping[int, int],
        *,
        bounce_s: float = DEFAULT_BOUNCE_S,
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lock = threading.Lock()
        self._on_press: Callable[[int], None] | None = None
        self._closed = False
        self._buttons: list[TableButton] = []
        self._lights: dict[int, Any] = {}
        if pin_factory is None:
            pin_factory = open_pin_factory()
        try:
            for seat, pin in light_pins.items():
                self._lights[seat] = _open(partial(LED, pin, pin_factory=pin_factory), pin)
            for seat, pin in button_pins.items():
                button = TableButton(
                    pin,
                    self._reporter(seat),
                    bounce_s=bounce_s,
                    pin_factory=pin_factory,
                    clock=clock,
                )
                self._buttons.append(button)
        except ButtonsUnavailableError:
            self.close()
            raise

    @property
    def state(self) -> DeviceState:
        """``READY`` until closed: GPIO pins cannot be disconnected."""
        return DeviceState.ABSENT if self._closed else DeviceState.READY

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press, from gpiozero's thread."""
        self._on_press = on_press

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light; seats without a light are ignored."""
        with self._lock:
            light = None if self._closed else self._lights.get(seat)
            if light is not None:
                light.value = int(on)

    def close(self) -> None:
        """Switch the lights off and release the pins. Safe to call twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        for button in self._buttons:
            button.close()
        for light in self._lights.values():
            light.off()
            light.close()

    def _reporter(self, seat: int) -> Callable[[], None]:
        def report() -> None:
            if self._on_press is not None:
                self._on_press(seat)

        return report


def _open(make: Callable[[], Any], pin: int) -> Any:
    try:
        return make()
    except Exception as err:
        # Each GPIO library has its own exceptions, derived directly from Exception: a busy pin
        # raises lgpio.error, which gpiozero does not wrap.
        reason = str(err).strip().splitlines()[0] if str(err).strip() else type(err).__name__
        raise ButtonsUnavailableError(name=f"GPIO{pin}", reason=reason.rstrip(".")) from err
