"""All players with what everybody may know of them: chips below the head, or rows beside a map."""

from dataclasses import replace
from typing import Final, NamedTuple

from kivy_ui.pages.marks import FAINT, LABEL, LEAST, MUTED, SEATS, TEXT, Box
from kivy_ui.pages.people import Person
from kivy_ui.pages.templates.parts import Drawing

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
    plan = strip(draw, stage.w, people)
    if plan.across < len(people) and _fit_a_row(draw, stage.w, people):
        return people_row(draw, stage, people)
    row = stage
    for index, (person, wide) in enumerate(zip(people, plan.widths, strict=True)):
        if index and index % plan.across == 0:
            row = stage.cut(top=index // plan.across * (plan.chip + draw.px(6)))
        _chip(draw, person, row._replace(w=wide, h=plan.chip), plan.lines)
        row = row.cut(left=wide + draw.px(6))
    return stage.cut(top=plan.high)


def _bare(person: Person) -> Person:
    """Return a person without the name: number and colour say who it is."""
    return replace(person, seat=replace(person.seat, name=""))


def _narrowed(draw: Drawing, room: int, people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return people without the names of those without facts, if only so all fit in one row."""
    if not any(each.facts for each in people) or strip(draw, room, people).across == len(people):
        return people
    bare = tuple(each if each.facts or each.acts else _bare(each) for each in people)
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
    """Draw a row for each person, with two lines where there is room; return the room below.

    Where low rows would leave less than *least*, those who do not act are badges in one row. The
    name gives way to facts that leave it no room: number and colour say who it is.
    """
    if not people:
        return column
    high, gap, told = draw.px(_LOW), draw.px(4), all(each.facts for each in people)
    spare = column.h - least - draw.px(6)
    tall = draw.px(_HIGH[1])
    roomy = told and spare >= len(people) * (tall + gap)
    rows = people
    if not told or spare < len(people) * (high + gap):
        rows = tuple(each for each in people if each.acts)
    for person in rows:
        row = column._replace(h=tall if roomy else high)
        _chip(draw, person, row, 2 if roomy else 1)
        column = column.cut(top=row.h + gap)
    others = tuple(each for each in people if each not in rows)
    if others:
        cells = column._replace(h=high).cells(len(others), 1, gap)
        for person, box in zip(others, cells, strict=True):
            _chip(draw, _fitting(draw, replace(person, facts=()), box.w), box, 1)
        column = column.cut(top=high + gap)
    return column.cut(top=draw.px(6))


def _fitting(draw: Drawing, person: Person, wide: int) -> Person:
    """Return a person without the name if it does not fit."""
    return person if _needed(draw, person, 1) <= wide else _bare(person)


def _row_width_of(draw: Drawing, room: int, people: tuple[Person, ...]) -> int:
    """Return the width of those who are more than a badge in one row."""
    gap, full = draw.px(4), max(1, sum(each.acts or bool(each.facts) for each in people))
    rest = (len(people) - full) * (draw.px(_BADGE + _PAD) + gap)
    return (room - rest - gap * (full - 1)) // full


def _fit_a_row(draw: Drawing, room: int, people: tuple[Person, ...]) -> bool:
    """Whether people of whom some are without facts fit into one row, without their names."""
    if all(each.facts for each in people):
        return False
    wide = _row_width_of(draw, room, people)
    return all(_needed(draw, _bare(each), 1) <= wide for each in people if each.facts)


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
    wide, row = _row_width_of(draw, stage.w, people), stage._replace(h=draw.px(_LOW))
    for person in people:
        full = person.acts or bool(person.facts)
        box = row._replace(w=wide if full else draw.px(_BADGE + _PAD))
        _chip(draw, _fitting(draw, person, wide) if full else _bare(person), box, 1)
        row = row.cut(left=box.w + draw.px(4))
    return stage.cut(top=row_height(draw, stage.w, people))


def _needed(draw: Drawing, person: Person, lines: int) -> int:
    """Return the least width of a chip with its texts in full."""
    row = _row_width(draw, person, draw.px(6 if lines == 1 else _LEAST_GAP))
    name = draw.width_of(person.seat.name, LEAST, bold=True)
    inner = max(name, row) if lines == 2 else name + (row + draw.px(10) if person.facts else 0)
    return inner + draw.px(2 * _PAD + _BADGE + _PAD) + _marked(draw, person)


def _marked(draw: Drawing, person: Person) -> int:
    """Return the room for marks on the badge."""
    return draw.px(_PAD) if person.done or person.mark else 0


def _chip(draw: Drawing, person: Person, box: Box, lines: int) -> None:
    draw.patch("chip_acts" if person.acts else "chip", box,
               SEATS.get(person.seat.colour, MUTED) if person.acts else "FFFFFF")  # fmt: skip
    side, pad = draw.px(_BADGE), draw.px(_PAD)
    bare = not (person.facts or person.seat.name)
    badge = box.start(side, pad=(box.w - side) // 2 if bare else pad)
    draw.badge(person.seat, badge)
    mark = draw.px(14 if bare else 19)
    corner = Box((box if bare else badge).right - (mark if bare else mark // 2), box.y, mark, mark)
    if person.done:
        draw.piece("tick/good", corner._replace(y=box.y + draw.px(2)))
    if person.mark:
        draw.picture(person.mark, corner._replace(y=box.bottom - mark - 1))
    inner = box.cut(left=2 * pad + side + _marked(draw, person), right=pad)
    colour = FAINT if person.done else TEXT
    if lines == 2 and person.facts:
        name = inner.cut(top=draw.px(3))._replace(h=draw.px(20))
        draw.words(person.seat.names, name, LEAST, bold=True, colour=colour)
        _facts(draw, person, name._replace(y=name.bottom, h=draw.px(22)), draw.px(8))
    else:
        _one_line(draw, person, inner, colour)


def _one_line(draw: Drawing, person: Person, box: Box, colour: str) -> None:
    """Draw the name, and the facts at the right: nearer to each other if they need it."""
    room = _row_width(draw, person, draw.px(6))
    if draw.width_of(person.seat.name, LEAST, bold=True) + room + draw.px(10) > box.w:
        room = _row_width(draw, person, draw.px(_LEAST_GAP))
    place = box.cut(right=room + draw.px(8) if room else 0)
    shown = draw.words(person.seat.names, place, LABEL, bold=True, colour=colour, spare=True)
    rest = box.cut(left=shown.w + draw.px(8) if shown else 0)
    spare = (rest.w - room) // (len(person.facts) + 1)
    _facts(draw, person, rest, draw.px(6) + min(max(0, spare), draw.px(14)), end=True)


def _row_width(draw: Drawing, person: Person, gap: int) -> int:
    widths = [draw.figure_width(each, draw.px(_SIDE), LEAST) for each in person.facts]
    return sum(widths) + gap * max(0, len(widths) - 1)


def _facts(draw: Drawing, person: Person, box: Box, gap: int, *, end: bool = False) -> None:
    """Draw the facts in a row, closer if they need it; at the right for *end*."""
    many = max(1, len(person.facts) - 1)
    gap = min(gap, (box.w - _row_width(draw, person, 0)) // many)
    row = box.cut(left=box.w - _row_width(draw, person, gap) if end else 0)
    for fact in person.facts:
        row = row.cut(left=draw.figure(fact, row, draw.px(_SIDE), LEAST) + gap)
