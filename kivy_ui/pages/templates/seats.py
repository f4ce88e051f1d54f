"""Who plays with what: the seats around the table, clockwise; lanes if there are few."""

from typing import Final

from kivy_ui.pages.marks import BODY, FAINT, INK_ON_SEAT, LABEL, LEAST, MUTED, SEATS, TEXT, Box
from kivy_ui.pages.opening import Place, Seats, Slot
from kivy_ui.pages.templates.parts import Drawing

_LANES: Final = 3
_TABLE: Final = 20
"""Width of the table between two columns of seats."""
_HEAD: Final = 60
_TIGHT: Final = 160
"""Width below which pictures are smaller, and a single name stands under its picture."""
_FIRST: Final = 60
"""Percent of a row's width for the first of two places, which has two tiles."""


def seats(draw: Drawing, stage: Box, body: Seats) -> None:
    """Draw lanes for up to three seats, below each other in portrait; else seats at a table.

    Around the table they are clockwise from the upper left; in portrait one column.
    """
    gap, count = draw.px(12), len(body.places)
    if count <= _LANES:
        across, down = (1, count) if draw.portrait else (count, 1)
        wide = min((stage.w - gap * (across - 1)) // across, draw.px(480))
        whole = stage.centred(wide * across + gap * (across - 1), stage.h)
        for place, box in zip(body.places, whole.cells(across, down, gap), strict=True):
            _lane(draw, place, box)
        return
    if draw.portrait:
        boxes, places = stage.cells(1, count, gap), body.places
    else:
        boxes, places = _around(draw, stage, gap, body.places)
    for place, box in zip(places, boxes, strict=True):
        draw.patch("card", box)
        _row(draw, place, box)


def _around(
    draw: Drawing, stage: Box, gap: int, places: tuple[Place, ...]
) -> tuple[list[Box], tuple[Place, ...]]:
    """Draw the table in the middle; return the boxes of the seats, and the seats from there on.

    The first seat is at the upper left, the last one below it.
    """
    table = draw.px(_TABLE)
    half = (stage.w - table) // 2
    right = -(-len(places) // 2)
    rows = stage._replace(w=half).cells(1, len(places) - right, gap)
    rows += stage.cut(left=half + table).cells(1, right, gap)
    low = rows[0].h // 2
    draw.patch("card", stage.centred(draw.px(12), stage.h - low))
    following = places[1 : 1 + right]
    return rows, (places[0], *reversed(places[1 + right :]), *following)


def _lane(draw: Drawing, place: Place, box: Box) -> None:
    """Draw the seat above, its tiles below it; in portrait side by side."""
    draw.patch("card", box)
    head = box._replace(h=min(draw.px(_HEAD), box.h * 2 // 5))
    with draw.button(place.key, head, "head", SEATS[place.seat.colour]):
        room = head.cut(right=draw.px(10))
        if place.key is not None:
            draw.symbol("pencil", room.end(draw.px(22)), INK_ON_SEAT)
            room = room.cut(right=draw.px(22))
        draw.seat_disc(place.seat, room)
    inner, gap = box.cut(top=head.h).inset(draw.px(10)), draw.px(10)
    if not place.slots:
        with draw.on(place.key):
            side = min(draw.px(96), inner.h)
            draw.badge(place.seat, inner.centred(side, side))
    elif draw.portrait:
        _side_by_side(draw, place.slots, inner, gap)
    else:
        first, second = (3, 2) if len(place.slots) > 1 else (1, 0)
        high = (inner.h - gap * (len(place.slots) - 1)) // (first + second)
        for slot, share in zip(place.slots, (first, second), strict=False):
            _slot(draw, slot, inner._replace(h=high * share))
            inner = inner.cut(top=high * share + gap)


def _side_by_side(draw: Drawing, slots: tuple[Slot, ...], room: Box, gap: int) -> None:
    wide = room.w * _FIRST // 100 if len(slots) > 1 else room.w
    for slot in slots:
        _slot(draw, slot, room._replace(w=wide))
        room = room.cut(left=wide + gap)
        wide = room.w


def _row(draw: Drawing, place: Place, box: Box) -> None:
    pad, side = draw.px(4), draw.px(34)
    inner = box.inset(pad)
    head = inner._replace(w=draw.px(108)) if place.slots else inner
    if place.key is not None:
        draw.button(place.key, head, "raised")
    with draw.on(place.key):
        both = head.centred(head.w - 4, side + draw.px(28))
        draw.badge(place.seat, both._replace(h=side).centred(side, side))
        name = both.cut(top=side + draw.px(4))
        draw.words(place.seat.names, name, LABEL, bold=True, align=1)
    _side_by_side(draw, place.slots, inner.cut(left=head.w + pad), pad)


def _slot(draw: Drawing, slot: Slot, box: Box) -> None:
    """Draw the tiles one below the other, or what belongs here."""
    surface = "dashed" if slot.waiting else "raised"
    if slot.key is None and not slot.waiting:
        surface = "flat"
    names = [name for _, name in slot.tiles if name]
    tight = box.w < draw.px(_TIGHT)
    with draw.button(slot.key, box, surface):
        if len(names) < 2 and (slot.waiting or tight):
            _asked(draw, slot, "".join(names), box)
            return
        inner = box.inset(0, draw.px(6 if box.h > draw.px(84) else 1))
        cells = inner.cells(1, len(slot.tiles))
        for (shown, name), row in zip(slot.tiles, cells, strict=True):
            low = draw.px(4 if row.h < draw.px(50) else 10)
            most = min(draw.px(72), box.w // 4) if draw.large else draw.px(52)
            side = min(draw.px(24) if tight else most, row.h - low)
            row = row.cut(left=draw.px(4 if tight else 10), right=draw.px(1 if tight else 4))
            draw.picture(shown, row.start(side))
            _name(draw, slot, name, row.cut(left=side + draw.px(4 if tight else 8)))


def _asked(draw: Drawing, slot: Slot, name: str, box: Box) -> None:
    """Draw pictures side by side, the one name below, in two lines if it is too wide.

    Those of an empty place are dim.
    """
    inner, gap = box.inset(draw.px(4)), draw.px(4)
    lines = draw.lines(name, inner.w, LEAST, bold=True) if name else []
    size, line = (BODY, draw.px(26)) if len(lines) == 1 else (LEAST, draw.line(LEAST) - draw.px(1))
    if len(lines) == 1 and draw.width_of(name, BODY, bold=True) > inner.w:
        size = LEAST
    side = min(
        draw.px(96 if draw.large else 64),
        inner.h - len(lines) * line,
        inner.w // len(slot.tiles) - gap,
    )
    whole = inner.centred(inner.w, side + len(lines) * line)
    row = whole._replace(h=side).centred(len(slot.tiles) * (side + gap) - gap, side)
    for shown, _ in slot.tiles:
        draw.picture(shown, row.start(side), dim=slot.waiting)
        row = row.cut(left=side + gap)
    draw.block(lines, whole.cut(top=side), size, line, bold=True, align=1,
               colour=MUTED if slot.waiting else TEXT)  # fmt: skip


def _name(draw: Drawing, slot: Slot, name: str, box: Box) -> None:
    lines = draw.lines(name, box.w, LEAST, bold=True)
    sizes = (BODY, LABEL) if draw.large else (LABEL,)
    size = next((each for each in sizes if box.h >= len(lines) * draw.line(each)), LEAST)
    high = min(draw.line(size), box.h // max(1, len(lines)))
    draw.block(lines, box, size, high, bold=True, colour=FAINT if slot.waiting else TEXT)
