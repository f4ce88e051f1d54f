"""Fingers on a touch panel as Kivy's touches. On a desktop SDL's mouse events take their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

from companion.session.service_ports import Touch, TouchPhase


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
        drain: returns the touches since the last call.
    """

    def __init__(self, drain: Callable[[], Iterable[Touch]]) -> None:
        super().__init__("panel", "")
        self._drain = drain
        self._down: dict[int, Finger] = {}

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Dispatch the new touches. Called by Kivy once a frame."""
        for touch in self._drain():
            x, y = touch.x, 1.0 - touch.y  # Kivy counts from the bottom
            finger = self._down.setdefault(touch.finger, Finger("panel", touch.finger, x, y))
            finger.move({"x": x, "y": y})
            if touch.phase is TouchPhase.END:
                del self._down[touch.finger]
                finger.update_time_end()
            dispatch_fn(touch.phase.value, finger)
