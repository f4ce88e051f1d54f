"""Long press: on a symbol shows its explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets.controls import EXPLAINED, RepeatButton, TapArea
from kivy_ui.widgets.drawn import DieView, IconView
from kivy_ui.widgets.tile_marks import TileMark

LONG_PRESS_S: Final = 0.6
"""Duration of a long press; a tap is far shorter."""


class LongPress:
    """Mixin of the root widget, placed before its base class: detects long presses.

    Calls ``explain`` with a symbol's key.
    """

    explain: Callable[[str], bool]

    def on_touch_down(self, touch: Any) -> bool:
        """Start the long-press timer."""
        touch.ud["held"] = Clock.schedule_once(lambda _dt: self._held(touch), LONG_PRESS_S)
        return bool(super().on_touch_down(touch))  # type: ignore[misc]

    def on_touch_move(self, touch: Any) -> bool:
        """Cancel the timer if the finger moves."""
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(theme.GAP):
            _give_up(touch)
        return bool(super().on_touch_move(touch))  # type: ignore[misc]

    def on_touch_up(self, touch: Any) -> bool:
        """Cancel the timer; end a shown hint."""
        _give_up(touch)
        return bool(super().on_touch_up(touch))  # type: ignore[misc]

    def _held(self, touch: Any) -> None:
        grabbing = [each() for each in touch.grab_list]
        if not all(
            isinstance(each, TapArea | ScrollView) and not isinstance(each, RepeatButton)
            for each in grabbing
            if each is not None
        ):
            return
        key = symbol_at(self, *touch.pos)
        if key and self.explain(key):
            touch.ud[EXPLAINED] = True


def _give_up(touch: Any) -> None:
    waiting = touch.ud.get("held")
    if waiting is not None:
        waiting.cancel()


def symbol_at(root: Widget, x: float, y: float) -> str:
    """Return the key of the symbol at a window position; empty if there is none."""
    for widget in _below(root, x, y):
        if isinstance(widget, DieView) and widget.die:
            return str(widget.face or widget.die)
        if isinstance(widget, IconView) and widget.name:
            return _symbol_of(widget.name)
        if isinstance(widget, TileMark) and widget.kind:
            return str(widget.kind)
    return ""


def _symbol_of(icon: str) -> str:
    """Map an icon name to a legend key: strip the prefix ``phase/`` and a world's colour."""
    return icon.removeprefix("phase/").split("/")[0]


def _below(widget: Widget, x: float, y: float) -> Iterator[Widget]:
    """Yield the widgets at a position in *widget*'s coordinates, the topmost first."""
    if not widget.opacity or not widget.collide_point(x, y):
        return
    inner = widget.to_local(x, y)
    for child in widget.children:
        yield from _below(child, *inner)
    yield widget
