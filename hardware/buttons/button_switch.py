"""Routes button presses to a hardware test instead of the game."""

import threading
from collections.abc import Callable

from companion.session.table_port import DeviceState
from hardware.buttons.button_group import ButtonDevice


class ButtonSwitch:
    """Ready buttons whose presses go to the game or, during a test, to the test's callback.

    Lights that the game sets during a test are stored and applied after it.

    Args:
        buttons: the wrapped device; closed with this.
        seats: the seats that have lights.
    """

    def __init__(self, buttons: ButtonDevice, *, seats: range = range(1, 6)) -> None:
        self._buttons = buttons
        self._seats = seats
        self._lock = threading.Lock()
        self._lit: set[int] = set()
        self._game: Callable[[int], None] | None = None
        self._tester: Callable[[int], None] | None = None

    @property
    def state(self) -> DeviceState:
        return self._buttons.state

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press outside a test."""
        self._game = on_press
        self._buttons.start(self._pressed)

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light; during a test it is deferred until its end."""
        with self._lock:
            (self._lit.add if on else self._lit.discard)(seat)
            if self._tester is None:
                self._buttons.set_light(seat, on=on)

    def close(self) -> None:
        """Release the devices. Safe to call twice."""
        self._buttons.close()

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        """Route presses to *on_press*; all lights go out."""
        with self._lock:
            self._tester = on_press
            for seat in self._seats:
                self._buttons.set_light(seat, on=False)

    def set_test_light(self, seat: int, *, on: bool) -> None:
        with self._lock:
            if self._tester is not None:
                self._buttons.set_light(seat, on=on)

    def end_test(self) -> None:
        """Route presses to the game and restore its lights. Safe to call twice."""
        with self._lock:
            if self._tester is None:
                return
            self._tester = None
            for seat in self._seats:
                self._buttons.set_light(seat, on=seat in self._lit)

    def _pressed(self, seat: int) -> None:
        handler = self._tester or self._game
        if handler is not None:
            handler(seat)
