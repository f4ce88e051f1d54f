"""What fills a lane instead of answers: things with answers of their own, or pieces to tick.

A row below them says which pieces move and what that costs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kivy_ui.pages.marks import BUTTON, LABEL, Box, Drawing
from kivy_ui.pages.rounds import Lane, Offer, Pick
from kivy_ui.pages.templates.parts import (
    LOSS,
    MUTED,
    arrow,
    gain_answer,
    picture,
    reach,
)

_TOUCH: Final = 48
_ROWS: Final = (66, 56)
"""Least heights of rows; the second one only if all of them fit then."""
_STACKED: Final = 200
"""Width below which the answers stand under their thing."""
_GAP: Final = 8
_ANSWER_W: Final = 80
"""Width of an answer, with the gap beside it, for which its picture becomes smaller."""


def offers(draw: Drawing, lane: Lane, inner: Box, most: int) -> None:
    """Draw rows of a thing with its own answers; *most* is the greatest height of a row."""
    foot = _foot(draw, lane, inner)
    narrow = inner.w < draw.px(_STACKED)
    slim = narrow and all(len(offer.answers) == 1 for offer in lane.offers)
    stacked = narrow and not slim
    gap, above = draw.px(_GAP), draw.px(44) if stacked else 0
    most_rows, low_rows = (
        (inner.h - foot + gap) // (max(_TOUCH, draw.px(each)) + above + gap) for each in _ROWS
    )
    if low_rows >= len(lane.offers):
        most_rows = low_rows
    shown = draw.turn(lane.offers, max(1, most_rows))
    rows = max(1, len(shown))
    if rows < 3 and most >= draw.px(90) and inner.h - foot > rows * draw.px(110):
        gap = draw.px(30 if draw.large else 18)
    high = min(most + (draw.px(44) if stacked else 0), (inner.h - foot - gap * (rows - 1)) // rows)
    spare = inner.h - foot - rows * high - (rows - 1) * gap
    y = inner.y + min(draw.px(6), max(0, spare))
    for offer in shown:
        row = Box(inner.x, y, inner.w, high)
        (_slim if slim else _stack if stacked else _beside)(draw, offer, row)
        y += high + gap
    if foot:
        _leaving(draw, lane, Box(inner.x, inner.bottom - foot, inner.w, foot))


def _beside(draw: Drawing, offer: Offer, row: Box) -> None:
    between, answers = draw.px(10), max(1, len(offer.answers))
    side = room = 0
    for most in (64 if not draw.large else 72, 52, 40):
        side = min(draw.px(most), row.h - draw.px(8))
        room = row.w - reach(offer.picture, side) - draw.px(14)
        if room >= answers * draw.px(_ANSWER_W):
            break
    most = draw.px(88) if not (draw.large or draw.portrait) else draw.px(130)
    wide = min(most, (room - (answers - 1) * between) // answers)
    left = row.right - answers * wide - (answers - 1) * between
    picture(draw, offer.picture, Box(row.x + draw.px(2), row.y + (row.h - side) // 2, side, side))
    for index, answer in enumerate(offer.answers):
        gain_answer(draw, answer, Box(left + index * (wide + between), row.y, wide, row.h))


def _slim(draw: Drawing, offer: Offer, row: Box) -> None:
    """Draw a thing with its only answer as one button: the answer's own picture gives way."""
    answer = replace(offer.answers[0], picture=offer.picture)
    gain_answer(draw, answer, row)


def _stack(draw: Drawing, offer: Offer, row: Box) -> None:
    side, between, answers = draw.px(38), draw.px(6), max(1, len(offer.answers))
    left = row.x + (row.w - reach(offer.picture, side)) // 2
    picture(draw, offer.picture, Box(left, row.y, side, side))
    wide = (row.w - between * (answers - 1)) // answers
    y = row.y + side + draw.px(6)
    for index, answer in enumerate(offer.answers):
        place = Box(row.x + index * (wide + between), y, wide, row.bottom - y)
        gain_answer(draw, answer, place)


def picks(draw: Drawing, lane: Lane, inner: Box) -> None:
    """Draw pieces to tick as a grid, in rows from the upper left."""
    foot = _foot(draw, lane, inner)
    room = inner.h - foot - draw.px(4)
    wide = high = gap = across = down = 0
    for wide, high, gap in ((draw.px(66), draw.px(60), draw.px(12)), (_TOUCH, _TOUCH, draw.px(8))):
        across, down = (inner.w + gap) // (wide + gap), (room + gap) // (high + gap)
        if across * down >= len(lane.picks):
            break
    shown = draw.turn(lane.picks, max(1, across * down))
    for index, pick in enumerate(shown):
        row, column = divmod(index, across)
        x = inner.x + column * (wide + (inner.w - across * wide) // max(1, across - 1))
        _pick(draw, pick, Box(x, inner.y + draw.px(4) + row * (high + gap), wide, high))
    if foot:
        _leaving(draw, lane, Box(inner.x, inner.bottom - foot, inner.w, foot))


def _pick(draw: Drawing, pick: Pick, box: Box) -> None:
    draw.target(pick.key, box)
    side = min(box.w, box.h) - draw.px(16)
    if pick.chosen:
        draw.patch("chosen", box, of=pick.key)
    place = box.centred(side, side)
    opacity = 1.0 if pick.chosen else 0.6
    draw.piece(pick.picture.piece, place, opacity=opacity, of=pick.key)
    if pick.chosen:
        mark = draw.px(24)
        corner = Box(box.right - mark + draw.px(5), box.y - draw.px(5), mark, mark)
        draw.piece("tick/act", corner, of=pick.key)


def _foot(draw: Drawing, lane: Lane, inner: Box) -> int:
    """Return the height of the row below: none if there is no room for it beside touch targets."""
    if lane.leaves is None or inner.h < draw.px(90):
        return 0
    return draw.px(54 if inner.h > draw.px(170) else 38)


def _leaving(draw: Drawing, lane: Lane, row: Box) -> None:
    """Draw which pieces move where, and what that costs."""
    if lane.leaves is None:
        return
    if lane.cost:
        draw.patch("line", Box(row.x, row.y + 2, row.w, 1))
    narrow = row.w < draw.px(_STACKED)
    side = min(draw.px(28 if narrow else 38), row.h - 4)
    gap = draw.px(4 if narrow else 10)
    x, middle = row.x + draw.px(2), row.y + row.h // 2 + 1
    for shown in lane.leaves.pictures:
        picture(draw, shown, Box(x, middle - side // 2, side, side))
        x += side + draw.px(4)
    arrow(draw, Box(x + gap // 2, middle - row.h // 2, draw.px(24), row.h))
    x += draw.px(24) + gap
    picture(draw, lane.leaves.to, Box(x, middle - side // 2, side, side))
    x += side + gap
    room = Box(x, row.y + 1, row.right - x, row.h)
    if lane.cost:
        loss = lane.cost.startswith("−")
        draw.words(lane.cost, room, BUTTON, bold=True, colour=LOSS if loss else MUTED, align=2)
    elif lane.leaves.label:
        draw.words(" ".join(lane.leaves.label), room, LABEL, colour=MUTED, spare=narrow)
