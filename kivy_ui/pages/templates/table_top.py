"""The table from above: what lies on it, and who sits around it, clockwise from the lower left."""

from __future__ import annotations

from typing import Final, NamedTuple

from kivy_ui.pages.listing import Row, TableTop
from kivy_ui.pages.marks import ARROW, LABEL, LEAST, MUTED, Box
from kivy_ui.pages.people import Person
from kivy_ui.pages.templates.parts import Drawing
from kivy_ui.pages.templates.people import people_strip, strip

_LARGEST, _CLEAR, _SMALLEST = 96, 56, 19
"""Edge of a picture on the table; less than clear only where one thing has no more room."""
_CHIP: Final = 260
"""Width of a person at most."""
_ARROW, _BADGE = 40, 40
_PAD, _SPACE = 10, 4
_FEW: Final = 4
"""Things that have room between people above and below them."""
_LINES: Final = 4


def table_top(draw: Drawing, stage: Box, body: TableTop, people: tuple[Person, ...]) -> None:
    """Draw people above and below the table, and what lies on it with its words in a grid.

    Where that leaves no room for many things, people are badges at the left and right.
    """
    if len(body.rows) > _FEW and not draw.portrait:
        table = _beside(draw, stage, people)
    else:
        far = (len(people) + 1) // 2 + 1
        table = _seated(draw, stage, people[1:far], below=False)
        table = _seated(draw, table, (*people[:1], *reversed(people[far:])), below=True)
    draw.patch("sheet", table)
    table = table.inset(draw.px(_PAD))
    if body.passes:
        side = draw.px(_ARROW)
        signs = ("up", "down") if body.passes > 0 else ("down", "up")
        for sign, place in zip(signs, (table.start(side), table.end(side)), strict=True):
            draw.symbol(sign, place, ARROW)
        table = table.inset(side + draw.px(_PAD), 0)
    _lie(draw, table, body.rows)


def _seated(draw: Drawing, box: Box, people: tuple[Person, ...], *, below: bool) -> Box:
    """Draw people at one side of the table; return the room that is left for it."""
    if not people:
        return box
    wide = min(box.w, len(people) * draw.px(_CHIP))
    high = strip(draw, wide, people).high
    row = box._replace(y=box.bottom - high + draw.px(_PAD) if below else box.y, h=high)
    people_strip(draw, row.centred(wide, high), people)
    return box.cut(bottom=high) if below else box.cut(top=high)


def _beside(draw: Drawing, box: Box, people: tuple[Person, ...]) -> Box:
    """Draw badges at both ends of the table; return the room between them."""
    side, half = draw.px(_BADGE), (len(people) + 1) // 2
    left, right = box.start(side, box.h), box.end(side, box.h)
    for some, column in ((people[:half][::-1], left), (people[half:], right)):
        for person, place in zip(some, column.cells(1, max(1, len(some)), 0), strict=False):
            draw.badge(person.seat, place.centred(side, side))
    return box.inset(side + draw.px(_PAD), 0)


class _Plan(NamedTuple):
    """A grid: the edge of its pictures, size of the words, columns and rows."""

    side: int
    size: int
    across: int
    down: int


def _lie(draw: Drawing, table: Box, rows: tuple[Row, ...]) -> None:
    """Draw the things in the grid in which they are largest; those without room are on parts."""
    columns = [
        _column(draw, table, rows, across, size)
        for across in range(1, len(rows) + 1)
        for size in (LABEL, LEAST)
    ]
    gap = draw.px(_PAD)
    for least in (_CLEAR, _SMALLEST):
        for most in range(len(rows), 0, -1):
            plans = []
            for wide, text, size, across in columns[: 2 * most]:
                down = -(-most // across)
                high = (table.h - gap * (down - 1)) // down
                plans.append(_Plan(min(wide, high - text), size, across, down))
            plan = max(plans)
            if plan.side >= draw.px(least):
                cells = table.cells(plan.across, plan.down, gap)
                for row, box in zip(draw.turn(rows, most), cells, strict=False):
                    _thing(draw, row, box, plan)
                return
    for row in rows:
        draw.no_room_for(row.title)


def _column(
    draw: Drawing, table: Box, rows: tuple[Row, ...], across: int, size: int
) -> tuple[int, int, int, int]:
    """Return how wide pictures can be in so many columns, and how high the words below them are."""
    gap, side, text = draw.px(_PAD), draw.px(_LARGEST), 0
    wide = (table.w - gap * (across - 1)) // across
    for row in rows:
        room = wide - draw.figures_width(row.pictures, 0, size, _SPACE)
        words, texts = _told(draw, row, wide, size)
        fits = len(words) <= _LINES and draw.widest(words, size, bold=True) <= wide
        side = min(side, room // max(1, len(row.pictures))) if fits else 0
        text = max(text, len(words) * draw.line(size) + len(texts) * draw.line(LEAST) + gap)
    return side, text, size, across


def _told(draw: Drawing, row: Row, wide: int, size: int) -> tuple[list[str], list[str]]:
    return draw.lines(row.title, wide, size, bold=True), draw.lines(row.text, wide, LEAST)


def _thing(draw: Drawing, row: Row, box: Box, plan: _Plan) -> None:
    """Draw the pictures of a thing, the words below them."""
    side, size = plan[:2]
    words, texts = _told(draw, row, box.w, size)
    step, small, gap = draw.line(size), draw.line(LEAST), draw.px(_PAD // 2)
    front = side + gap if row.pictures else 0
    whole = box.centred(box.w, front + step * len(words) + small * len(texts))
    wide = draw.figures_width(row.pictures, side, size, _SPACE) - draw.px(_SPACE)
    place = whole._replace(h=side).centred(wide, side)
    draw.figures(row.pictures, place, side, size, space=_SPACE)
    whole = whole.cut(top=front)
    draw.block(words, whole._replace(h=step * len(words)), size, step, bold=True, align=1)
    whole = whole.cut(top=step * len(words))
    draw.block(texts, whole, LEAST, small, colour=MUTED, align=1)
