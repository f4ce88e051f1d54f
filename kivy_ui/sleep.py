"""Screen sleep after inactivity; the touch that wakes the screen has no other effect."""

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from kivy_ui import theme


class SleepOverlay(Widget):
    """Overlay of the whole window: black during sleep, or translucent to dim a bright display.

    Attributes:
        asleep: whether touches are consumed and only wake the screen.
    """

    def __init__(self, on_wake: Callable[[], object]) -> None:
        super().__init__()
        self.asleep = False
        self._on_wake = on_wake
        with self.canvas:
            self._colour = Color(*theme.CLEAR)
            self._sheet = Rectangle(pos=self.pos, size=self.size)
        self.bind(pos=self._cover, size=self._cover)

    def dim(self, share: float) -> None:
        """Set the overlay's opacity: 0 is transparent, 1 is black."""
        self._colour.a = share
        self._cover()

    def on_touch_down(self, touch: object) -> bool:
        """While asleep, wake the screen and consume the touch."""
        if not self.asleep:
            return False
        touch.grab(self)  # type: ignore[attr-defined]
        self._on_wake()
        return True

    def on_touch_move(self, touch: object) -> bool:
        """Consume the movement of the touch that woke the screen."""
        return touch.grab_current is self  # type: ignore[attr-defined]

    def on_touch_up(self, touch: object) -> bool:
        """Consume the release of the touch that woke the screen."""
        if touch.grab_current is not self:  # type: ignore[attr-defined]
            return False
        touch.ungrab(self)  # type: ignore[attr-defined]
        return True

    def _cover(self, *_args: object) -> None:
        """Give an invisible overlay no size: drawing it is expensive on a slow machine."""
        self._sheet.pos = self.pos
        self._sheet.size = self.size if self._colour.a else (0, 0)


class IdleTimer:
    """Inactivity timer that decides when the screen sleeps.

    Args:
        on_change: called with the new sleep state.
        now_s: returns monotonic seconds.
    """

    def __init__(self, on_change: Callable[[bool], None], now_s: Callable[[], float]) -> None:
        self._on_change = on_change
        self._now_s = now_s
        self._last_s = now_s()
        self.after_min = 0
        self.asleep = False

    def stir(self) -> bool:
        """Restart the timer after any activity; return whether that woke the screen."""
        self._last_s = self._now_s()
        if not self.asleep:
            return False
        self.asleep = False
        self._on_change(False)
        return True

    def tick(self) -> None:
        """Fall asleep if the timeout has elapsed; called about ten times a second."""
        idle_s = self._now_s() - self._last_s
        if self.after_min and not self.asleep and idle_s >= 60 * self.after_min:
            self.asleep = True
            self._on_change(True)
