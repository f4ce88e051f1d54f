"""Ready buttons that could not be opened and are tried again while the table runs."""

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
    """Buttons that are opened now, or as soon as they can be.

    Args:
        open_buttons: opens them; raises a ``CompanionError`` where that fails.
        retry_s: time between two tries.
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
        """What is wrong while they cannot be opened."""
        if not self._try():
            threading.Thread(target=self._keep_trying, name="buttons", daemon=True).start()

    @property
    def state(self) -> DeviceState:
        """``LOST`` while they cannot be opened, then that of the buttons."""
        if self._closing.is_set():
            return DeviceState.ABSENT
        return self._buttons.state if self._buttons is not None else DeviceState.LOST

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press, now or later."""
        with self._lock:
            self._on_press = on_press
            if self._buttons is not None:
                self._buttons.start(on_press)

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light, now or later."""
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

    def _keep_trying(self) -> None:
        while not self._closing.wait(self._retry_s):
            if self._try():
                return

    def _try(self) -> bool:
        with self._lock:
            if self._closing.is_set():
                return True
            try:
                buttons = self._open()
            except CompanionError as err:
                # Its traceback would keep half-opened pins alive, which are then in use by us.
                err.__cause__ = err.__context__ = None
                self.fault = err.with_traceback(None)
                return False
            if self._on_press is not None:
                buttons.start(self._on_press)
            for seat in self._lit:
                buttons.set_light(seat, on=True)
            self._buttons, self.fault = buttons, None
            return True
