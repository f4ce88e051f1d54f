"""The Pico's firmware on this computer: its own modules, pins made of lists, USB made of a pty."""

import contextlib
import importlib
import os
import select
import sys
import threading
import time
import tty
from pathlib import Path
from types import ModuleType
from typing import Final

FIRMWARE: Final = Path(__file__).parents[2] / "deploy" / "firmware" / "pico"


def load(name: str) -> ModuleType:
    """Return a module of the firmware; on the board they lie side by side, without a package."""
    if str(FIRMWARE) not in sys.path:
        sys.path.append(str(FIRMWARE))
    return importlib.import_module(name)


class PicoBox:
    """A box that is plugged in: ``press`` it, look at ``lights``, ``unplug`` it."""

    def __init__(self, name: str = "pico-box") -> None:
        self._end, self._terminal = os.openpty()
        for end in (self._end, self._terminal):
            tty.setraw(end)
        self.port = os.ttyname(self._terminal)
        self.lights = [0] * 5
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._box = load("box").Box(
            name,
            [self._light(index) for index in range(5)],
            lambda data: os.write(self._end, data),
        )
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def press(self, seat: int, *, held_s: float = 0.05) -> None:
        """Push the button and let go, with the bounces of a cheap one."""
        for closed in (True, False, True):
            self._touch(seat, closed=closed)
        time.sleep(held_s)
        for closed in (False, True, False):
            self._touch(seat, closed=closed)
        time.sleep(0.04)  # no finger is faster

    def unplug(self) -> None:
        """Pull the cable. Safe to call twice."""
        if not self._closed.is_set():
            self._closed.set()
            self._thread.join()
            for end in (self._end, self._terminal):
                with contextlib.suppress(OSError):
                    os.close(end)

    def _touch(self, seat: int, *, closed: bool) -> None:
        with self._lock:
            self._box.contact(seat, closed, self._now_ms())

    def _light(self, index: int):  # type: ignore[no-untyped-def]  # a pin's value()
        return lambda on: self.lights.__setitem__(index, int(on))

    def _run(self) -> None:
        with self._lock:
            self._box.greet()
        while not self._closed.is_set():
            try:
                ready = select.select([self._end], [], [], 0.001)[0]
                data = os.read(self._end, 64) if ready else b""
            except OSError:
                return
            with self._lock:
                if data:
                    self._box.receive(data, self._now_ms())
                self._box.tick(self._now_ms())

    @staticmethod
    def _now_ms() -> int:
        return time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF
