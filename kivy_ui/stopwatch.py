"""Measures the window's latency and frame times: touches and scheduled changes."""

import time
from collections import deque
from collections.abc import Callable, Sequence

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

from kivy_ui.touch_input import Finger, waker


def _finger_at(x: float, y: float) -> Finger:
    """Return a finger at a position of the window, in pixels from the lower left."""
    return Finger("stopwatch", 0, x / (Window.width - 1.0), y / (Window.height - 1.0))


def _drawn_s() -> float:
    """Wait until the frame is drawn; return the time then."""
    glFinish()
    return time.perf_counter()


class Stopwatch(MotionEventProvider):
    """Simulates touches and measures the time from each touch to the next drawn frame.

    Like a touch of a panel it wakes the window, which then reads its input. Create and read it on
    any thread; ``touch`` may be called from any thread, one touch at a time.

    Args:
        targets: returns the places to touch in turn, in pixels from the lower left; called on the
            window thread.
    """

    def __init__(self, targets: Callable[[], Sequence[tuple[float, float]]]) -> None:
        super().__init__("stopwatch", "")
        self._targets = targets
        self._waiting: deque[float] = deque()
        self._begun_s: float | None = None
        self._finger: Finger | None = None
        self._count = 0
        self._wake = waker()
        self.times_ms: list[float] = []
        EventLoop.add_input_provider(self)
        Window.bind(on_flip=self._drawn)

    @property
    def busy(self) -> bool:
        """Whether a touch is still waiting for its frame."""
        return bool(self._waiting) or self._begun_s is not None

    def touch(self) -> None:
        """Queue a touch now."""
        self._waiting.append(time.perf_counter())
        self._wake()

    def close(self) -> None:
        Window.unbind(on_flip=self._drawn)
        EventLoop.remove_input_provider(self)

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Dispatch the queued touch. Called by Kivy once a frame."""
        if self._finger is not None:
            finger, self._finger = self._finger, None
            dispatch_fn("end", finger)
        elif self._waiting and self._begun_s is None:
            targets = self._targets()
            place = targets[self._count % len(targets)]
            self._count += 1
            self._begun_s = self._waiting.popleft()
            self._finger = _finger_at(*place)
            dispatch_fn("begin", self._finger)

    def _drawn(self, *_args: object) -> None:
        if self._begun_s is not None:
            self.times_ms.append((_drawn_s() - self._begun_s) * 1000.0)
            self._begun_s = None


class ChangeWatch:
    """Measures actions on the window thread, from the request to the next frame drawn."""

    def __init__(self) -> None:
        self._asked_s: float | None = None
        self._done = False
        self.times_ms: list[float] = []
        Window.bind(on_flip=self._drawn)

    @property
    def busy(self) -> bool:
        """Whether the last requested action has not been drawn yet."""
        return self._asked_s is not None

    def do(self, action: Callable[[], None]) -> None:
        """Run *action* in the next frame; may be called from any thread, one at a time."""
        self._done = False
        self._asked_s = time.perf_counter()
        Clock.schedule_once(lambda _dt: self._act(action), 0)

    def close(self) -> None:
        Window.unbind(on_flip=self._drawn)

    def _act(self, action: Callable[[], None]) -> None:
        action()
        self._done = True
        Window.canvas.ask_update()  # force a frame even if nothing has changed

    def _drawn(self, *_args: object) -> None:
        if self._done and self._asked_s is not None:
            self.times_ms.append((_drawn_s() - self._asked_s) * 1000.0)
            self._asked_s = None


class Frames:
    """Measures the interval between consecutive frames of the window."""

    def __init__(self) -> None:
        self._last_s: float | None = None
        self.times_ms: list[float] = []
        Window.bind(on_flip=self._drawn)

    def close(self) -> None:
        Window.unbind(on_flip=self._drawn)

    def _drawn(self, *_args: object) -> None:
        now_s = time.perf_counter()
        if self._last_s is not None:
            self.times_ms.append((now_s - self._last_s) * 1000.0)
        self._last_s = now_s
