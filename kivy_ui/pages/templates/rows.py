"""Rows with a picture, a name and what they are about: history, undo, settings."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.listing import List, Row, RowLook
from kivy_ui.pages.marks import BODY, LABEL, LEAST, Box, Drawing
from kivy_ui.pages.page import Picture
from kivy_ui.pages.templates.form import choices_at_end, choices_width
from kivy_ui.pages.templates.parts import (
    FAINT,
    GOOD,
    INK,
    LOSS,
    MUTED,
    TEXT,
    figure_width,
    figures,
)

_HIGH: Final = 66
_GAP: Final = 10
_MOST: Final = 8
_PAD: Final = 16
_PICTURE: Final = 46
_FIGURE: Final = 28
_SPACE: Final = 10
"""Between figures."""
_SWITCH: Final = (76, 44)
_CHEVRON: Final = 20
_RAIL: Final = 60
"""Room at the left for the line that shows how far a step back reaches."""


def rows(draw: Drawing, stage: Box, body: List) -> None:
    """Draw the rows of the shown part; what does not fit beside the names stands below them."""
    rail = draw.px(_RAIL) if any(each.look is not RowLook.NORMAL for each in body.rows) else 0
    wide, gap = stage.w - rail, draw.px(_GAP)
    shown, *_ = draw.turn(_parts(draw, body, wide, stage.h), 1)
    y = stage.y
    for index, row in enumerate(shown):
        box = Box(stage.x + rail, y, wide, _height(draw, row, wide))
        _row(draw, row, box)
        if rail:
            follows = shown[index + 1] if index + 1 < len(shown) else None
            _mark(draw, row, follows, box._replace(x=stage.x, w=rail), gap)
        y = box.bottom + gap


def _parts(draw: Drawing, body: List, wide: int, room: int) -> list[list[Row]]:
    """Divide the rows into parts that fit into a height."""
    parts: list[list[Row]] = [[]]
    left, gap = room, draw.px(_GAP)
    for row in body.rows:
        high = _height(draw, row, wide)
        if parts[-1] and (high > left or len(parts[-1]) == _MOST):
            parts.append([])
            left = room
        parts[-1].append(row)
        left -= high + gap
    return parts


def _height(draw: Drawing, row: Row, wide: int) -> int:
    """Return the height of a row: a name of many lines needs more."""
    high = draw.px(_HIGH)
    if not (row.choices or row.figures):
        room = wide - _start(draw, row) - _end(draw, row) - draw.px(8)
        size, titles, texts = _told(draw, row, room)
        high = max(high, draw.line(size) * len(titles) + draw.line(LEAST) * len(texts) + draw.px(8))
    return high + _second(draw, row, wide)


def _second(draw: Drawing, row: Row, wide: int) -> int:
    """Return the height of a second line for what has no room beside the name; 0 if it has."""
    room = wide - _start(draw, row) - _name_width(draw, row) - draw.px(_PAD) - _end(draw, row)
    if row.choices:
        return 0 if choices_width(draw, row.choices, draw.px(_HIGH)) <= room else draw.px(54)
    if not row.figures:
        return 0
    return 0 if _figures_width(draw, row) <= room else draw.px(32)


def _name_width(draw: Drawing, row: Row) -> int:
    return max(draw.width_of(row.title, BODY, bold=True), draw.width_of(row.text, LEAST))


def _start(draw: Drawing, row: Row) -> int:
    """Return where the name begins."""
    side = draw.px(_PICTURE)
    wide = sum(_width(draw, each, side) + draw.px(8) for each in row.pictures)
    return draw.px(_PAD) + (wide + draw.px(8) if row.pictures else 0)


def _width(draw: Drawing, shown: Picture, side: int) -> int:
    return figure_width(draw, shown, _side(draw, shown, side), BODY)


def _side(draw: Drawing, shown: Picture, side: int) -> int:
    """Return the edge of a picture in front: symbols and badges are smaller."""
    if shown.piece.startswith("symbol/"):
        return draw.px(28)
    return draw.px(36) if shown.piece == "seat" else side


def _end(draw: Drawing, row: Row) -> int:
    """Return the width of what stands at the right end, with the margins."""
    wide = draw.px(_PAD)
    if row.value:
        wide += draw.width_of(row.value, LABEL) + draw.px(16)
    if row.on is not None:
        wide += draw.px(_SWITCH[0])
    elif _goes(row):
        wide += draw.px(_CHEVRON + 8)
    return wide


def _goes(row: Row) -> bool:
    """Whether a tap on the row opens something."""
    return row.key is not None and not row.choices and row.look is RowLook.NORMAL


def _figures_width(draw: Drawing, row: Row) -> int:
    side = draw.px(_FIGURE)
    return sum(figure_width(draw, each, side, BODY) + draw.px(_SPACE) for each in row.figures)


def _row(draw: Drawing, row: Row, box: Box) -> None:
    undone = row.look is RowLook.UNDONE
    kept = row.look is RowLook.KEPT
    plain = "raised" if row.key is not None else "card"
    draw.patch("flat" if undone else "chosen" if kept else plain, box, of=row.key)
    if row.key is not None:
        draw.target(row.key, box)
    second = _second(draw, row, box.w)
    line = box._replace(h=box.h - second)
    x = box.x + draw.px(_PAD)
    for shown in row.pictures:
        side = _side(draw, shown, draw.px(_PICTURE))
        figures(draw, (shown,), line._replace(x=x), side, BODY, of=row.key, dim=undone)
        x += figure_width(draw, shown, side, BODY) + draw.px(8)
    x = box.x + _start(draw, row)
    right = _right(draw, row, line)
    if second:
        below = Box(x, line.bottom - draw.px(6), box.right - x, second)
        if row.choices:
            choices_at_end(draw, row.choices, below._replace(y=below.y - draw.px(6),
                                                             h=draw.px(58)))  # fmt: skip
        else:
            side, size, space = draw.px(_FIGURE), BODY, _SPACE
            if _figures_width(draw, row) > below.w:
                below = below._replace(x=box.x + draw.px(_PAD))
                side, size, space = draw.px(24), LABEL, 6
            figures(draw, row.figures, below._replace(h=draw.px(30)), side, size, of=row.key,
                    dim=undone, space=space)  # fmt: skip
    elif row.choices:
        right = choices_at_end(draw, row.choices, line)
    elif row.figures:
        wide = _figures_width(draw, row)
        middle = box.x + (box.w - wide) * 3 // 5
        start = min(right - wide, max(middle, x + _name_width(draw, row) + draw.px(12)))
        figures(draw, row.figures, line._replace(x=start), draw.px(_FIGURE), BODY, of=row.key,
                dim=undone)  # fmt: skip
        right = start
    _name(draw, row, Box(x, line.y, right - x - draw.px(8), line.h))


def _told(draw: Drawing, row: Row, room: int) -> tuple[int, list[str], list[str]]:
    """Return the size of the name, its lines and those of the words below it."""
    size, titles = BODY, [row.title]
    if draw.width_of(row.title, BODY, bold=True) > room:
        size, titles = LEAST, draw.lines(row.title, room, LEAST, bold=True)
    texts = [row.text] if row.text else []
    if draw.width_of(row.text, LEAST) > room:
        texts = draw.lines(row.text, room, LEAST)
    return size, titles, texts


def _name(draw: Drawing, row: Row, box: Box) -> None:
    """Draw the name and the words below it; an undone one is crossed out."""
    undone = row.look is RowLook.UNDONE
    size, titles, texts = _told(draw, row, box.w)
    high = draw.line(size)
    step = draw.line(LEAST)
    both = high * len(titles) + step * len(texts)
    top = Box(box.x, box.y + (box.h - both) // 2, box.w, high)
    for title in titles:
        place = draw.words(title, top, size, bold=True, colour=FAINT if undone else TEXT,
                           of=row.key)  # fmt: skip
        if undone and place:
            line = Box(place.x - 2, place.y + place.h * 11 // 20, place.w + 4, 2)
            draw.patch("bar", line, opacity=0.7)
        top = top._replace(y=top.bottom)
    for index, text in enumerate(texts):
        draw.words(text, Box(box.x, top.y + index * step, box.w, step), LEAST,
                   colour=FAINT if undone else MUTED, of=row.key)  # fmt: skip


def _right(draw: Drawing, row: Row, box: Box) -> int:
    """Draw the value, the switch or the arrow at the right end; return where they begin."""
    right = box.right - draw.px(_PAD)
    if row.on is not None:
        right -= draw.px(_SWITCH[0])
        _switch(draw, row, Box(right, box.y + (box.h - draw.px(_SWITCH[1])) // 2,
                               draw.px(_SWITCH[0]), draw.px(_SWITCH[1])))  # fmt: skip
        right -= draw.px(8)
    elif _goes(row):
        side = draw.px(_CHEVRON)
        right -= side
        draw.piece("symbol/next", Box(right, box.y + (box.h - side) // 2, side, side), MUTED,
                   of=row.key)  # fmt: skip
        right -= draw.px(8)
    if row.value:
        wide = draw.width_of(row.value, LABEL)
        right -= wide
        draw.words(row.value, Box(right, box.y, wide, box.h), LABEL, of=row.key,
                   colour=FAINT if row.look is RowLook.UNDONE else MUTED)  # fmt: skip
        right -= draw.px(16)
    return right


def _switch(draw: Drawing, row: Row, box: Box) -> None:
    """Draw a switch: on with a tick at the right, off with a dash at the left."""
    draw.patch("track", box, GOOD if row.on else "8A98AC", of=row.key)
    side = box.h - draw.px(10)
    knob = Box(box.right - side - draw.px(5) if row.on else box.x + draw.px(5),
               box.y + draw.px(5), side, side)  # fmt: skip
    draw.piece("symbol/disc", knob, GOOD if row.on else "B4C0D0", of=row.key)
    mark = side * 3 // 5
    draw.piece("symbol/tick" if row.on else "symbol/dash", knob.centred(mark, mark), INK,
               of=row.key)  # fmt: skip


def _mark(draw: Drawing, row: Row, follows: Row | None, box: Box, gap: int) -> None:
    """Draw the line of time beside a row: crossed as far as it is undone, ticked where it ends."""
    side = draw.px(30)
    dot = Box(box.x + draw.px(16), box.y + (box.h - side) // 2, side, side)
    if follows:
        undone = row.look is RowLook.UNDONE
        line = Box(dot.x + side // 2 - 2, dot.bottom - 2, 4, box.h + gap - side + 4)
        draw.patch("segment", line, LOSS if undone else "3A475E")
    if row.look is RowLook.KEPT:
        draw.piece("tick/act", dot)
    elif row.look is RowLook.UNDONE:
        draw.piece("symbol/disc", dot, LOSS)
        mark = side // 2
        draw.piece("symbol/close", dot.centred(mark, mark), INK)
    else:
        small = draw.px(14)
        draw.piece("symbol/disc", dot.centred(small, small), "4A5870")
