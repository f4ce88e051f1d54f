"""One mat: a card for each phase with its dice, and the dice that are still to be put there."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import LABEL, LEAST, Box, Drawing
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.rounds import Column, Pick
from kivy_ui.pages.templates.parts import FAINT, MUTED, SEATS, TEXT, picture

_GAP: Final = 8
_TRAY: Final = 150
_PLATE: Final = 48
_DICE: Final = (40, 34, 28, 24, 20)
"""Edges of dice; the first at which all of a column fit is taken."""


def mat(draw: Drawing, stage: Box, body: Mat) -> None:
    """Draw the phases side by side, the tray at the right; in portrait below each other."""
    gap = draw.px(_GAP)
    if draw.portrait:
        tray = draw.px(76) if body.dice else 0
        below = stage._replace(y=stage.bottom - tray, h=tray)
        rest = stage._replace(h=stage.h - (tray + gap if tray else 0))
        high = (rest.h - gap * (len(body.columns) - 1)) // len(body.columns)
        for index, column in enumerate(body.columns):
            _row(draw, body, column, Box(rest.x, rest.y + index * (high + gap), rest.w, high))
        _tray(draw, body.dice, below, len(body.dice))
        return
    tray = draw.px(_TRAY) if body.dice else 0
    rest = stage._replace(w=stage.w - (tray + gap if tray else 0))
    wide = (rest.w - gap * (len(body.columns) - 1)) // len(body.columns)
    for index, column in enumerate(body.columns):
        _upright(draw, body, column, Box(rest.x + index * (wide + gap), rest.y, wide, rest.h))
    _tray(draw, body.dice, stage._replace(x=stage.right - tray, w=tray), 2)


def _ground(draw: Drawing, column: Column, box: Box) -> None:
    draw.patch("flat" if column.key is None else "raised", box, of=column.key)
    if column.key is not None:
        draw.target(column.key, box)


def _plate(draw: Drawing, column: Column, box: Box) -> None:
    state = "active" if column.active else "off"
    draw.piece(f"phase/{column.phase}/{state}" if column.phase else "cup", box, of=column.key)


def _upright(draw: Drawing, body: Mat, column: Column, box: Box) -> None:
    """Draw a phase as a column: plate, name, dice."""
    _ground(draw, column, box)
    side, line = draw.px(_PLATE), draw.line(LABEL)
    y = box.y + draw.px(12)
    _plate(draw, column, Box(box.x + (box.w - side) // 2, y, side, side))
    _name(draw, column, Box(box.x + 2, y + side + draw.px(2), box.w - 4, line), align=1)
    top = y + side + line + draw.px(8)
    pad = draw.px(6)
    _dice(draw, body, column, Box(box.x + pad, top, box.w - 2 * pad, box.bottom - pad - top))


def _row(draw: Drawing, body: Mat, column: Column, box: Box) -> None:
    """Draw a phase as a row: the plate over the name, beside them the dice."""
    _ground(draw, column, box)
    side = min(_PLATE, box.h - 30)
    y = box.y + (box.h - side - 22) // 2
    _plate(draw, column, Box(box.x + 12 + (96 - side) // 2, y, side, side))
    _name(draw, column, Box(box.x + 6, y + side, 108, 22), align=1)
    _dice(draw, body, column, Box(box.x + 120, box.y + 6, box.w - 132, box.h - 12))


def _name(draw: Drawing, column: Column, box: Box, *, align: int) -> None:
    draw.words(column.name, box, LABEL, align=align, of=column.key,
               colour=TEXT if column.active else MUTED)  # fmt: skip


def _dice(draw: Drawing, body: Mat, column: Column, box: Box) -> None:
    """Draw the dice in rows, the selecting one framed; a plus where one can be put."""
    cell = column.cells[0]
    if not cell.pictures:
        side = draw.px(24)
        if body.dice and column.key is not None:
            draw.piece("symbol/plus", box.centred(side, side), FAINT, of=column.key)
        return
    die = pitch = across = 1
    for size in _DICE:
        die, pitch = draw.px(size), draw.px(size + 12)
        across = max(1, min(len(cell.pictures), box.w // pitch))
        if -(-len(cell.pictures) // across) * pitch <= box.h:
            break
    left = box.x + ((box.w - across * pitch) // 2 if not draw.portrait else 0)
    for index, shown in enumerate(cell.pictures):
        row, place = divmod(index, across)
        at = Box(left + place * pitch, box.y + row * pitch, pitch, pitch)
        if index == cell.selecting:
            draw.patch("select", at.inset(1), SEATS[body.seat.colour], of=column.key)
        picture(draw, shown, at.centred(die, die), of=column.key)


def _tray(draw: Drawing, dice: tuple[Pick, ...], box: Box, across: int) -> None:
    """Draw the kinds of dice that are left, with their number; the chosen one outlined."""
    if not dice:
        return
    draw.patch("card", box)
    inner = box.inset(draw.px(6))
    down = -(-len(dice) // across)
    wide, high = inner.w // across, min(draw.px(76), inner.h // down)
    for index, pick in enumerate(dice):
        row, column = divmod(index, across)
        place = Box(inner.x + column * wide, inner.y + row * high, wide, high).inset(2)
        if pick.chosen:
            draw.patch("chosen", place, of=pick.key)
        draw.target(pick.key, place)
        count = pick.picture.caption
        text = draw.width_of(count, LEAST, bold=True) if count else 0
        side = min(draw.px(40), place.h - draw.px(10), place.w - text - draw.px(16))
        x = place.x + (place.w - side - text - (draw.px(4) if text else 0)) // 2
        picture(draw, pick.picture, Box(x, place.y + (place.h - side) // 2, side, side),
                of=pick.key)  # fmt: skip
        if count:
            words = Box(x + side + draw.px(4), place.y, text, place.h)
            draw.words(count, words, LEAST, bold=True, of=pick.key)
