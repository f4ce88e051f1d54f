"""Fingers on a touch panel as Kivy's touches. On a desktop SDL's mouse events take their place."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

from companion.session.service_ports import TouchPhase, TouchSource


def waker() -> Callable[[], None]:
    """Return what lets the window read its input at once; it may be called on any thread."""
    wake: Callable[[], None] = Clock.create_trigger(lambda _dt: None)
    return wake


class Finger(MotionEvent):
    """A finger in the window; *x* and *y* from the left and the bottom, 0..1."""

    def __init__(self, device: str, number: int, x: float, y: float) -> None:
        super().__init__(device, number, {"x": x, "y": y}, is_touch=True, type_id="touch")

    def depack(self, args: dict[str, float]) -> None:
        """Read the position from *args*, then call the base class."""
        self.profile = ["pos"]
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


class TouchInput(MotionEventProvider):
    """Passes the touches of panels to Kivy.

    Args:
        source: the panels; a touch wakes the event loop, which otherwise waits for the next 1/60 s.
    """

    def __init__(self, source: TouchSource) -> None:
        super().__init__("panel", "")
        self._source = source
        source.listen(waker())
        self._down: dict[int, Finger] = {}

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Dispatch the new touches. Called by Kivy once a frame."""
        for touch in self._source.drain():
            x, y = touch.x, 1.0 - touch.y  # Kivy counts from the bottom
            finger = self._down.setdefault(touch.finger, Finger("panel", touch.finger, x, y))
            finger.move({"x": x, "y": y})
            if touch.phase is TouchPhase.END:
                del self._down[touch.finger]
                finger.update_time_end()
            dispatch_fn(touch.phase.value, finger)
