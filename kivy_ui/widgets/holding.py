"""A finger that rests on a symbol asks what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets.controls import EXPLAINED, HoldButton, TapArea
from kivy_ui.widgets.drawn import DieView, GlyphView, IconView, SignView
from kivy_ui.widgets.tile_marks import TileMark

HOLD_S: Final = 0.6
"""A finger that rests as long means to ask; a tap is far shorter."""


class Holding:
    """Mixed into the root before its base: calls ``explain`` with the symbol that is held."""

    explain: Callable[[str], bool]

    def on_touch_down(self, touch: Any) -> bool:
        """Begin to wait."""
        touch.ud["held"] = Clock.schedule_once(lambda _dt: self._held(touch), HOLD_S)
        return bool(super().on_touch_down(touch))  # type: ignore[misc]

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that moves does something else."""
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(theme.GAP):
            _give_up(touch)
        return bool(super().on_touch_move(touch))  # type: ignore[misc]

    def on_touch_up(self, touch: Any) -> bool:
        """A tap."""
        _give_up(touch)
        return bool(super().on_touch_up(touch))  # type: ignore[misc]

    def _held(self, touch: Any) -> None:
        grabbing = [each() for each in touch.grab_list]
        if not all(
            isinstance(each, TapArea | ScrollView) and not isinstance(each, HoldButton)
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
    """Return the key of the symbol at a place of the window; empty where there is none."""
    for widget in _below(root, x, y):
        if isinstance(widget, DieView) and widget.die:
            return str(widget.face or widget.die)
        if isinstance(widget, GlyphView) and widget.face:
            return str(widget.face)
        if isinstance(widget, IconView | SignView) and widget.name:
            return str(widget.name)
        if isinstance(widget, TileMark) and widget.kind:
            return str(widget.kind)
    return ""


def _below(widget: Widget, x: float, y: float) -> Iterator[Widget]:
    """Yield what lies at a place of *widget*'s own coordinates, the topmost first."""
    if not widget.opacity or not widget.collide_point(x, y):
        return
    inner = widget.to_local(x, y)
    for child in widget.children:
        yield from _below(child, *inner)
    yield widget
