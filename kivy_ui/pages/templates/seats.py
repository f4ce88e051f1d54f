"""Who plays with what: a lane for each seat, or a row if there are many or in portrait."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import BODY, LABEL, LEAST, Box, Drawing
from kivy_ui.pages.opening import Place, Seats, Slot
from kivy_ui.pages.templates.parts import (
    FAINT,
    INK_ON_SEAT,
    SEATS,
    TEXT,
    badge,
    picture,
    seat_disc,
)

_LANES: Final = 3
_HEAD: Final = 60
_TALL: Final = 106
_LOW: Final = 66
_TALLER: Final = 1.7
"""How much higher places become at most where the lane has room."""
_TIGHT: Final = 160
"""Width below which pictures are smaller, and a single name stands under its picture."""


def seats(draw: Drawing, stage: Box, body: Seats) -> None:
    """Draw the seats side by side; four and more in two columns; in portrait one column."""
    gap = draw.px(12)
    if not draw.portrait and len(body.places) <= _LANES:
        wide = (stage.w - gap * (len(body.places) - 1)) // len(body.places)
        wide = min(wide, draw.px(380))
        x = stage.x + (stage.w - wide * len(body.places) - gap * (len(body.places) - 1)) // 2
        for place in body.places:
            _lane(draw, place, Box(x, stage.y, wide, stage.h))
            x += wide + gap
        return
    across = 1 if draw.portrait else 2
    down = -(-len(body.places) // across)
    wide = (stage.w - gap * (across - 1)) // across
    high = min(draw.px(142), (stage.h - gap * (down - 1)) // down)
    for index, place in enumerate(body.places):
        row, column = divmod(index, across)
        box = Box(stage.x + column * (wide + gap), stage.y + row * (high + gap), wide, high)
        _row(draw, place, box)


def _lane(draw: Drawing, place: Place, box: Box) -> None:
    draw.patch("card", box)
    head = Box(box.x, box.y, box.w, draw.px(_HEAD))
    draw.patch("head", head, SEATS[place.seat.colour], of=place.key)
    right = head.right - draw.px(10)
    if place.key is not None:
        draw.target(place.key, head)
        side = draw.px(22)
        right -= side
        draw.piece("symbol/pencil", Box(right, head.y + (head.h - side) // 2, side, side),
                   INK_ON_SEAT, of=place.key)  # fmt: skip
    seat_disc(draw, place.seat, Box(head.x, head.y, right - head.x, head.h), of=place.key)
    pad = draw.px(14)
    y = head.bottom + pad
    room = box.bottom - pad - y - draw.px(12) * (len(place.slots) - 1)
    shares = [_share(slot) for slot in place.slots]
    for slot, share in zip(place.slots, shares, strict=True):
        high = min(draw.px(share * _TALLER), room * share // sum(shares))
        _slot(draw, slot, Box(box.x + pad, y, box.w - 2 * pad, high))
        y += high + draw.px(12)


def _share(slot: Slot) -> int:
    return _TALL if not slot.waiting and (len(slot.tiles) > 1 or slot.chosen) else _LOW


def _row(draw: Drawing, place: Place, box: Box) -> None:
    """Draw the seat at the left, its tiles beside it."""
    draw.patch("card", box)
    pad = draw.px(6)
    head = Box(box.x + pad, box.y + pad, draw.px(108), box.h - 2 * pad)
    side = draw.px(34)
    if place.key is not None:
        draw.patch("raised", head, of=place.key)
        draw.target(place.key, head)
    top = head.y + (head.h - side - draw.px(28)) // 2
    badge(draw, place.seat, Box(head.x + (head.w - side) // 2, top, side, side), of=place.key)
    name = Box(head.x + 2, top + side + draw.px(4), head.w - 4, draw.px(24))
    draw.words(place.seat.name, name, LABEL, bold=True, align=1, of=place.key)
    x = head.right + pad
    room = box.right - pad - x
    first = room * 60 // 100 if len(place.slots) > 1 else room
    for index, slot in enumerate(place.slots):
        wide = first if index == 0 else room - first - pad
        _slot(draw, slot, Box(x, head.y, wide, head.h))
        x += wide + pad


def _slot(draw: Drawing, slot: Slot, box: Box) -> None:
    """Draw the tiles one below the other, or what belongs here."""
    surface = "chosen" if slot.chosen else "dashed" if slot.waiting else "raised"
    if slot.key is None and not slot.waiting:
        surface = "flat"
    draw.patch(surface, box, of=slot.key)
    if slot.key is not None:
        draw.target(slot.key, box)
    names = [name for _, name in slot.tiles if name]
    if len(names) == 1 and (slot.chosen or slot.waiting or box.w < draw.px(_TIGHT)):
        _asked(draw, slot, box)
        return
    margin = draw.px(6 if box.h > draw.px(84) else 1)
    high = (box.h - 2 * margin) // len(slot.tiles)
    for index, (shown, name) in enumerate(slot.tiles):
        row = Box(box.x, box.y + margin + index * high, box.w, high)
        tight = box.w < draw.px(_TIGHT)
        side = min(draw.px(24 if tight else 52), high - draw.px(4 if high < draw.px(50) else 10))
        x = box.x + draw.px(4 if tight else 10)
        picture(draw, shown, Box(x, row.y + (high - side) // 2, side, side), of=slot.key)
        x += side + draw.px(4 if tight else 8)
        _name(draw, slot, name, Box(x, row.y, box.right - x - draw.px(1 if tight else 4), high))


def _asked(draw: Drawing, slot: Slot, box: Box) -> None:
    """Draw pictures side by side, the one name below, in two lines if it is too wide."""
    name = next(name for _, name in slot.tiles if name)
    room = box.w - draw.px(8)
    lines = draw.lines(name, room, LEAST, bold=True)
    size = BODY if len(lines) == 1 else LEAST
    line = draw.px(26) if len(lines) == 1 else draw.line(LEAST) - draw.px(1)
    side, gap = min(draw.px(64), box.h - len(lines) * line - draw.px(8)), draw.px(4)
    wide = len(slot.tiles) * (side + gap) - gap
    x, y = box.x + (box.w - wide) // 2, box.y + (box.h - side - len(lines) * line) // 2
    for shown, _ in slot.tiles:
        picture(draw, shown, Box(x, y, side, side), of=slot.key)
        x += side + gap
    y += side
    for text in lines:
        draw.words(text, Box(box.x + draw.px(4), y, room, line), size, bold=True, align=1,
                   colour=FAINT if slot.waiting else TEXT, of=slot.key)  # fmt: skip
        y += line


def _name(draw: Drawing, slot: Slot, name: str, box: Box) -> None:
    lines = draw.lines(name, box.w, LEAST, bold=True)
    size = LABEL if box.h >= len(lines) * draw.line(LABEL) else LEAST
    high = min(draw.px(22), box.h // len(lines))
    y = box.y + (box.h - high * len(lines)) // 2
    for index, line in enumerate(lines):
        draw.words(line, Box(box.x, y + index * high, box.w, high), size, bold=True,
                   colour=FAINT if slot.waiting else TEXT, of=slot.key)  # fmt: skip
