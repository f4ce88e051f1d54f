"""Icons in a row: pieces in their colours, seat badges, numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty

from kivy_ui import theme
from kivy_ui.common.board.icons import SEAT, Icon
from kivy_ui.widgets.drawn import Redrawn, draw_icon
from kivy_ui.widgets.letters import letters_texture, write

_LETTERS_DP: Final = ((theme.TOUCH, theme.TEXT_LARGE), (theme.DIE, theme.TEXT_BODY))
"""Minimum edge of the pictures -> font size beside them; smaller ones have the smallest text."""
_TINTS: Final = {"crown": theme.GOLD, "burst": theme.DOUBT}
_SEAT_SHARE: Final = 0.55
"""Edge of a seat badge, as a share of large pictures beside it."""


class IconStrip(Redrawn):
    """Draws icons in one line, of edge *edge_px* or smaller so that they fit.

    Attributes:
        icons: the icons.
        edge_px: preferred edge of a picture.
        halign: horizontal alignment of the line.
        dim: whether the icons are shown as disabled.
        folded: whether the icons are in two lines.
        natural_px: width of all icons at the preferred size.
    """

    icons = ObjectProperty(())
    edge_px = NumericProperty(dp(theme.ICON))
    halign = OptionProperty("left", options=("left", "center"))
    dim = BooleanProperty(False)
    folded = BooleanProperty(False)
    natural_px = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.redraw_on("icons", "edge_px", "halign", "dim", "folded")
        for name in ("icons", "edge_px"):
            self.fbind(name, self._measure)

    def _measure(self, *_change: object) -> None:
        self.natural_px = strip_px(self.icons, self.edge_px)

    def _draw(self, *_args: object) -> None:
        self._group.clear()
        if not self.icons or self.height < 2 or self.width < 2:
            return
        lines = folded(self.icons) if self.folded else (self.icons,)
        edge = min(self.edge_px, self.height / len(lines))
        widest = max(lines, key=lambda each: strip_px(each, edge))
        while strip_px(widest, edge) > self.width and edge > dp(theme.GAP):
            edge -= 1
        for index, line in enumerate(lines):
            left = float(self.x)
            if self.halign == "center":
                left += max(0.0, (self.width - strip_px(line, edge)) / 2)
            middle = self.center_y + ((len(lines) - 1) / 2 - index) * (edge + dp(theme.HAIR))
            for icon in line:
                left = self._add(icon, left, middle, edge)

    def _add(self, icon: Icon, left: float, middle: float, edge: float) -> float:
        group = self._group
        ink = theme.FAINT if self.dim else theme.TEXT
        size = _letters_px(edge)
        if icon.name == SEAT:
            box = _seat_px(edge)
            colour = theme.seat_colour(icon.colour)
            group.add(Color(*(theme.faded(colour, 0.4) if self.dim else colour)))
            corners = [dp(theme.RADIUS_MARK)] * 4
            place = (round(left), round(middle - box / 2))
            group.add(SmoothRoundedRectangle(pos=place, size=(box, box), radius=corners))
            middle_px = left + box / 2, middle
            write(group, icon.text, middle_px, theme.INK_ON_ACCENT, share=0.5, size_px=box / 2)
            return left + float(box + dp(theme.HALF_GAP))
        if icon.name:
            tint = _TINTS.get(icon.name, theme.TEXT)
            tint = theme.seat_colour(icon.colour) if icon.colour else tint
            tint = theme.FAINT if self.dim else tint
            for index in range(icon.times):
                draw_icon(group, icon.name, (left + index * edge, middle - edge / 2), edge, tint)
            if icon.badge:
                self._badge(icon.badge, left + edge * icon.times, middle - edge / 2)
            left += edge * icon.times + dp(theme.HAIR)
        if icon.text:
            write(group, icon.text, (left, middle), ink, size_px=size)
            left += letters_texture(icon.text, size).width
        return left + _gap_px(edge)

    def _badge(self, text: str, right: float, low: float) -> None:
        """Draw a count on the lower right corner of a picture."""
        group, high = self._group, dp(theme.TEXT_ROW)
        wide = max(high, letters_texture(text).width + dp(theme.GAP))
        place = round(right - wide + dp(theme.HALF_GAP)), round(low - dp(theme.HALF_GAP))
        group.add(Color(*theme.GROUND))
        group.add(SmoothRoundedRectangle(pos=place, size=(wide, high), radius=[high / 2] * 4))
        middle = place[0] + wide / 2, place[1] + high / 2
        write(group, text, middle, theme.TEXT, share=0.5)


def _seat_px(edge: float) -> float:
    """Return the edge of a seat badge: smaller than large pictures."""
    return min(edge, max(float(dp(theme.ICON_LARGE)), edge * _SEAT_SHARE))


def _gap_px(edge: float) -> float:
    return float(dp(theme.GAP if edge >= dp(theme.ICON_SMALL) else theme.HALF_GAP))


def _letters_px(edge: float) -> float:
    return float(sp(next((px for least, px in _LETTERS_DP if edge >= dp(least)), theme.TEXT_SMALL)))


def folded(icons: Sequence[Icon]) -> tuple[Sequence[Icon], ...]:
    """Return *icons* split into two lines so that the longer one is as short as possible."""
    edge = float(dp(theme.ICON))
    cuts = range(1, len(icons))
    if not cuts:
        return (icons,)
    cut = min(cuts, key=lambda c: max(strip_px(icons[:c], edge), strip_px(icons[c:], edge)))
    return icons[:cut], icons[cut:]


def strip_px(icons: Sequence[Icon], edge: float) -> float:
    """Return the width of *icons* with pictures of edge *edge*."""
    width = 0.0
    for icon in icons:
        if icon.name == SEAT:
            width += _seat_px(edge) + dp(theme.HALF_GAP)
            continue
        if icon.name:
            width += edge * icon.times + dp(theme.HAIR)
        if icon.text:
            width += letters_texture(icon.text, _letters_px(edge)).width
        width += _gap_px(edge)
    return max(0.0, width - (_gap_px(edge) if icons and icons[-1].name != SEAT else 0))
