"""The screen sleeps after a while; the touch that wakes it presses nothing."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from kivy_ui import theme


class Curtain(Widget):
    """Lies over the whole window: black while it sleeps, or a shade where the light is too bright.

    Attributes:
        asleep: whether every touch is taken and only wakes.
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
        """Darken the picture: 0 leaves it as it is, 1 is black."""
        self._colour.a = share
        self._cover()

    def on_touch_down(self, touch: object) -> bool:
        """Wake, and keep the touch from everything below."""
        if not self.asleep:
            return False
        touch.grab(self)  # type: ignore[attr-defined]
        self._on_wake()
        return True

    def on_touch_move(self, touch: object) -> bool:
        """The waking finger moves nothing."""
        return touch.grab_current is self  # type: ignore[attr-defined]

    def on_touch_up(self, touch: object) -> bool:
        """The waking finger leaves and has pressed nothing."""
        if touch.grab_current is not self:  # type: ignore[attr-defined]
            return False
        touch.ungrab(self)  # type: ignore[attr-defined]
        return True

    def _cover(self, *_args: object) -> None:
        """A sheet that cannot be seen is not drawn: a whole window costs a small machine time."""
        self._sheet.pos = self.pos
        self._sheet.size = self.size if self._colour.a else (0, 0)


class Sleeper:
    """Decides when the screen sleeps.

    Args:
        on_change: called with whether it sleeps now.
        now_s: monotonic seconds.
    """

    def __init__(self, on_change: Callable[[bool], None], now_s: Callable[[], float]) -> None:
        self._on_change = on_change
        self._now_s = now_s
        self._last_s = now_s()
        self.after_min = 0
        self.asleep = False

    def stir(self) -> bool:
        """Somebody or something moved; returns whether that woke the screen."""
        self._last_s = self._now_s()
        if not self.asleep:
            return False
        self.asleep = False
        self._on_change(False)
        return True

    def tick(self) -> None:
        """Fall asleep when it is time; asked about ten times a second."""
        idle_s = self._now_s() - self._last_s
        if self.after_min and not self.asleep and idle_s >= 60 * self.after_min:
            self.asleep = True
            self._on_change(True)
