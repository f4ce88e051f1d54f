"""Measures how soon the window answers a touch: from the finger to the frame that shows it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider
from kivy.uix.widget import Widget


class _Finger(MotionEvent):
    """A touch at a place of the window, in pixels from the lower left."""

    def __init__(self, x: float, y: float) -> None:
        place = {"x": x / (Window.width - 1.0), "y": y / (Window.height - 1.0)}
        super().__init__("stopwatch", "stopwatch", place, is_touch=True, type_id="touch")

    def depack(self, args: dict[str, float]) -> None:
        """Take the place over; the base class does the rest."""
        self.profile = ["pos"]
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


class Stopwatch(MotionEventProvider):
    """Touches widgets and times the first frame drawn after each touch.

    A touch waits like a real one until the window looks for input. Create and read it on any
    thread; ``touch`` may be called from any thread, one touch at a time.

    Args:
        targets: gives the widgets to touch in turn; asked for on the window's thread.
    """

    def __init__(self, targets: Callable[[], Sequence[Widget]]) -> None:
        super().__init__("stopwatch", "")
        self._targets = targets
        self._waiting: deque[float] = deque()
        self._begun_s: float | None = None
        self._finger: _Finger | None = None
        self._count = 0
        self.times_ms: list[float] = []
        EventLoop.add_input_provider(self)
        Window.bind(on_flip=self._drawn)

    @property
    def busy(self) -> bool:
        """Whether a touch has not been answered yet."""
        return bool(self._waiting) or self._begun_s is not None

    def touch(self) -> None:
        """Put a finger on the glass now."""
        self._waiting.append(time.perf_counter())

    def close(self) -> None:
        """Stop listening."""
        Window.unbind(on_flip=self._drawn)
        EventLoop.remove_input_provider(self)

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Hand the waiting touch to the window. Called by Kivy once a frame."""
        if self._finger is not None:
            finger, self._finger = self._finger, None
            dispatch_fn("end", finger)
        elif self._waiting and self._begun_s is None:
            targets = self._targets()
            widget = targets[self._count % len(targets)]
            self._count += 1
            self._begun_s = self._waiting.popleft()
            self._finger = _Finger(*widget.to_window(*widget.center))
            dispatch_fn("begin", self._finger)

    def _drawn(self, *_args: object) -> None:
        if self._begun_s is not None:
            self.times_ms.append((time.perf_counter() - self._begun_s) * 1000.0)
            self._begun_s = None
