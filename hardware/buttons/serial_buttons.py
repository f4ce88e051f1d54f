"""A box of ready buttons at a serial port. What it says: `hardware.buttons.protocol`."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import serial

from companion.session.table_port import DeviceState
from hardware.buttons.protocol import (
    Acknowledge,
    AskGreeting,
    ButtonPress,
    Greeting,
    LineSplitter,
    Message,
    SetLight,
    decode,
    encode,
)
from hardware.errors import ProtocolError

log = logging.getLogger(__name__)

BAUD: Final = 115_200
BY_ID: Final = Path("/dev/serial/by-id")
_READ_TIMEOUT_S = 0.05
_WRITE_TIMEOUT_S = 0.5
_GREETING_TIMEOUT_S = 2.0
_PATIENCE = 5  # so much longer at the second try: some boxes restart whenever a port is opened
_ASK_AGAIN_S = 1.0
_FIRST_RETRY_S, _LAST_RETRY_S = 0.5, 4.0
# Late repeats of several presses may come in any order; far fewer than the count's 256 values.
_REMEMBERED_PRESSES: Final = 32

# What pyserial raises on a port that went away; TypeError comes from a port closed under a read.
_GONE: Final = (serial.SerialException, OSError, TypeError)


def find_ports(by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the serial ports that are plugged in, by the names that stay the same."""
    try:
        return tuple(sorted(str(path) for path in by_id.iterdir()))
    except OSError:
        return ()


class SerialButtons:
    """A button box, found by its greeting, that may come and go while the table runs.

    A thread of its own opens the ports that *find* names until one greets, reads it, and starts
    again when it goes away. Lights are sent again after every greeting.

    Args:
        find: names the ports to try; called again while there is no box.
        open_port: opens a port; for tests.
        greeting_timeout_s: how long a port may take to greet at the first try, so that others do
            not wait; five times as long at the second one, which is the last.
        retry_s: pause before the ports are tried again; it doubles up to four seconds.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]] = find_ports,
        *,
        open_port: Callable[[str], Any] | None = None,
        greeting_timeout_s: float = _GREETING_TIMEOUT_S,
        retry_s: float = _FIRST_RETRY_S,
    ) -> None:
        self._find = find
        self._open_port = open_port or _open_port
        self._greeting_timeout_s = greeting_timeout_s
        self._retry_s = retry_s
        self._on_press: Callable[[int], None] | None = None
        self._lock = threading.Lock()
        self._lit: set[int] = set()
        self._to_send: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._state = DeviceState.ABSENT
        self._box: Greeting | None = None
        self._counted: deque[int] = deque(maxlen=_REMEMBERED_PRESSES)
        self._tries: dict[str, int] = {}
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> DeviceState:
        """``ABSENT`` until a box has greeted, ``LOST`` when it went away."""
        return self._state

    @property
    def box(self) -> Greeting | None:
        """What the connected box says of itself."""
        return self._box

    def start(self, on_press: Callable[[int], None]) -> None:
        """Look for a box; call *on_press* with the seat for every press, from the box's thread."""
        self._on_press = on_press
        if self._thread is None and not self._closing.is_set():
            self._thread = threading.Thread(target=self._run, name="button-box", daemon=True)
            self._thread.start()

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light; it is set back after the box was away."""
        with self._lock:
            if (seat in self._lit) == on:
                return
            (self._lit.add if on else self._lit.discard)(seat)
        self._to_send.put(SetLight(seat, on))

    def close(self) -> None:
        """Release the port. Safe to call twice."""
        self._closing.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=2.0)
        self._state = DeviceState.ABSENT

    # --- the device's thread -----------------------------------------------------------------

    def _run(self) -> None:
        retry_s = self._retry_s
        while not self._closing.is_set():
            if any(self._use(name) for name in self._candidates()):
                retry_s = self._retry_s  # a box was there: it may be back at once
            self._closing.wait(retry_s)
            retry_s = min(retry_s * 2, _LAST_RETRY_S)

    def _candidates(self) -> list[str]:
        """Return the ports to try: what did not greet twice only after it was unplugged."""
        names = list(self._find())
        self._tries = {name: tries for name, tries in self._tries.items() if name in names}
        waiting = [name for name in names if self._tries.get(name, 0) < 2]
        return sorted(waiting, key=lambda name: self._tries.get(name, 0))

    def _use(self, name: str) -> bool:
        """Serve the box at *name* until it goes; whether there was one."""
        if self._closing.is_set():
            return False
        try:
            port = self._open_port(name)
        except (*_GONE, ValueError) as err:
            log.info("serial port not opened", extra={"port": name, "reason": str(err)})
            return False
        try:
            return self._serve(port, name)
        except _GONE as err:
            log.info("serial port gone", extra={"port": name, "reason": str(err)})
            return self._box is not None
        finally:
            if self._box is not None:
                self._box = None
                self._state = DeviceState.LOST
            _close_quietly(port)

    def _serve(self, port: Any, name: str) -> bool:
        splitter = LineSplitter()
        patience = _PATIENCE if self._tries.get(name) else 1
        ask_s = time.monotonic()
        deadline_s = ask_s + self._greeting_timeout_s * patience
        while not self._closing.is_set():
            if self._box is None and time.monotonic() >= ask_s:
                port.write(encode(AskGreeting()))
                ask_s += _ASK_AGAIN_S
            data = port.read(1)
            if data:
                data += port.read(port.in_waiting)
            for line in splitter.feed(data):
                self._take(line, port)
            if self._box is None and time.monotonic() > deadline_s:
                self._tries[name] = self._tries.get(name, 0) + 1
                return False
            if self._box is not None:
                self._send_waiting(port)
        self._darken(port)
        return self._box is not None

    def _take(self, line: bytes, port: Any) -> None:
        try:
            message = decode(line)
        except ProtocolError as err:
            log.warning("line from the button box refused", extra={"reason": err.message})
            return
        match message:
            case Greeting():
                self._greet(message, port)
            case ButtonPress(seat, count) if self._box is not None:
                port.write(encode(Acknowledge(count)))
                if count not in self._counted and self._on_press is not None:
                    self._counted.append(count)
                    self._on_press(seat)
            case _:
                log.debug("message not for the companion", extra={"line": line})

    def _greet(self, box: Greeting, port: Any) -> None:
        self._box = box
        self._tries.clear()
        self._counted.clear()
        self._state = DeviceState.READY
        while not self._to_send.empty():
            self._to_send.get()
        with self._lock:
            lit = sorted(self._lit)
        for seat in range(1, box.seats + 1):
            port.write(encode(SetLight(seat, seat in lit)))

    def _darken(self, port: Any) -> None:
        """The companion ends: no light stays on."""
        with self._lock:
            lit = sorted(self._lit)
        for seat in lit if self._box is not None else ():
            port.write(encode(SetLight(seat, on=False)))

    def _send_waiting(self, port: Any) -> None:
        while not self._to_send.empty():
            port.write(encode(self._to_send.get()))


def _open_port(name: str) -> serial.Serial:
    return serial.Serial(
        name, BAUD, timeout=_READ_TIMEOUT_S, write_timeout=_WRITE_TIMEOUT_S, exclusive=True
    )


def _close_quietly(port: Any) -> None:
    try:
        port.close()
    except _GONE:
        log.debug("serial port did not close cleanly")
