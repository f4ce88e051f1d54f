"""One mat: a card for each phase with its dice, and the dice that are still to be put there."""

from typing import Final

from kivy_ui.pages.marks import BODY, BUTTON, FAINT, LABEL, LEAST, MUTED, SEATS, TEXT, Box
from kivy_ui.pages.opening import Mat
from kivy_ui.pages.rounds import Column
from kivy_ui.pages.templates.parts import Drawing

_GAP: Final = 8
_TRAY: Final = 150
_PLATE, _LARGE_PLATE = 48, 60
_NAMED: Final = 170
"""Width of the name of a phase in portrait at most."""
_FEW: Final = 3
"""Dice of a phase beside which there is room for large names in portrait."""
_HIGHEST: Final = 310
"""Height of a column at most: more would be empty."""
_IDLE: Final = 104
"""Width of a phase without dice, where none can be put there."""
_EMPTY: Final = 56
"""Edge of an empty place for a die."""
_DICE: Final = (88, 72, 56, 48, 40, 34, 28, 24, 20)
"""Edges of dice; the first at which all of a column fit is taken."""


def mat(draw: Drawing, stage: Box, body: Mat) -> None:
    """Draw the phases side by side, the tray at the right; in portrait below each other."""
    gap, count = draw.px(_GAP), len(body.columns)
    tray = draw.px(76 if draw.portrait else _TRAY) if body.dice else 0
    room = tray + gap if tray else 0
    if not draw.portrait:
        stage = stage.centred(stage.w, min(stage.h, draw.px(_HIGHEST)))
    if draw.portrait:
        cells = stage.cut(bottom=room).cells(1, count, gap)
        place, across = stage.cut(top=stage.h - tray), len(body.dice)
    else:
        cells = _cells(draw, stage.cut(right=room), body)
        place, across = stage.cut(left=stage.w - tray), 2
    for column, box in zip(body.columns, cells, strict=True):
        with draw.button(column.key, box, "flat" if column.key is None else "raised"):
            (_row if draw.portrait else _upright)(draw, body, column, box)
    _tray(draw, body, place, across)


def _cells(draw: Drawing, box: Box, body: Mat) -> list[Box]:
    """Return the columns: those with dice share what idle ones leave them."""
    gap, count = draw.px(_GAP), len(body.columns)
    idle = [not body.dice and not column.cells[0].pictures for column in body.columns]
    if all(idle) or not any(idle):
        return box.cells(count, 1, gap)
    low = min(draw.px(_IDLE), box.w // count - gap)
    wide = (box.w - gap * (count - 1) - low * sum(idle)) // (count - sum(idle))
    cells = []
    for each in idle:
        cells.append(box._replace(w=low if each else wide))
        box = box.cut(left=cells[-1].w + gap)
    return cells


def _plate(draw: Drawing, column: Column, box: Box) -> None:
    state = "active" if column.active else "off"
    draw.piece(f"phase/{column.phase}/{state}" if column.phase else "cup", box)


def _upright(draw: Drawing, body: Mat, column: Column, box: Box) -> None:
    """Draw a phase as a column: plate, name, dice."""
    side, line = draw.px(_LARGE_PLATE if draw.large else _PLATE), draw.line(LABEL)
    inner = box.cut(top=draw.px(12))
    _plate(draw, column, inner._replace(h=side).centred(side, side))
    name = inner.inset(2, 0).cut(top=side + draw.px(2))._replace(h=line)
    draw.words(column.name, name, LABEL, align=1, colour=TEXT if column.active else MUTED)
    dice = inner.cut(top=side + line + draw.px(8), bottom=draw.px(6))
    _dice(draw, body, column, dice.inset(draw.px(6), 0))


def _row(draw: Drawing, body: Mat, column: Column, box: Box) -> None:
    """Draw a phase as a row: the plate beside the name, then the dice."""
    side, names = min(_LARGE_PLATE, box.h - 12), [each.name for each in body.columns]
    few = all(len(each.cells[0].pictures) <= _FEW for each in body.columns)
    size = draw.fitting(names, _NAMED, (BUTTON, BODY, LABEL, LEAST) if few else (LABEL, LEAST))
    row, wide = box.cut(left=12), draw.widest(names, size, bold=True)
    _plate(draw, column, row.start(side))
    row = row.cut(left=side + 12)
    draw.words(column.name, row._replace(w=wide), size, bold=True,
               colour=TEXT if column.active else MUTED)  # fmt: skip
    _dice(draw, body, column, row.cut(wide + 16, 6, 12, 6))


def _dice(draw: Drawing, body: Mat, column: Column, box: Box) -> None:
    """Draw the dice in rows, the selecting one framed; where none lies yet what a touch adds."""
    cell, align = column.cells[0], 0 if draw.portrait else 1
    sizes = [each for each in _DICE if draw.px(each) * 4 // 3 <= box.w] or _DICE[-1:]
    if cell.pictures:
        colour = SEATS[body.seat.colour]
        draw.dice_grid(cell, box, colour, sizes, align=align, top=not draw.portrait)
    elif column.adds:
        side = min(draw.px(_EMPTY), box.w * 3 // 4, box.h)
        place = box.start(side) if draw.portrait else box.centred(side, side)
        draw.patch("dashed", place)
        draw.picture(column.adds, place.inset(side // 5), dim=True)
    elif column.key is not None:
        draw.symbol("plus", box.centred(draw.px(24), draw.px(24)), FAINT)


def _tray(draw: Drawing, body: Mat, box: Box, across: int) -> None:
    """Draw the kinds of dice that are left, with their number; the chosen one outlined."""
    dice = body.dice
    if not dice:
        return
    draw.patch("card", box)
    inner = box.inset(draw.px(6))
    if not draw.portrait:
        high = draw.line(LABEL)
        draw.words(body.heading, inner._replace(h=high), LABEL, align=1, colour=MUTED)
        inner = inner.cut(top=high)
    cells = inner.cells(across, -(-len(dice) // across), 0, draw.px(76))
    for pick, cell in zip(dice, cells, strict=False):
        place, count = cell.inset(2), pick.picture.caption
        text = draw.width_of(count, LEAST, bold=True)
        gap = draw.px(4) if text else 0
        side = min(draw.px(40), place.h - draw.px(10), place.w - text - draw.px(16))
        draw.target(pick.key, place)
        with draw.on(pick.key):
            if pick.chosen:
                draw.patch("chosen", place)
            row = place.centred(side + gap + text, place.h)
            draw.picture(pick.picture, row.start(side))
            draw.words(count, row.cut(left=side + gap), LEAST, bold=True)
