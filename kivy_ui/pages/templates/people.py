"""All players with what everybody may know of them: chips below the head, or rows beside a map."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from kivy_ui.pages.marks import LABEL, LEAST, Box, Drawing
from kivy_ui.pages.people import Person
from kivy_ui.pages.templates.parts import (
    FAINT,
    MUTED,
    SEATS,
    badge,
    figure,
    figure_width,
    picture,
)

_HIGH: Final = (44, 48)
"""Height of a chip with one line, and with two."""
_LOW: Final = 36
"""Height of a chip beside a map."""
_BADGE: Final = 30
_SIDE: Final = 22
"""Edge of a fact's picture."""
_PAD: Final = 8
_LEAST_GAP: Final = 2


class Strip(NamedTuple):
    """How people are arranged: how many side by side, their widths, lines of a chip, its height."""

    across: int
    widths: list[int]
    lines: int
    chip: int
    high: int


def people_strip(draw: Drawing, stage: Box, people: tuple[Person, ...]) -> Box:
    """Draw a chip for each person, in as few rows as all names and facts need.

    Return the room that is left below them.
    """
    if not people:
        return stage
    people = _narrowed(draw, stage.w, people)
    if strip(draw, stage.w, people).across < len(people) and _fit_a_row(draw, stage.w, people):
        return people_row(draw, stage, people)
    plan = strip(draw, stage.w, people)
    _rows(draw, stage, people, plan)
    return Box(stage.x, stage.y + plan.high, stage.w, stage.h - plan.high)


