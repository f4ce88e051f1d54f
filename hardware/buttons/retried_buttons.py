"""Ready buttons whose opening is retried in the background, and whose driver may be stuck."""

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Final

from companion.errors import CompanionError
from companion.session.table_port import DeviceState
from hardware.buttons.button_group import ButtonDevice
from hardware.driver import Driver
from hardware.errors import DriverStuckError

log = logging.getLogger(__name__)

_RETRY_S: Final = 30.0
_OPEN_LIMIT_S: Final = 5.0
_CALL_LIMIT_S: Final = 1.0


class RetriedButtons:
    """Buttons that are opened now, or retried until that succeeds.

    Args:
        open_buttons: opens them; raises a ``CompanionError`` on failure.
        name: of the device, for errors.
        retry_s: retry interval.
    """

    def __init__(
        self,
        open_buttons: Callable[[], ButtonDevice],
        *,
        name: str = "GPIO",
        retry_s: float = _RETRY_S,
    ) -> None:
        self._open = open_buttons
        self._name = name
        self._driver = Driver()
        self._retry_s = retry_s
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self._on_press: Callable[[int], None] | None = None
        self._lit: set[int] = set()
        self._buttons: ButtonDevice | None = None
        self.fault: CompanionError | None = None
        """The last error while they cannot be opened or do not respond."""
        if not self._try_open():
            threading.Thread(target=self._retry_loop, name="buttons", daemon=True).start()

    @property
    def state(self) -> DeviceState:
        """``LOST`` while there is a fault, else the state of the wrapped buttons."""
        if self._closing.is_set():
            return DeviceState.ABSENT
        if self._buttons is None or self.fault is not None:
            return DeviceState.LOST
        return self._buttons.state

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press, once they are open."""
        with self._lock:
            self._on_press = on_press
            if self._buttons is not None:
                self._buttons.start(on_press)

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light, once they are open."""
        with self._lock:
            (self._lit.add if on else self._lit.discard)(seat)
            if self._buttons is not None:
                self._switch(self._buttons, seat, on=on)

    def close(self) -> None:
        """Release them. Safe to call twice."""
        self._closing.set()
        with self._lock:
            if self._buttons is not None:
                self._driver.release(self._buttons.close, name=self._name, limit_s=_CALL_LIMIT_S)

    def _retry_loop(self) -> None:
        while not self._closing.wait(self._retry_s):
            if self._try_open():
                return

    def _try_open(self) -> bool:
        with self._lock:
            if self._closing.is_set():
                return True
            try:
                buttons = self._driver.call(
                    self._open_lit,
                    name=self._name,
                    limit_s=_OPEN_LIMIT_S,
                    late=lambda buttons: buttons.close(),
                )
            except CompanionError as err:
                # Its traceback would keep half-opened pins referenced, so that they stay busy.
                err.__cause__ = err.__context__ = None
                self.fault = err.with_traceback(None)
                return False
            if self._on_press is not None:
                buttons.start(self._on_press)
            self._buttons, self.fault = buttons, None
            return True

    def _open_lit(self) -> ButtonDevice:
        buttons = self._open()
        for seat in self._lit:
            buttons.set_light(seat, on=True)
        return buttons

    def _switch(self, buttons: ButtonDevice, seat: int, *, on: bool) -> None:
        switch = partial(buttons.set_light, seat, on=on)
        try:
            self._driver.call(switch, name=self._name, limit_s=_CALL_LIMIT_S)
        except DriverStuckError as err:
            self.fault = err.with_traceback(None)
        else:
            self.fault = None
