"""Keyboard as ready buttons: key 1 is the button of seat 1."""

import threading
from collections.abc import Callable
from typing import Final, TextIO

from companion.session.table_port import DeviceState

SEATS: Final = range(1, 6)


class KeyboardButtons:
    """Ready buttons pressed by a key event, a line of text or a method call.

    Args:
        on_light: called with seat and state whenever a light changes; None only stores it.
    """

    def __init__(self, on_light: Callable[[int, bool], None] | None = None) -> None:
        self._lock = threading.Lock()
        self._on_press: Callable[[int], None] | None = None
        self._on_light = on_light
        self._lit: set[int] = set()
        self._closed = False

    @property
    def state(self) -> DeviceState:
        """``READY`` until closed."""
        return DeviceState.ABSENT if self._closed else DeviceState.READY

    @property
    def lit(self) -> frozenset[int]:
        """The seats whose light is on."""
        with self._lock:
            return frozenset(self._lit)

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press."""
        self._on_press = on_press

    def press(self, seat: int) -> None:
        """Press the button of *seat*; seats that do not exist are ignored."""
        on_press = self._on_press
        if on_press is not None and not self._closed and seat in SEATS:
            on_press(seat)

    def feed(self, text: str) -> None:
        """Press a button for each digit 1 to 5 in *text*; other characters are ignored."""
        for char in text:
            if char in "12345":
                self.press(int(char))

    def follow(self, stream: TextIO) -> threading.Thread:
        """Press buttons as lines arrive on *stream*, until its end or ``close``."""
        thread = threading.Thread(target=self._follow, args=(stream,), name="keys", daemon=True)
        thread.start()
        return thread

    def set_light(self, seat: int, *, on: bool) -> None:
        """Store a seat's light and report a change; seats that do not exist are ignored."""
        with self._lock:
            if self._closed or seat not in SEATS or (seat in self._lit) == on:
                return
            (self._lit.add if on else self._lit.discard)(seat)
        if self._on_light is not None:
            self._on_light(seat, on)

    def close(self) -> None:
        """Ignore further presses, lights off. Safe to call twice."""
        with self._lock:
            self._closed = True
            self._lit.clear()

    def _follow(self, stream: TextIO) -> None:
        try:
            for line in stream:
                if self._closed:
                    return
                self.feed(line)
        except (OSError, ValueError):  # the stream was closed, or is not text
            return