def _narrowed(draw: Drawing, room: int, people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return people without the names of those without facts, if only so all fit in one row."""
    if not any(each.facts for each in people) or strip(draw, room, people).across == len(people):
        return people
    bare = tuple(
        each if each.facts or each.acts else replace(each, seat=replace(each.seat, name=""))
        for each in people
    )
    return bare if strip(draw, room, bare).across == len(people) else people


def strip(draw: Drawing, room: int, people: tuple[Person, ...]) -> Strip:
    """Arrange people; a chip has one line, or the name above the facts where that saves a row."""
    gap, count = draw.px(6), len(people)
    for rows in range(1, count + 1):
        across = -(-count // rows)
        for lines in (1, 2):
            needed = [_needed(draw, each, lines) for each in people]
            equal = (room - gap * (across - 1)) // across
            spare = room - sum(needed) - gap * (count - 1)
            fits = spare >= 0 if rows == 1 else max(needed) <= equal
            if fits or (rows == count and lines == 2):
                widths = [each + spare // count for each in needed]
                chip = draw.px(_HIGH[lines - 1])
                high = -(-count // across) * (chip + gap) - gap + draw.px(10)
                return Strip(across, widths if rows == 1 else [equal] * count, lines, chip, high)
    return Strip(0, [], 1, 0, 0)


def people_column(draw: Drawing, column: Box, people: tuple[Person, ...], least: int = 0) -> Box:
    """Draw a low row for each person; return the room below.

    Where that would leave less than *least*, those who do not act are badges in one row. The name
    gives way to facts that leave it no room: number and colour say who it is.
    """
    y, high, gap = column.y, draw.px(_LOW), draw.px(4)
    whole = len(people) * (high + gap) + draw.px(6)
    rows = people
    if column.h - whole < least or not all(each.facts for each in people):
        rows = tuple(each for each in people if each.acts)
    for person in rows:
        _chip(draw, person, Box(column.x, y, column.w, high), 1)
        y += high + gap
    others = tuple(each for each in people if each not in rows)
    if others:
        wide = (column.w - gap * (len(others) - 1)) // len(others)
        for index, person in enumerate(others):
            box = Box(column.x + index * (wide + gap), y, wide, high)
            _chip(draw, _shortened(draw, person, wide), box, 1)
        y += high + gap
    y += draw.px(6) if people else 0
    return Box(column.x, y, column.w, column.bottom - y)


def _full(people: tuple[Person, ...]) -> int:
    """Return how many people are more than a badge in one row."""
    return max(1, sum(each.acts or bool(each.facts) for each in people))


def _row_width_of(draw: Drawing, room: int, people: tuple[Person, ...]) -> int:
    """Return the width of those who are more than a badge in one row."""
    gap, full = draw.px(4), _full(people)
    rest = (len(people) - full) * (draw.px(_BADGE + _PAD) + gap)
    return (room - rest - gap * (full - 1)) // full


def _fit_a_row(draw: Drawing, room: int, people: tuple[Person, ...]) -> bool:
    """Whether people of whom some are without facts fit into one row, without their names."""
    if all(each.facts for each in people):
        return False
    wide = _row_width_of(draw, room, people)
    bare = (replace(each, seat=replace(each.seat, name="")) for each in people if each.facts)
    return all(_needed(draw, each, 1) <= wide for each in bare)


def row_height(draw: Drawing, room: int, people: tuple[Person, ...]) -> int:
    """Return the height of the people below a board, with the gap below them."""
    if not people:
        return 0
    if all(each.facts for each in people):
        return strip(draw, room, people).high
    return draw.px(_LOW + 10)


def people_row(draw: Drawing, stage: Box, people: tuple[Person, ...]) -> Box:
    """Draw the people below a board; return the room below them.

    If some are without facts, all are in one row: those as badges, the others without names.
    """
    if all(each.facts for each in people):
        return people_strip(draw, stage, people)
    gap, small = draw.px(4), draw.px(_BADGE + _PAD)
    wide, x = _row_width_of(draw, stage.w, people), stage.x
    for person in people:
        full = person.acts or bool(person.facts)
        box = Box(x, stage.y, wide if full else small, draw.px(_LOW))
        shown = person
        if not full or _needed(draw, shown, 1) > wide:
            shown = replace(shown, seat=replace(person.seat, name=""))
        _chip(draw, shown, box, 1)
        x = box.right + gap
    high = row_height(draw, stage.w, people)
    return Box(stage.x, stage.y + high, stage.w, stage.h - high)


def _shortened(draw: Drawing, person: Person, wide: int) -> Person:
    """Return a person without facts, and without the name if it does not fit."""
    plain = replace(person, facts=())
    if _needed(draw, plain, 1) <= wide:
        return plain
    return replace(plain, seat=replace(person.seat, name=""))


def _rows(draw: Drawing, stage: Box, people: tuple[Person, ...], plan: Strip) -> None:
    x, y = stage.x, stage.y
    for index, (person, wide) in enumerate(zip(people, plan.widths, strict=True)):
        if index and index % plan.across == 0:
            x, y = stage.x, y + plan.chip + draw.px(6)
        _chip(draw, person, Box(x, y, wide, plan.chip), plan.lines)
        x += wide + draw.px(6)


def _needed(draw: Drawing, person: Person, lines: int) -> int:
    """Return the least width of a chip with its texts in full."""
    facts = [figure_width(draw, each, draw.px(_SIDE), LEAST) for each in person.facts]
    gap = draw.px(6 if lines == 1 else _LEAST_GAP)
    row = sum(facts) + gap * max(0, len(facts) - 1)
    name = draw.width_of(person.seat.name, LEAST, bold=True)
    inner = max(name, row) if lines == 2 else name + (row + draw.px(10) if facts else 0)
    done = draw.px(_PAD) if person.done or person.mark else 0
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
    if person.mark:
        mark = draw.px(20)
        place = Box(box.x + pad + side - mark // 2, box.bottom - mark - 1, mark, mark)
        picture(draw, person.mark, place)
    x = box.x + 2 * pad + side + (pad if person.done or person.mark else 0)
    inner = Box(x, box.y, box.right - pad - x, box.h)
    colour = FAINT if person.done else "F3F5F9"
    if lines == 2 and person.facts:
        name = inner._replace(y=inner.y + draw.px(3), h=draw.px(20))
        draw.words(person.seat.name, name, LEAST, bold=True, colour=colour)
        _facts(draw, person, inner._replace(y=name.bottom, h=draw.px(22)), draw.px(8))
        return
    room = _row_width(draw, person, draw.px(6))
    needed = draw.width_of(person.seat.name, LEAST, bold=True) if person.seat.name else 0
    if needed + room + draw.px(10) > inner.w:
        room = _row_width(draw, person, draw.px(_LEAST_GAP))
    inner = inner._replace(w=inner.w - (room + draw.px(8) if room else 0))
    shown = None
    if person.seat.name:
        shown = draw.words(person.seat.name, inner, LABEL, bold=True, colour=colour, spare=True)
    x = shown.right + draw.px(8) if shown else x
    spare = (box.right - pad - x - room) // (len(person.facts) + 1) if person.facts else 0
    gap = draw.px(6) + min(max(0, spare), draw.px(14))
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
