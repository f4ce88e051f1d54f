"""Measures the window: from a finger to the frame that answers it, changes, frames of a swipe."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from kivy.base import EventLoop
from kivy.clock import Clock
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

    def move_to(self, y: float) -> None:
        """Move to another height, in pixels."""
        self.move({"x": self.sx, "y": y / (Window.height - 1.0)})


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


class ChangeWatch:
    """Times what is done on the window's thread: from asking for it to the first frame after it."""

    def __init__(self) -> None:
        self._asked_s: float | None = None
        self._done = False
        self.times_ms: list[float] = []
        Window.bind(on_flip=self._drawn)

    @property
    def busy(self) -> bool:
        """Whether what was asked for last has not been drawn yet."""
        return self._asked_s is not None

    def do(self, action: Callable[[], None]) -> None:
        """Do *action* with the next frame; from any thread, one at a time."""
        self._done = False
        self._asked_s = time.perf_counter()
        Clock.schedule_once(lambda _dt: self._act(action), 0)

    def close(self) -> None:
        """Stop listening."""
        Window.unbind(on_flip=self._drawn)

    def _act(self, action: Callable[[], None]) -> None:
        action()
        self._done = True
        Window.canvas.ask_update()  # a frame is drawn even where nothing has changed

    def _drawn(self, *_args: object) -> None:
        if self._done and self._asked_s is not None:
            self.times_ms.append((time.perf_counter() - self._asked_s) * 1000.0)
            self._asked_s = None


class Frames:
    """Times the frames that the window draws, each from the one before."""

    def __init__(self) -> None:
        self._last_s: float | None = None
        self.times_ms: list[float] = []
        Window.bind(on_flip=self._drawn)

    def close(self) -> None:
        """Stop listening."""
        Window.unbind(on_flip=self._drawn)

    def _drawn(self, *_args: object) -> None:
        now_s = time.perf_counter()
        if self._last_s is not None:
            self.times_ms.append((now_s - self._last_s) * 1000.0)
        self._last_s = now_s


class Swipe(MotionEventProvider):
    """Draws a finger up and down over a list and times every frame meanwhile.

    Args:
        target: gives the widget that scrolls; asked for on the window's thread.
        frames: how many frames the finger moves.
        step_px: how far it goes with each.
    """

    def __init__(self, target: Callable[[], Widget], frames: int, step_px: float = 12.0) -> None:
        super().__init__("swipe", "")
        self._target = target
        self._left = frames
        self._step_px = step_px
        self._finger: _Finger | None = None
        self._bounds = (0.0, 0.0)
        self._y = 0.0
        self._last_s: float | None = None
        self.times_ms: list[float] = []
        EventLoop.add_input_provider(self)
        Window.bind(on_flip=self._drawn)

    @property
    def busy(self) -> bool:
        """Whether the finger still moves."""
        return self._left > 0 or self._finger is not None

    def close(self) -> None:
        """Stop listening."""
        Window.unbind(on_flip=self._drawn)
        EventLoop.remove_input_provider(self)

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Move the finger. Called by Kivy once a frame."""
        if self._finger is None and self._left > 0:
            widget = self._target()
            x, low = widget.to_window(widget.center_x, widget.y)
            self._bounds = low + 8.0, low + widget.height - 8.0
            self._y = self._bounds[0]
            self._finger = _Finger(x, self._y)
            dispatch_fn("begin", self._finger)
        elif self._finger is not None and self._left > 0:
            self._left -= 1
            if not self._bounds[0] <= self._y + self._step_px <= self._bounds[1]:
                self._step_px = -self._step_px
            self._y += self._step_px
            self._finger.move_to(self._y)
            dispatch_fn("update", self._finger)
        elif self._finger is not None:
            finger, self._finger = self._finger, None
            dispatch_fn("end", finger)

    def _drawn(self, *_args: object) -> None:
        now_s = time.perf_counter()
        if self._last_s is not None and self._finger is not None:
            self.times_ms.append((now_s - self._last_s) * 1000.0)
        self._last_s = now_s
