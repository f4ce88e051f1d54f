"""Ready buttons whose opening is retried in the background until it succeeds."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final

from companion.errors import CompanionError
from companion.session.table_port import DeviceState
from hardware.buttons.button_group import ButtonDevice

log = logging.getLogger(__name__)

_RETRY_S: Final = 30.0


class RetriedButtons:
    """Buttons that are opened now, or retried until that succeeds.

    Args:
        open_buttons: opens them; raises a ``CompanionError`` on failure.
        retry_s: retry interval.
    """

    def __init__(self, open_buttons: Callable[[], ButtonDevice], *, retry_s: float = _RETRY_S):
        self._open = open_buttons
        self._retry_s = retry_s
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self._on_press: Callable[[int], None] | None = None
        self._lit: set[int] = set()
        self._buttons: ButtonDevice | None = None
        self.fault: CompanionError | None = None
        """The last error while they cannot be opened."""
        if not self._try_open():
            threading.Thread(target=self._retry_loop, name="buttons", daemon=True).start()

    @property
    def state(self) -> DeviceState:
        """``LOST`` while they cannot be opened, then the state of the wrapped buttons."""
        if self._closing.is_set():
            return DeviceState.ABSENT
        return self._buttons.state if self._buttons is not None else DeviceState.LOST

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
                self._buttons.set_light(seat, on=on)

    def close(self) -> None:
        """Release them. Safe to call twice."""
        self._closing.set()
        with self._lock:
            if self._buttons is not None:
                self._buttons.close()

    def _retry_loop(self) -> None:
        while not self._closing.wait(self._retry_s):
            if self._try_open():
                return

    def _try_open(self) -> bool:
        with self._lock:
            if self._closing.is_set():
                return True
            try:
                buttons = self._open()
            except CompanionError as err:
                # Its traceback would keep half-opened pins referenced, so that they stay busy.
                err.__cause__ = err.__context__ = None
                self.fault = err.with_traceback(None)
                return False
            if self._on_press is not None:
                buttons.start(self._on_press)
            for seat in self._lit:
                buttons.set_light(seat, on=True)
            self._buttons, self.fault = buttons, None
            return True
