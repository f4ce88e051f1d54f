"""A sheet over any page: a picture, what happened, what to do; buttons at their usual places."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, QUESTION, Box, Drawing
from kivy_ui.pages.page import Sheet
from kivy_ui.pages.templates.frame import main_button, side_buttons
from kivy_ui.pages.templates.parts import MUTED, picture

_HIGH: Final = 312
_TITLE: Final = 32


def sheet(draw: Drawing, body: Sheet) -> None:
    """Darken the page, which is not touched meanwhile, and draw the sheet over its lower part."""
    draw.cover()
    draw.patch("shade", Box(0, 0, draw.width, draw.height))
    margin = 16
    portrait = draw.portrait
    high = draw.px(_HIGH) if not portrait else 500
    top = draw.height - high
    draw.patch("sheet", Box(0, top, draw.width, high))
    foot = 80 if draw.large else 62 if portrait else draw.px(64)
    main_w = (400 if draw.large else draw.px(304)) if not portrait else draw.width - 2 * margin
    y = draw.height - (16 if portrait else 19) - foot
    main = Box(draw.width - margin - main_w, y, main_w, foot)
    side = Box(margin, y, main.x - 2 * margin + 4, foot)
    if portrait:
        side = Box(margin, y - 14 - foot, main_w, foot)
    main_button(draw, body.main, main)
    side_buttons(draw, body.side, side)
    bottom = side.y if portrait and body.side else main.y
    _content(draw, body, Box(0, top, draw.width, bottom - top))


def _content(draw: Drawing, body: Sheet, box: Box) -> None:
    big = draw.px(144)
    if draw.portrait:
        picture(draw, body.picture, Box((draw.width - 132) // 2, box.y + 24, 132, 132))
        x, wide, align = 24, draw.width - 48, 1
        y, room = box.y + 166, box.bottom - box.y - 172
    else:
        left = draw.px(64)
        place = Box(left, box.y + (box.h - big) // 2 + draw.px(4), big, big)
        picture(draw, body.picture, place)
        x = left + big + draw.px(44)
        wide, align = draw.width - x - draw.px(36), 0
        y, room = box.y, box.h
    title = [body.title]
    if draw.width_of(body.title, QUESTION, bold=True) > wide:
        title = draw.lines(body.title, wide, QUESTION, bold=True)
    size = _TITLE if len(title) == 1 else QUESTION
    high, low = draw.px(40 if len(title) == 1 else 34), draw.px(31)
    y += (room - high * len(title) - draw.px(8) - low * len(body.lines)) // 2
    for line in title:
        draw.words(line, Box(x, y, wide, high), size, bold=True, align=align)
        y += high
    y += draw.px(8)
    fitting = (size for size in (BUTTON, BODY, LABEL)
               if all(draw.width_of(line, size) <= wide for line in body.lines))  # fmt: skip
    size = next(fitting, LEAST)
    for line in body.lines:
        draw.words(line, Box(x, y, wide, low), size, colour=MUTED, align=align)
        y += low
