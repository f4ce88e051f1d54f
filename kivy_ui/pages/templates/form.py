"""Several parts of one answer, a row for each; or one number, entered on a pad of keys."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from kivy_ui.pages.drawing import in_rows
from kivy_ui.pages.forms import Choice, Entry, Field, Form, Stepper
from kivy_ui.pages.marks import BODY, BUTTON, FAINT, LABEL, LEAST, MUTED, TEXT, Box
from kivy_ui.pages.templates.cards import tabs
from kivy_ui.pages.templates.parts import Drawing

_ROW: Final = 66
_TALL: Final = 92
_LOW: Final = 58
"""Height of a row, of one of numbers where there is room, and the least that can be touched."""
_STEP: Final = 56
_NARROW: Final = 250
"""Width of a row from which a number has its full room."""
_NUMBER: Final = 52
_LONE: Final = 400
"""Width of a lone number, whose buttons stand near to its name."""
_PRICE, _BADGE = 24, 32
_PAD: Final = 5
_COLUMN: Final = 4
"""Numbers that fit below each other in landscape; more are in two columns."""

_HERO: Final = 88
_SIZES: Final = (_HERO, 64, 44)
"""Sizes of a typed number: the largest that fits between its buttons."""
_PANEL, _LOW_PANEL = 180, 116
_FIGURE: Final = 30
_SMALLEST: Final = 44


def form(draw: Drawing, stage: Box, body: Form) -> None:
    """Draw a row for each part; many numbers in two columns, long choices below their label.

    Parts that do not fit are on further parts of the page.
    """
    gap, stage = draw.px(10), tabs(draw, body.tabs, stage)
    fields = tuple(part for each in body.fields for part in _divided(draw, each, stage))
    if len(fields) == 1 and fields[0].number:
        stage = stage.centred(min(stage.w, draw.px(_LONE)), stage.h)
    half = (stage.w - gap) // 2
    many = len(fields) > min(_COLUMN, (stage.h + gap) // (draw.px(_LOW) + gap))
    short = all(len(_flow(draw, each, half)) < 2 for each in fields)
    across = 2 if many and short and not draw.portrait else 1
    wide = half if across > 1 else stage.w
    needed = [max(1, len(_flow(draw, each, wide))) * draw.px(_LOW) + gap for each in fields]
    down = -(-len(fields) // across)
    if max(sum(needed[at : at + down]) for at in range(0, len(needed), down)) > stage.h + gap:
        if across == 1:
            plans = list(zip(fields, needed, strict=True))
            fields = tuple(draw.filled(plans, stage.h + gap, len(fields)))
        else:
            rows = max(1, (stage.h + gap) // max(needed))
            fields = tuple(draw.turn(fields, across * rows))
        down = -(-len(fields) // across)
    flows = [_flow(draw, each, wide) for each in fields]
    lines = [max(1, len(each)) for each in flows]
    rows = max(sum(lines[at : at + down]) for at in range(0, len(lines), down))
    counts = all(each.number for each in fields) and (draw.portrait or draw.large)
    most = draw.px(_TALL if counts else _ROW)
    high = min(most, (stage.h - gap * (down - 1)) // rows)
    column = stage._replace(w=wide)
    for index, (field, flow, count) in enumerate(zip(fields, flows, lines, strict=True)):
        if index == down:
            column = stage._replace(x=stage.x + wide + gap, w=wide)
        _row(draw, field, flow, column._replace(h=count * high))
        column = column.cut(top=count * high + gap)


def field_column(draw: Drawing, column: Box, fields: tuple[Field, ...]) -> Box:
    """Draw numbers in low rows, with their pictures only; return the room below.

    In portrait there are two side by side.
    """
    if not fields:
        return column
    across = 2 if draw.portrait else 1
    down = -(-len(fields) // across)
    high, gap = draw.px(_LOW), draw.px(6 if down < _COLUMN else 2)
    cells = column._replace(h=down * (high + gap) - gap).cells(across, down, gap)
    for field, box in zip(fields, cells, strict=False):
        plain = replace(field, label="") if field.pictures else field
        _row(draw, plain, [list(field.choices)], box)
    return column.cut(top=down * (high + gap))


def _flow(draw: Drawing, field: Field, wide: int) -> list[list[Choice]]:
    """Return the choices by line; the first line is that of the label, empty if none fits there."""
    label = draw.width_of(field.label, LEAST, bold=True) + len(field.pictures) * draw.px(_ROW)
    if choices_width(draw, field.choices, draw.px(_ROW)) + label + draw.px(24) <= wide:
        return [list(field.choices)]
    below = in_rows(field.choices, lambda each: choices_width(draw, (each,), draw.px(_ROW)), wide)
    return [[], *(below or [[]])]


def _divided(draw: Drawing, field: Field, stage: Box) -> list[Field]:
    """Return a part of a form, as several if its choices need more lines than there are."""
    flow, most = _flow(draw, field, stage.w), stage.h // draw.px(_LOW)
    if len(flow) <= most:
        return [field]
    lines, step = flow[1:], most - 1
    parts = (lines[at : at + step] for at in range(0, len(lines), step))
    return [replace(field, choices=tuple(chain(*part))) for part in parts]


def _row(draw: Drawing, field: Field, flow: list[list[Choice]], box: Box) -> None:
    draw.patch("flat", box)
    pad, high = draw.px(8), box.h // max(1, len(flow))
    line = box._replace(h=high)
    if field.number:
        right = _stepper(draw, field.number, line)
    else:
        right, *_ = [
            choices_at_end(draw, each, _line_of(draw, each, line, index))
            for index, each in enumerate(flow)
        ]
    row, side = (
        line.cut(left=draw.px(12), right=line.right - right),
        min(high, draw.px(_ROW)) - 2 * pad,
    )
    for shown in field.pictures:
        row = row.cut(left=draw.figure(shown, row, side, BUTTON) + pad)
    if field.price:
        wide = draw.figures_width(field.price, draw.px(_PRICE), LABEL, 8)
        beside = draw.width_of(field.label, LEAST, bold=True) + wide + pad <= row.w
        if beside:
            price, row = row.end(wide, high), row.cut(right=wide)
        else:
            price, row = row.cut(top=high // 2), row.cut(bottom=high // 2 - draw.px(4))
        draw.figures(field.price, price, draw.px(_PRICE if beside else 20),
                     LABEL if beside else LEAST, space=8 if beside else 5)  # fmt: skip
    draw.text(field.label, row.cut(right=pad), BODY, spare=bool(field.pictures))


def _line_of(draw: Drawing, choices: Sequence[Choice], line: Box, index: int) -> Box:
    """Return the place of a line of choices: those below the label begin where it does."""
    wide = choices_width(draw, choices, line.h) + draw.px(_PAD)
    return Box(line.x, line.y + index * line.h, wide if index else line.w, line.h)


def _stepper(draw: Drawing, number: Stepper, box: Box) -> int:
    """Draw minus, the number and plus at the right end; return where they begin."""
    pad, step, wide = draw.px(_PAD), draw.px(_STEP), draw.px(_NUMBER)
    if box.w < draw.px(_NARROW):
        step, wide = max(48, draw.px(48)), draw.px(40)
    plus = box.end(step, min(step, box.h - 2 * pad), pad=pad)
    minus = plus._replace(x=plus.x - wide - step)
    for place, key, symbol in ((minus, number.less, "minus"), (plus, number.more, "plus")):
        _stepped(draw, key, place, symbol)
    middle = Box(minus.right, box.y, wide, box.h)
    draw.words(str(number.value), middle, BUTTON, bold=True, align=1)
    return minus.x


def _stepped(draw: Drawing, key: object, place: Box, symbol: str) -> None:
    """Draw the button of one less or one more."""
    with draw.button(key, place, "flat" if key is None else "raised"):
        side, tint = draw.px(24), FAINT if key is None else TEXT
        draw.symbol(symbol, place.centred(side, side), tint)


def choices_at_end(draw: Drawing, choices: Sequence[Choice], box: Box) -> int:
    """Draw the choices at the right end; return where they begin."""
    row = box.inset(draw.px(2 * _PAD), draw.px(_PAD))
    for choice in reversed(choices):
        wide = _width(draw, choice, box.h)
        _choice(draw, choice, row.end(wide, row.h))
        row = row.cut(right=wide + draw.px(8))
    return row.right


def choices_width(draw: Drawing, choices: Sequence[Choice], high: int) -> int:
    """Return the width of choices in a row of a height, with their margins."""
    return sum(_width(draw, each, high) + draw.px(8) for each in choices)


def _parts(draw: Drawing, choice: Choice, high: int) -> tuple[int, int, int]:
    """Return the edge of a choice's pictures, the size of its label, and the margin around both.

    A number is larger, and nearer to the edge: those of five players fit into a row.
    """
    counts = choice.label.isdecimal() and bool(choice.pictures)
    if counts:
        return draw.px(_BADGE), BUTTON, draw.px(6)
    return high - draw.px(8), LABEL, draw.px(12)


def _width(draw: Drawing, choice: Choice, row: int) -> int:
    side, size, margin = _parts(draw, choice, row - draw.px(2 * _PAD))
    pictures = len(choice.pictures) * side
    text = draw.width_of(choice.label, size, bold=True)
    return max(draw.px(_STEP), pictures + text + 2 * margin + draw.px(4))


def _choice(draw: Drawing, choice: Choice, box: Box) -> None:
    surface = "chosen" if choice.chosen else "raised" if choice.able else "flat"
    with draw.button(choice.key, box, surface):
        side, size, margin = _parts(draw, choice, box.h)
        row = box.inset(margin, 0)
        for shown in choice.pictures:
            draw.picture(shown, row.start(side), dim=not choice.able)
            row = row.cut(left=side)
        draw.words(choice.label, row.cut(right=-draw.px(4)), size, bold=True, align=1,
                   colour=TEXT if choice.able else MUTED)  # fmt: skip


# --- a number ------------------------------------------------------------------------------------


def entry(draw: Drawing, stage: Box, body: Entry) -> None:
    """Draw the number and the keys: 1 to 9, erase, 0 and the sign."""
    gap, high = draw.px(10), draw.px(66)
    if draw.portrait:
        panel_high = _PANEL if stage.h >= _PANEL + 4 * (gap + 66) else _LOW_PANEL
        high = min(76, (stage.h - panel_high - 4 * gap) // 4)
        pad = stage.cut(top=stage.h - 4 * high - 3 * gap)
        panel = stage._replace(h=pad.y - draw.px(16) - stage.y)
    else:
        high = min(stage.h if draw.large else high, (stage.h - 3 * gap) // 4)
        pad = stage.cut(left=stage.w - 3 * draw.px(100 if draw.large else 84) - 2 * gap)
        pad = pad._replace(h=4 * high + 3 * gap)
        panel = pad._replace(x=stage.x, w=stage.w - pad.w - draw.px(16))
    _panel(draw, body, panel)
    faces = (*"123456789", "erase", "0", "±")
    keys = (*body.digits[1:], body.erase, body.digits[0], body.sign)
    for face, key, place in zip(faces, keys, pad.cells(3, 4, gap), strict=True):
        if face != "±" or key is not None:
            _key(draw, face, key, place)


def _panel(draw: Drawing, body: Entry, box: Box) -> None:
    """Draw what is counted, the number and its unit in the middle of a card."""
    draw.patch("card", box)
    line, gap = draw.line(_HERO), draw.px(6)
    label = draw.line(BODY) if body.label else 0
    side = min(draw.px(92), box.h - line - label - draw.px(24))
    above = body.picture is not None and side >= draw.px(_SMALLEST)
    edge = min(draw.px(72), box.h - draw.px(24))
    front = side + gap if above else 0
    whole = box.inset(draw.px(12), 0).centred(box.w - draw.px(24), front + line + label)
    if body.picture and above:
        draw.picture(body.picture, whole._replace(h=side).centred(side, side))
    elif body.picture:
        draw.picture(body.picture, box.start(edge, pad=draw.px(36)))
    number = whole.cut(top=front)._replace(h=line)
    if body.picture and not above:
        number = number.cut(left=edge + draw.px(36))
    if body.less is not None or body.more is not None:
        _stepped(draw, body.less, number.start(draw.px(_STEP), draw.px(_STEP)), "minus")
        _stepped(draw, body.more, number.end(draw.px(_STEP), draw.px(_STEP)), "plus")
        number = number.inset(draw.px(_STEP) + gap, 0)
    value = body.value or "–"
    fits = (size for size in _SIZES if draw.width_of(value, size, bold=True) <= number.w)
    draw.words(value, number, next(fits, _SIZES[-1]), bold=True, align=1,
               colour=TEXT if body.value else FAINT)  # fmt: skip
    draw.words(body.label, whole._replace(y=number.bottom, h=label), BODY, colour=MUTED, align=1)


def _key(draw: Drawing, face: str, key: object, box: Box) -> None:
    tint = FAINT if key is None else TEXT
    with draw.button(key, box, "flat" if key is None else "raised"):
        if face == "erase":
            draw.symbol("erase", box.centred(draw.px(30), draw.px(30)), tint)
        else:
            draw.words(face, box, _FIGURE, bold=True, align=1, colour=tint)
