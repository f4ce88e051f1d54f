"""All players with what everybody may know of them: chips below the head, or rows beside a map."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import LABEL, LEAST, Box, Drawing
from kivy_ui.pages.page import Person
from kivy_ui.pages.templates.parts import FAINT, MUTED, SEATS, badge, figure, figure_width

_HIGH: Final = (44, 48)
"""Height of a chip with one line, and with two."""
_BADGE: Final = 30
_SIDE: Final = 22
"""Edge of a fact's picture."""
_PAD: Final = 8
_LEAST_GAP: Final = 2


def people_strip(draw: Drawing, stage: Box, people: tuple[Person, ...]) -> Box:
    """Draw a chip for each person in as few rows as all names and facts need; return what is left.

    A chip has one line, or the name above the facts where that saves a row.
    """
    if not people:
        return stage
    gap, count = draw.px(6), len(people)
    for rows in range(1, count + 1):
        across = -(-count // rows)
        for lines in (1, 2):
            needed = [_needed(draw, each, lines) for each in people]
            equal = (stage.w - gap * (across - 1)) // across
            room = sum(needed) + gap * (count - 1) <= stage.w if rows == 1 else max(needed) <= equal
            if room or (rows == count and lines == 2):
                spare = (stage.w - sum(needed) - gap * (count - 1)) // count
                widths = [each + spare for each in needed] if rows == 1 else [equal] * count
                return _rows(draw, stage, people, widths, across, lines)
    raise AssertionError


def _rows(
    draw: Drawing, stage: Box, people: tuple[Person, ...], widths: list[int], across: int,
    lines: int,
) -> Box:  # fmt: skip
    gap, high = draw.px(6), draw.px(_HIGH[lines - 1])
    x, y = stage.x, stage.y
    for index, (person, wide) in enumerate(zip(people, widths, strict=True)):
        if index and index % across == 0:
            x, y = stage.x, y + high + gap
        _chip(draw, person, Box(x, y, wide, high), lines)
        x += wide + gap
    top = y + high + draw.px(10)
    return Box(stage.x, top, stage.w, stage.bottom - top)


def _needed(draw: Drawing, person: Person, lines: int) -> int:
    """Return the least width of a chip with its texts in full."""
    facts = [figure_width(draw, each, draw.px(_SIDE), LEAST) for each in person.facts]
    gap = draw.px(6 if lines == 1 else _LEAST_GAP)
    row = sum(facts) + gap * max(0, len(facts) - 1)
    name = draw.width_of(person.seat.name, LEAST, bold=True)
    inner = max(name, row) if lines == 2 else name + (row + draw.px(10) if facts else 0)
    done = draw.px(_PAD) if person.done else 0
    return 2 * draw.px(_PAD) + draw.px(_BADGE) + draw.px(_PAD) + inner + done


def _chip(draw: Drawing, person: Person, box: Box, lines: int) -> None:
    draw.patch("chip_acts" if person.acts else "chip", box,
               SEATS.get(person.seat.colour, MUTED) if person.acts else "FFFFFF")  # fmt: skip
    side, pad = draw.px(_BADGE), draw.px(_PAD)
    badge(draw, person.seat, Box(box.x + pad, box.y + (box.h - side) // 2, side, side))
    if person.done:
        mark = draw.px(18)
        place = Box(box.x + pad + side - mark // 2, box.y + draw.px(3), mark, mark)
        draw.piece("tick/good", place)
    x = box.x + 2 * pad + side + (pad if person.done else 0)
    inner = Box(x, box.y, box.right - pad - x, box.h)
    colour = FAINT if person.done else "F3F5F9"
    if lines == 2 and person.facts:
        name = inner._replace(y=inner.y + draw.px(3), h=draw.px(20))
        draw.words(person.seat.name, name, LEAST, bold=True, colour=colour)
        _facts(draw, person, inner._replace(y=name.bottom, h=draw.px(22)), draw.px(8))
        return
    room = _row_width(draw, person, draw.px(6))
    inner = inner._replace(w=inner.w - (room + draw.px(10) if room else 0))
    shown = draw.words(person.seat.name, inner, LABEL, bold=True, colour=colour)
    x = shown.right + draw.px(10) if shown else inner.right
    spare = (box.right - pad - x - room) // (len(person.facts) + 1) if person.facts else 0
    gap = draw.px(6) + min(spare, draw.px(14))
    _facts(draw, person, Box(x, box.y, box.right - pad - x, box.h), gap, end=True)


def _row_width(draw: Drawing, person: Person, gap: int) -> int:
    widths = [figure_width(draw, each, draw.px(_SIDE), LEAST) for each in person.facts]
    return sum(widths) + gap * max(0, len(widths) - 1)


def _facts(draw: Drawing, person: Person, box: Box, gap: int, *, end: bool = False) -> None:
    """Draw the facts in a row, closer if they need it; at the right for *end*."""
    many = max(1, len(person.facts) - 1)
    gap = min(gap, (box.w - _row_width(draw, person, 0)) // many)
    x = box.right - _row_width(draw, person, gap) if end else box.x
    for fact in person.facts:
        row = Box(x, box.y, box.right - x, box.h)
        x += figure(draw, fact, row, draw.px(_SIDE), LEAST) + gap
