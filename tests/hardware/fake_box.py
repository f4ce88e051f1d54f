"""A button box at the other end of a pseudo terminal, as its firmware behaves."""

import contextlib
import os
import select
import threading
import tty

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


class FakeBox:
    """Greets when asked, presses when told, remembers its lights; ``unplug`` closes its end."""

    def __init__(self, *, greets: bool = True) -> None:
        self._end, self._terminal = os.openpty()
        tty.setraw(self._end)
        tty.setraw(self._terminal)
        self.port = os.ttyname(self._terminal)
        self.greets = greets
        self.lights: dict[int, bool] = {}
        self.acknowledged: list[int] = []
        self.changed = threading.Condition()
        self.count = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def press(self, seat: int, *, repeats: int = 1) -> None:
        """Send a press, several times where the acknowledgement is late."""
        line = encode(ButtonPress(seat, self.count))
        self.count = (self.count + 1) % 256
        self.send(line * repeats)

    def send(self, data: bytes) -> None:
        """Send any bytes."""
        os.write(self._end, data)

    def restart(self) -> None:
        """Lose power for a moment: lights and count are gone, the greeting comes unasked."""
        with self.changed:
            self.lights.clear()
            self.count = 0
        self.send(encode(Greeting(5, "fake-box")))

    def unplug(self) -> None:
        """Close both ends. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._thread.join()
            for end in (self._end, self._terminal):
                with contextlib.suppress(OSError):
                    os.close(end)

    def _run(self) -> None:
        splitter = LineSplitter()
        while not self._closed:
            try:
                # A read that blocks would keep the terminal alive after it was closed.
                if not select.select([self._end], [], [], 0.005)[0]:
                    continue
                data = os.read(self._end, 256)
            except (OSError, ValueError):
                return
            for line in splitter.feed(data):
                with contextlib.suppress(ProtocolError, OSError):
                    self._take(line)

    def _take(self, line: bytes) -> None:
        message = decode(line)
        with self.changed:
            match message:
                case AskGreeting() if self.greets:
                    self.send(encode(Greeting(5, "fake-box")))
                case SetLight(seat, on):
                    self.lights[seat] = on
                case Acknowledge(count):
                    self.acknowledged.append(count)
                case _:
                    pass
            self.changed.notify_all()
