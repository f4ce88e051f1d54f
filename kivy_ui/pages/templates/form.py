"""Several parts of one answer: a row for each, with its choices or with a number to step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kivy_ui.pages.forms import Choice, Field, Form, Stepper
from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, Box, Drawing
from kivy_ui.pages.templates.parts import (
    FAINT,
    MUTED,
    TEXT,
    figure_width,
    figures,
    picture,
)

_ROW: Final = 66
_LOW: Final = 58
"""Height of a row, and the least whose buttons can be touched."""
_STEP: Final = 56
_NARROW: Final = 250
"""Width of a row from which a number has its full room."""
_NUMBER: Final = 52
_PRICE: Final = 24
_PAD: Final = 5
_COLUMN: Final = 4
"""Numbers that fit below each other in landscape; more are in two columns."""


def form(draw: Drawing, stage: Box, body: Form) -> None:
    """Draw a row for each part; many numbers in two columns, long choices below their label.

    Parts that do not fit are on further parts of the page.
    """
    gap, fields = draw.px(10), body.fields
    half = (stage.w - gap) // 2
    many = len(fields) > min(_COLUMN, (stage.h + gap) // (draw.px(_LOW) + gap))
    short = all(len(_flow(draw, each, half)) < 2 for each in fields)
    across = 2 if many and short and not draw.portrait else 1
    wide = half if across > 1 else stage.w
    needed = [max(1, len(_flow(draw, each, wide))) * draw.px(_LOW) + gap for each in fields]
    down = -(-len(fields) // across)
    if max(sum(needed[at : at + down]) for at in range(0, len(needed), down)) > stage.h + gap:
        fields = tuple(draw.turn(fields, across * max(1, (stage.h + gap) // max(needed))))
        down = -(-len(fields) // across)
    flows = [_flow(draw, each, wide) for each in fields]
    lines = [max(1, len(each)) for each in flows]
    rows = max(sum(lines[at : at + down]) for at in range(0, len(lines), down))
    high = min(draw.px(_ROW), (stage.h - gap * (down - 1)) // rows)
    x, y = stage.x, stage.y
    for index, (field, flow, count) in enumerate(zip(fields, flows, lines, strict=True)):
        if index == down:
            x, y = stage.x + wide + gap, stage.y
        _row(draw, field, flow, Box(x, y, wide, count * high))
        y += count * high + gap


def field_column(draw: Drawing, column: Box, fields: tuple[Field, ...]) -> Box:
    """Draw numbers in low rows, with their pictures only; return the room below.

    In portrait there are two side by side.
    """
    high, gap = draw.px(_LOW), draw.px(6)
    across = 2 if draw.portrait else 1
    wide = (column.w - gap * (across - 1)) // across
    for index, field in enumerate(fields):
        plain = replace(field, label="") if field.pictures else field
        row, place = divmod(index, across)
        box = Box(column.x + place * (wide + gap), column.y + row * (high + gap), wide, high)
        _row(draw, plain, [list(field.choices)], box)
    y = column.y - (-len(fields) // across) * (high + gap)
    return Box(column.x, y, column.w, column.bottom - y)


def _flow(draw: Drawing, field: Field, wide: int) -> list[list[Choice]]:
    """Return the choices by line; the first line is that of the label, empty if none fits there."""
    label = draw.width_of(field.label, LEAST, bold=True) + len(field.pictures) * draw.px(_ROW)
    gap, row = draw.px(8), draw.px(_ROW)
    widths = [_width(draw, each, row) + gap for each in field.choices]
    if sum(widths) + label + draw.px(24) <= wide:
        return [list(field.choices)]
    lines: list[list[Choice]] = [[], []]
    left = wide
    for choice, needed in zip(field.choices, widths, strict=True):
        if needed > left and lines[-1]:
            lines.append([])
            left = wide
        lines[-1].append(choice)
        left -= needed
    return lines


def _row(draw: Drawing, field: Field, flow: list[list[Choice]], box: Box) -> None:
    draw.patch("flat", box)
    pad, high = draw.px(8), box.h // max(1, len(flow))
    line = Box(box.x, box.y, box.w, high)
    if field.number:
        right = _stepper(draw, field.number, line)
    else:
        right, *_ = [
            choices_at_end(draw, each, line._replace(y=line.y + index * high))
            for index, each in enumerate(flow)
        ]
    x, side = box.x + draw.px(12), high - 2 * pad
    for shown in field.pictures:
        picture(draw, shown, Box(x, line.y + pad, side, side))
        x += side + pad
    if field.price:
        wide = sum(figure_width(draw, each, draw.px(_PRICE), LABEL) + pad for each in field.price)
        figures(draw, field.price, Box(right - wide, line.y, wide, high), draw.px(_PRICE), LABEL,
                space=8)  # fmt: skip
        right -= wide
    if field.label:
        room = Box(x, line.y, right - x - pad, high)
        _label(draw, field.label, room, spare=bool(field.pictures))


def _label(draw: Drawing, text: str, box: Box, *, spare: bool) -> None:
    """Draw what is asked, in two lines if it is long; *spare*: pictures say it as well."""
    lines = [text]
    if draw.width_of(text, LEAST, bold=True) > box.w:
        lines = draw.lines(text, box.w, LEAST, bold=True)
    if len(lines) == 1 or max(draw.width_of(each, LEAST, bold=True) for each in lines) > box.w:
        draw.words(text, box, BODY, bold=True, spare=spare)
        return
    step = draw.line(LEAST)
    y = box.y + (box.h - step * len(lines)) // 2
    for each in lines:
        draw.words(each, Box(box.x, y, box.w, step), LEAST, bold=True)
        y += step


def _stepper(draw: Drawing, number: Stepper, box: Box) -> int:
    """Draw minus, the number and plus at the right end; return where they begin."""
    pad, step, wide = draw.px(_PAD), draw.px(_STEP), draw.px(_NUMBER)
    if box.w < draw.px(_NARROW):
        step, wide = max(48, draw.px(48)), draw.px(40)
    minus = Box(box.right - pad - 2 * step - wide, box.y + pad, step, box.h - 2 * pad)
    plus = minus._replace(x=box.right - pad - step)
    for place, key, symbol in ((minus, number.less, "minus"), (plus, number.more, "plus")):
        draw.patch("flat" if key is None else "raised", place, of=key)
        if key is not None:
            draw.target(key, place)
        side = draw.px(24)
        tint = FAINT if key is None else TEXT
        draw.piece(f"symbol/{symbol}", place.centred(side, side), tint=tint, of=key)
    middle = Box(minus.right, box.y, wide, box.h)
    draw.words(str(number.value), middle, BUTTON, bold=True, align=1)
    return minus.x


def choices_at_end(draw: Drawing, choices: Sequence[Choice], box: Box) -> int:
    """Draw the choices at the right end; return where they begin."""
    gap, pad = draw.px(8), draw.px(_PAD)
    x = box.right - pad
    for choice in reversed(choices):
        wide = _width(draw, choice, box.h)
        x -= wide
        _choice(draw, choice, Box(x, box.y + pad, wide, box.h - 2 * pad))
        x -= gap
    return x


def choices_width(draw: Drawing, choices: Sequence[Choice], high: int) -> int:
    """Return the width of choices in a row of a height, with their margins."""
    return sum(_width(draw, each, high) + draw.px(8) for each in choices)


def _width(draw: Drawing, choice: Choice, row: int) -> int:
    pictures = len(choice.pictures) * (row - draw.px(2 * _PAD + 8))
    text = draw.width_of(choice.label, LABEL, bold=True) if choice.label else 0
    return max(draw.px(_STEP), pictures + text + draw.px(28))


def _choice(draw: Drawing, choice: Choice, box: Box) -> None:
    surface = "chosen" if choice.chosen else "raised" if choice.able else "flat"
    draw.patch(surface, box, of=choice.key)
    draw.target(choice.key, box)
    side, x = box.h - draw.px(8), box.x + draw.px(12)
    for shown in choice.pictures:
        picture(draw, shown, Box(x, box.y + draw.px(4), side, side), of=choice.key)
        x += side
    label = Box(x, box.y, box.right - draw.px(12) - x, box.h)
    colour = TEXT if choice.able else MUTED
    draw.words(choice.label, label, LABEL, bold=True, align=1, colour=colour, of=choice.key)
