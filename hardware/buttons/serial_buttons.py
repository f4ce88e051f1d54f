"""A ready-button box on a serial port. Wire protocol: `hardware.buttons.protocol`."""

import logging
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
_SECOND_TRY_FACTOR = 5  # longer timeout: some boards reset when the port is opened
_REQUEST_INTERVAL_S = 1.0
_LIGHTS_INTERVAL_S = 10.0
_FIRST_RETRY_S, _LAST_RETRY_S = 0.5, 4.0
# Retransmissions may arrive out of order; far fewer than the 256 sequence numbers.
_REMEMBERED_PRESSES: Final = 32

# What pyserial raises on a disconnected port; TypeError if the port is closed during a read.
_DISCONNECTED: Final = (serial.SerialException, OSError, TypeError)


def find_ports(by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the connected serial ports by their persistent names (``by-id``)."""
    try:
        return tuple(sorted(str(path) for path in by_id.iterdir()))
    except OSError:
        return ()


class SerialButtons:
    """A hot-pluggable button box, discovered by its greeting.

    A dedicated thread opens the ports that *find* returns until one sends a greeting, reads from
    it, and starts over after a disconnect. Lights are resent after every greeting, and regularly:
    a box switches them off when it hears nothing.

    Args:
        find: returns the ports to try; called again while there is no box.
        open_port: opens a port; for tests.
        greeting_timeout_s: greeting timeout of the first try, short so that other ports need not
            wait; five times as long for the second and last try.
        retry_s: first retry interval; doubles up to four seconds (exponential backoff).
        lights_s: interval at which all lights are resent.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]] = find_ports,
        *,
        open_port: Callable[[str], Any] | None = None,
        greeting_timeout_s: float = _GREETING_TIMEOUT_S,
        retry_s: float = _FIRST_RETRY_S,
        lights_s: float = _LIGHTS_INTERVAL_S,
    ) -> None:
        self._find = find
        self._open_port = open_port or _open_port
        self._greeting_timeout_s = greeting_timeout_s
        self._retry_s = retry_s
        self._lights_s = lights_s
        self._lights_due_s = 0.0
        self._on_press: Callable[[int], None] | None = None
        self._lock = threading.Lock()
        self._lit: set[int] = set()
        self._sent: dict[int, bool] = {}
        self._closing = threading.Event()
        self._state = DeviceState.ABSENT
        self._box: Greeting | None = None
        self._seen_counts: deque[int] = deque(maxlen=_REMEMBERED_PRESSES)
        self._tries: dict[str, int] = {}
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> DeviceState:
        """``ABSENT`` until a box has sent a greeting, ``LOST`` after a disconnect."""
        return self._state

    @property
    def box(self) -> Greeting | None:
        return self._box

    def start(self, on_press: Callable[[int], None]) -> None:
        """Start discovery; call *on_press* with the seat for every press, on the box's thread."""
        self._on_press = on_press
        if self._thread is None and not self._closing.is_set():
            self._thread = threading.Thread(target=self._run, name="button-box", daemon=True)
            self._thread.start()

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch a seat's light; it is restored after a reconnect."""
        with self._lock:
            (self._lit.add if on else self._lit.discard)(seat)

    def close(self) -> None:
        """Release the port. Safe to call twice."""
        self._closing.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=2.0)
        self._state = DeviceState.ABSENT

    # --- device thread -----------------------------------------------------------------------

    def _run(self) -> None:
        retry_s = self._retry_s
        while not self._closing.is_set():
            if any(self._try_port(name) for name in self._candidates()):
                retry_s = self._retry_s  # a box was connected: it may reconnect soon
            self._closing.wait(retry_s)
            retry_s = min(retry_s * 2, _LAST_RETRY_S)

    def _candidates(self) -> list[str]:
        """Return the ports to try; after two timeouts a port is skipped until it is replugged."""
        names = list(self._find())
        self._tries = {name: tries for name, tries in self._tries.items() if name in names}
        waiting = [name for name in names if self._tries.get(name, 0) < 2]
        return sorted(waiting, key=lambda name: self._tries.get(name, 0))

    def _try_port(self, name: str) -> bool:
        """Serve the box at *name* until it disconnects; returns whether there was one."""
        if self._closing.is_set():
            return False
        try:
            port = self._open_port(name)
        except (*_DISCONNECTED, ValueError) as err:
            log.info("serial port not opened", extra={"port": name, "reason": str(err)})
            return False
        try:
            return self._serve(port, name)
        except _DISCONNECTED as err:
            log.info("serial port disconnected", extra={"port": name, "reason": str(err)})
            return self._box is not None
        finally:
            if self._box is not None:
                self._box = None
                self._state = DeviceState.LOST
            _close_quietly(port)

    def _serve(self, port: Any, name: str) -> bool:
        splitter = LineSplitter()
        timeout_factor = _SECOND_TRY_FACTOR if self._tries.get(name) else 1
        next_request_s = time.monotonic()
        deadline_s = next_request_s + self._greeting_timeout_s * timeout_factor
        while not self._closing.is_set():
            if self._box is None and time.monotonic() >= next_request_s:
                port.write(encode(AskGreeting()))
                next_request_s += _REQUEST_INTERVAL_S
            data = port.read(1)
            if data:
                data += port.read(port.in_waiting)
            for line in splitter.feed(data):
                self._handle_line(line, port)
            if self._box is None and time.monotonic() > deadline_s:
                self._tries[name] = self._tries.get(name, 0) + 1
                return False
            if self._box is not None:
                self._send_lights(port, self._box)
        self._lights_off(port)
        return self._box is not None

    def _handle_line(self, line: bytes, port: Any) -> None:
        try:
            message = decode(line)
        except ProtocolError as err:
            log.warning("line from the button box refused", extra={"reason": err.message})
            return
        match message:
            case Greeting():
                self._handle_greeting(message)
            case ButtonPress(seat, count) if self._box is not None:
                port.write(encode(Acknowledge(count)))
                if count not in self._seen_counts and self._on_press is not None:
                    self._seen_counts.append(count)
                    self._on_press(seat)
            case _:
                log.debug("message not for the companion", extra={"line": line})

    def _handle_greeting(self, box: Greeting) -> None:
        self._box = box
        self._tries.clear()
        self._seen_counts.clear()
        self._state = DeviceState.READY
        self._lights_due_s = time.monotonic()

    def _lights_off(self, port: Any) -> None:
        """Switch all lights off on shutdown."""
        with self._lock:
            lit = sorted(self._lit)
        for seat in lit if self._box is not None else ():
            port.write(encode(SetLight(seat, on=False)))

    def _send_lights(self, port: Any, box: Greeting) -> None:
        """Send the changed lights, or all if they are due."""
        if time.monotonic() >= self._lights_due_s:
            self._lights_due_s = time.monotonic() + self._lights_s
            self._sent.clear()
        with self._lock:
            wanted = {seat: seat in self._lit for seat in range(1, box.seats + 1)}
        for seat, on in wanted.items():
            if self._sent.get(seat) is not on:
                port.write(encode(SetLight(seat, on)))
        self._sent = wanted


def _open_port(name: str) -> serial.Serial:
    return serial.Serial(
        name, BAUD, timeout=_READ_TIMEOUT_S, write_timeout=_WRITE_TIMEOUT_S, exclusive=True
    )


def _close_quietly(port: Any) -> None:
    try:
        port.close()
    except _DISCONNECTED:
        log.debug("serial port did not close cleanly")
