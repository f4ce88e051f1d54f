"""Tabs over the cards of a page: equal keys in as few rows as have room for them."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.forms import Choice
from kivy_ui.pages.marks import BUTTON, LABEL, Box, Drawing
from kivy_ui.pages.templates.parts import FAINT, TEXT, picture

_HIGH: Final = 48
_GAP: Final = 8
_PICTURE: Final = 36


def tabs(draw: Drawing, shown: tuple[Choice, ...], box: Box) -> Box:
    """Draw tabs at the top of a box; return what is left of it below them."""
    if not shown:
        return box
    gap, high = draw.px(_GAP), max(_HIGH, draw.px(_HIGH))
    least = max([high, *(_width(draw, each) for each in shown)])
    most = max(1, (box.w + gap) // (least + gap))
    rows = -(-len(shown) // most)
    across = -(-len(shown) // rows)
    wide = (box.w - gap * (across - 1)) // across
    for index, tab in enumerate(shown):
        row, column = divmod(index, across)
        _tab(draw, tab, Box(box.x + column * (wide + gap), box.y + row * (high + gap), wide, high))
    y = box.y + rows * (high + gap) + draw.px(4)
    return Box(box.x, y, box.w, box.bottom - y)


def _width(draw: Drawing, tab: Choice) -> int:
    text = draw.width_of(tab.label, LABEL, bold=True) if tab.label else 0
    return text + len(tab.pictures) * draw.px(_PICTURE) + draw.px(12)


def _tab(draw: Drawing, tab: Choice, box: Box) -> None:
    draw.patch("chosen" if tab.chosen else "raised", box, of=tab.key)
    draw.target(tab.key, box)
    side = min(draw.px(_PICTURE), box.h - draw.px(8))
    text = box.w - len(tab.pictures) * side
    x = box.x + (0 if tab.label else (box.w - len(tab.pictures) * side) // 2)
    for each in tab.pictures:
        place = Box(x, box.y + (box.h - side) // 2, side, side)
        picture(draw, each, place, of=tab.key)
        x += side
    if tab.label:
        draw.words(tab.label, Box(x, box.y, text, box.h), BUTTON, bold=True, align=1, of=tab.key,
                   colour=TEXT if tab.able else FAINT)  # fmt: skip
