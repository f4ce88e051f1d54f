"""The table from above: what lies on it, and who sits around it, clockwise from the lower left."""

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
_LINES: Final = 4


def table_top(draw: Drawing, stage: Box, body: TableTop, people: tuple[Person, ...]) -> None:
    """Draw people above and below the table, and what lies on it with its words in a grid.

    Where that leaves no room for clear pictures, people are badges at the left and right.
    """
    far = (len(people) + 1) // 2 + 1
    above, below = people[1:far], (*people[:1], *reversed(people[far:]))
    table = _table(draw, stage, above, below)
    lying = table.inset(draw.px(_PAD + (_ARROW + _PAD if body.passes else 0)), draw.px(_PAD))
    count = len(body.rows)
    plan = _best(draw, lying, _columns(draw, lying, body.rows), count) if count > 1 else None
    if draw.portrait or plan is None or plan.side >= draw.px(_CLEAR):
        _seated(draw, stage, above)
        _seated(draw, stage.cut(top=table.bottom + draw.px(_PAD) - stage.y), below)
    else:
        table = _beside(draw, stage, people)
    draw.patch("sheet", table)
    table = table.inset(draw.px(_PAD))
    if body.passes:
        side = draw.px(_ARROW)
        signs = ("up", "down") if body.passes > 0 else ("down", "up")
        for sign, place in zip(signs, (table.start(side), table.end(side)), strict=True):
            draw.symbol(sign, place, ARROW)
        table = table.inset(side + draw.px(_PAD), 0)
    _lie(draw, table, body.rows)


def _table(draw: Drawing, box: Box, above: tuple[Person, ...], below: tuple[Person, ...]) -> Box:
    """Return the room between people above and below the table."""
    return box.cut(top=_high(draw, box, above), bottom=_high(draw, box, below))


def _high(draw: Drawing, box: Box, people: tuple[Person, ...]) -> int:
    """Return the height of people at one side of the table."""
    return strip(draw, min(box.w, len(people) * draw.px(_CHIP)), people).high if people else 0


def _seated(draw: Drawing, box: Box, people: tuple[Person, ...]) -> None:
    """Draw people at one side of the table."""
    if people:
        people_strip(draw, box.centred(min(box.w, len(people) * draw.px(_CHIP)), box.h), people)


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
    columns = _columns(draw, table, rows)
    for least in (_CLEAR, _SMALLEST):
        for most in range(len(rows), 0, -1):
            plan = _best(draw, table, columns, most)
            if plan.side >= draw.px(least):
                cells = table.cells(plan.across, plan.down, draw.px(_PAD))
                for row, box in zip(draw.turn(rows, most), cells, strict=False):
                    _thing(draw, row, box, plan)
                return
    for row in rows:
        draw.no_room_for(row.title)


_Column = tuple[int, int, int, int]
"""Width that pictures can have, height of the words below, size of the words, columns."""


def _columns(draw: Drawing, table: Box, rows: tuple[Row, ...]) -> list[_Column]:
    """Return all numbers of columns, with both sizes of words."""
    return [
        _column(draw, table, rows, across, size)
        for across in range(1, len(rows) + 1)
        for size in (LABEL, LEAST)
    ]


def _best(draw: Drawing, table: Box, columns: list[_Column], most: int) -> _Plan:
    """Return the grid for so many things in which their pictures are largest."""
    gap, plans = draw.px(_PAD), []
    for wide, text, size, across in columns[: 2 * most]:
        down = -(-most // across)
        high = (table.h - gap * (down - 1)) // down
        plans.append(_Plan(min(wide, high - text), size, across, down))
    return max(plans)


def _column(draw: Drawing, table: Box, rows: tuple[Row, ...], across: int, size: int) -> _Column:
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
