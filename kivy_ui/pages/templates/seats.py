"""Who plays with what: a lane for each seat, or a row if there are many or in portrait."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import BODY, FAINT, INK_ON_SEAT, LABEL, LEAST, SEATS, TEXT, Box
from kivy_ui.pages.opening import Place, Seats, Slot
from kivy_ui.pages.templates.parts import Drawing

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
    gap, count = draw.px(12), len(body.places)
    if not draw.portrait and count <= _LANES:
        wide = min((stage.w - gap * (count - 1)) // count, draw.px(380))
        cells = stage.centred(wide * count + gap * (count - 1), stage.h).cells(count, 1, gap)
        drawn = _lane
    else:
        across = 1 if draw.portrait else 2
        cells = stage.cells(across, -(-count // across), gap, draw.px(142))
        drawn = _row
    for place, box in zip(body.places, cells, strict=False):
        draw.patch("card", box)
        drawn(draw, place, box)


def _lane(draw: Drawing, place: Place, box: Box) -> None:
    """Draw the seat above, its tiles below it."""
    head = box._replace(h=draw.px(_HEAD))
    with draw.button(place.key, head, "head", SEATS[place.seat.colour]):
        room = head.cut(right=draw.px(10))
        if place.key is not None:
            draw.symbol("pencil", room.end(draw.px(22)), INK_ON_SEAT)
            room = room.cut(right=draw.px(22))
        draw.seat_disc(place.seat, room)
    inner, gap = box.cut(top=head.h).inset(draw.px(14)), draw.px(12)
    room_high = inner.h - gap * (len(place.slots) - 1)
    shares = [_share(slot) for slot in place.slots]
    for slot, share in zip(place.slots, shares, strict=True):
        high = min(draw.px(share * _TALLER), room_high * share // sum(shares))
        _slot(draw, slot, inner._replace(h=high))
        inner = inner.cut(top=high + gap)


def _share(slot: Slot) -> int:
    return _TALL if not slot.waiting and (len(slot.tiles) > 1 or slot.chosen) else _LOW


def _row(draw: Drawing, place: Place, box: Box) -> None:
    """Draw the seat at the left, its tiles beside it."""
    pad, side = draw.px(6), draw.px(34)
    inner = box.inset(pad)
    head = inner._replace(w=draw.px(108))
    if place.key is not None:
        draw.button(place.key, head, "raised")
    with draw.on(place.key):
        both = head.centred(head.w - 4, side + draw.px(28))
        draw.badge(place.seat, both._replace(h=side).centred(side, side))
        name = both.cut(top=side + draw.px(4))
        draw.words(place.seat.names, name, LABEL, bold=True, align=1)
    room = inner.cut(left=head.w + pad)
    first = room.w * 60 // 100 if len(place.slots) > 1 else room.w
    for slot in place.slots:
        _slot(draw, slot, room._replace(w=first))
        room = room.cut(left=first + pad)
        first = room.w


def _slot(draw: Drawing, slot: Slot, box: Box) -> None:
    """Draw the tiles one below the other, or what belongs here."""
    surface = "chosen" if slot.chosen else "dashed" if slot.waiting else "raised"
    if slot.key is None and not slot.waiting:
        surface = "flat"
    names = [name for _, name in slot.tiles if name]
    tight = box.w < draw.px(_TIGHT)
    with draw.button(slot.key, box, surface):
        if len(names) == 1 and (slot.chosen or slot.waiting or tight):
            _asked(draw, slot, names[0], box)
            return
        inner = box.inset(0, draw.px(6 if box.h > draw.px(84) else 1))
        cells = inner.cells(1, len(slot.tiles))
        for (shown, name), row in zip(slot.tiles, cells, strict=True):
            low = draw.px(4 if row.h < draw.px(50) else 10)
            side = min(draw.px(24 if tight else 52), row.h - low)
            row = row.cut(left=draw.px(4 if tight else 10), right=draw.px(1 if tight else 4))
            draw.picture(shown, row.start(side))
            _name(draw, slot, name, row.cut(left=side + draw.px(4 if tight else 8)))


def _asked(draw: Drawing, slot: Slot, name: str, box: Box) -> None:
    """Draw pictures side by side, the one name below, in two lines if it is too wide."""
    inner, gap = box.inset(draw.px(4)), draw.px(4)
    lines = draw.lines(name, inner.w, LEAST, bold=True)
    size, line = (BODY, draw.px(26)) if len(lines) == 1 else (LEAST, draw.line(LEAST) - draw.px(1))
    side = min(draw.px(64), inner.h - len(lines) * line)
    whole = inner.centred(inner.w, side + len(lines) * line)
    row = whole._replace(h=side).centred(len(slot.tiles) * (side + gap) - gap, side)
    for shown, _ in slot.tiles:
        draw.picture(shown, row.start(side))
        row = row.cut(left=side + gap)
    draw.block(lines, whole.cut(top=side), size, line, bold=True, align=1,
               colour=FAINT if slot.waiting else TEXT)  # fmt: skip


def _name(draw: Drawing, slot: Slot, name: str, box: Box) -> None:
    lines = draw.lines(name, box.w, LEAST, bold=True)
    size = LABEL if box.h >= len(lines) * draw.line(LABEL) else LEAST
    high = min(draw.px(22), box.h // max(1, len(lines)))
    draw.block(lines, box, size, high, bold=True, colour=FAINT if slot.waiting else TEXT)
