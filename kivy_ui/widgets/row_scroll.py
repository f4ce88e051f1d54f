"""Scrolling lists that show only whole rows at rest, with arrows where there are more rows."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothRoundedRectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.layout import Layout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kivy_ui import theme
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.paint import paint

_AT_REST_AFTER_S = 0.15
_MOST_ROUNDS = 6
_ICON_DP = theme.ICON
"""Height of the arrow button; the whole cover around it is touchable."""
_LEAST_SHOWN = 0.4
"""Minimum visible share of a list: if covering a row would show less, the row is cut off."""


class WholeRows:
    """Mixin of a list, placed before its base class: covers partly visible rows at rest.

    A cover shows an arrow if there is room for it; a tap on it scrolls by one page. The scroll bar
    is visible at rest only if no arrow is shown.

    Attributes:
        below_px: height of the cover at the lower edge.
        above_px: height of the cover at the upper edge.
    """

    below_px = 0.0
    above_px = 0.0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cover = InstructionGroup()
        self.canvas.after.add(self._cover)  # type: ignore[attr-defined]
        self._settle = Clock.create_trigger(self._cover_rows)
        self._come_to_rest = Clock.create_trigger(self._cover_rows, _AT_REST_AFTER_S)
        for name in ("pos", "size", "viewport_size"):
            self.fbind(name, self._settle)  # type: ignore[attr-defined]
        self.fbind("scroll_y", self._moved)  # type: ignore[attr-defined]

    def on_touch_down(self, touch: Any) -> bool:
        """Take a touch on a cover, so that the row below does not get it."""
        if self.collide_point(*touch.pos):  # type: ignore[attr-defined]
            below = touch.y < self.y + self.below_px  # type: ignore[attr-defined]
            if below or touch.y > self.top - self.above_px:  # type: ignore[attr-defined]
                touch.ud[self] = -1 if below else 1
                touch.grab(self)
                return True
        return bool(super().on_touch_down(touch))  # type: ignore[misc]

    def on_touch_move(self, touch: Any) -> bool:
        """Scroll with a touch that began on a cover."""
        if touch.grab_current is self and self in touch.ud:
            self._scroll_by(touch.dy)
            return True
        return bool(super().on_touch_move(touch))  # type: ignore[misc]

    def on_touch_up(self, touch: Any) -> bool:
        """Scroll by one page after a tap on a cover."""
        if touch.grab_current is self and self in touch.ud:
            touch.ungrab(self)
            if abs(touch.y - touch.oy) < dp(theme.GAP):
                shown_px = self.height - self.below_px - self.above_px
                self._scroll_by(-touch.ud[self] * shown_px)
            return True
        return bool(super().on_touch_up(touch))  # type: ignore[misc]

    def _scroll_by(self, up_px: float) -> None:
        """Scroll the rows up, limited to the list."""
        hidden_px = self.viewport_size[1] - self.height  # type: ignore[attr-defined]
        wanted = self.scroll_y - up_px / hidden_px  # type: ignore[has-type]
        self.scroll_y = min(1.0, max(0.0, wanted))

    def _moved(self, *_change: object) -> None:
        self._uncover()
        self._come_to_rest.cancel()
        self._come_to_rest()

    def _content(self) -> Widget | None:
        content: Widget | None = self._viewport  # type: ignore[attr-defined]
        return content

    def _uncover(self) -> None:
        self.below_px = self.above_px = 0.0
        self._cover.clear()
        self.bar_inactive_color = theme.LINE

    def _cover_rows(self, _seconds: float) -> None:
        self._uncover()
        content = self._content()
        if content is None or content.height <= self.height + 1:  # type: ignore[attr-defined]
            return
        low = self.y - self.g_translate.y  # type: ignore[attr-defined]
        high = low + self.height  # type: ignore[attr-defined]
        first, last = _whole(content, low, up=True), _whole(content, high, up=False)
        # An arrow indicates more rows; it takes the space of a row if none is left.
        arrow_px = dp(_ICON_DP + theme.HAIR)
        if content.y < low - 1 and first - low < arrow_px:
            first = _whole(content, low + arrow_px, up=True)
        if content.top > high + 1 and high - last < arrow_px:
            last = _whole(content, high - arrow_px, up=False)
        if last - first < _LEAST_SHOWN * (high - low):
            return
        self.below_px, self.above_px = first - low, high - last
        self._paint(self.y, self.below_px, "down")  # type: ignore[attr-defined]
        self._paint(self.top - self.above_px, self.above_px, "up")  # type: ignore[attr-defined]

    def _paint(self, y: float, height: float, name: str) -> None:
        if not height:
            return
        x, width = self.x, self.width  # type: ignore[attr-defined]
        self._cover.add(Color(*_ground(self)))
        self._cover.add(Rectangle(pos=(x, y), size=(width, height)))
        edge = dp(theme.ICON_SMALL)
        if height < dp(_ICON_DP):
            return
        self.bar_inactive_color = theme.CLEAR
        # Looks like a button; same height and position at the edge of every list.
        thick = dp(_ICON_DP)
        low = y if name == "down" else y + height - thick
        self._cover.add(Color(*theme.RAISED))
        radius = [dp(theme.RADIUS)] * 4
        plate = {"pos": (x, low), "size": (width, thick)}
        self._cover.add(SmoothRoundedRectangle(**plate, radius=radius))
        place = (x + (width - edge) / 2, low + (thick - edge) / 2)
        paint(self._cover, icon(name), place, edge, theme.TEXT)


def _ground(widget: Any) -> theme.Rgba:
    """Return the background colour of a list: ``list_ground`` of the nearest ancestor."""
    while widget is not None and widget.parent is not widget:
        colour = getattr(widget, "list_ground", None)
        if colour is not None:
            return tuple(colour)
        widget = widget.parent
    return theme.GROUND


def _whole(content: Widget, edge: float, *, up: bool) -> float:
    """Return the nearest position above or below *edge* that cuts no row of *content*."""
    for _ in range(_MOST_ROUNDS):
        moved = _past(content, edge, up=up)
        if moved == edge:
            break
        edge = moved
    return edge


def _past(parent: Widget, edge: float, *, up: bool) -> float:
    far = edge
    for child in parent.children:
        if not child.y + 1 < edge < child.top - 1 or child.opacity == 0:
            continue
        if isinstance(child, Label):
            end = _line_end(child, edge, up=up)
        elif _is_row(child):
            end = child.top if up else child.y
        else:
            end = _past(child, edge, up=up)
        far = max(far, end) if up else min(far, end)
    return far


def _is_row(widget: Widget) -> bool:
    """Return whether *widget* is a unit: a button, a drawing, a horizontal row.

    A horizontal row of independent lists has a true ``apart``.
    """
    if isinstance(widget, TapArea) or not isinstance(widget, Layout):
        return True
    beside = isinstance(widget, BoxLayout) and widget.orientation == "horizontal"
    return beside and not getattr(widget, "apart", False)


def _line_end(label: Label, edge: float, *, up: bool) -> float:
    """Return the boundary of the line of text that *edge* cuts."""
    # Kivy keeps the wrapped lines in a private attribute only.
    lines = max(1, len(getattr(label._label, "_cached_lines", ())))  # noqa: SLF001
    if lines == 1 and label.text:
        return float(label.top if up else label.y)
    text_px = min(label.height, label.texture_size[1]) or label.height
    top = label.center_y + text_px / 2 if label.valign == "middle" else label.top
    line_px = text_px / lines
    above = int((top - edge) / line_px)
    end = top - line_px * (above if up else above + 1)
    return float(min(max(end, label.y), label.top) if label.text else edge)


class RowScroll(WholeRows, ScrollView):
    """A vertically scrolling list of whole rows."""


load_kv(__file__)
