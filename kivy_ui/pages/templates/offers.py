"""What fills a lane instead of answers: things with answers of their own, or pieces to tick.

A row below them says which pieces move and what that costs.
"""

from dataclasses import replace
from typing import Final

from kivy_ui.pages.marks import LABEL, MUTED, TOUCH_PX, Box
from kivy_ui.pages.page import Move
from kivy_ui.pages.rounds import Lane, Offer, Pick
from kivy_ui.pages.templates.parts import Drawing, reach

_ROWS: Final = (66, 56)
"""Least heights of rows; the second one only if all of them fit then."""
_STACKED: Final = 200
"""Width below which the answers stand under their thing."""
_GAP: Final = 8
_LEAVING: Final = 140
"""Width of the pieces that leave, with an arrow to where they go."""
_PICKS: Final = ((96, 88, 16), (66, 60, 12), (TOUCH_PX, TOUCH_PX, _GAP), (TOUCH_PX, TOUCH_PX, 0))
"""Width, height and gap of pieces to tick; the first with which all fit."""
_ANSWER_W: Final = 80
"""Width of an answer, with the gap beside it, for which its picture becomes smaller."""


def offers(draw: Drawing, lane: Lane, inner: Box, most: int) -> None:
    """Draw rows of a thing with its own answers; *most* is the greatest height of a row."""
    box = _footed(draw, lane, inner)
    narrow = inner.w < draw.px(_STACKED)
    slim = narrow and all(len(offer.answers) == 1 for offer in lane.offers)
    stacked = narrow and not slim
    gap, above = draw.px(_GAP), draw.px(44) if stacked else 0
    most_rows, low_rows = (
        (box.h + gap) // (max(TOUCH_PX, draw.px(each)) + above + gap) for each in _ROWS
    )
    fitting = low_rows if low_rows >= len(lane.offers) else most_rows
    shown = draw.turn(lane.offers, max(1, fitting))
    rows = max(1, len(shown))
    if rows < 3 and most >= draw.px(90) and box.h > rows * draw.px(110):
        gap = draw.px(30 if draw.large else 18)
    high = min(most + above, (box.h - gap * (rows - 1)) // rows)
    spare = box.h - rows * (high + gap) + gap
    box = box.cut(top=min(draw.px(6), max(0, spare)), bottom=-spare)
    drawn = _slim if slim else _stack if stacked else _beside
    for offer, row in zip(shown, box.cells(1, rows, gap, high), strict=True):
        drawn(draw, offer, row)


def _beside(draw: Drawing, offer: Offer, row: Box) -> None:
    between, answers = draw.px(10), max(1, len(offer.answers))
    side = room = 0
    for most in (64 if not draw.large else 72, 52, 40):
        side = min(draw.px(most), row.h - draw.px(8))
        room = row.w - reach(offer.picture, side) - draw.px(14)
        if room >= answers * draw.px(_ANSWER_W):
            break
    wide = min(draw.px(130), (room - (answers - 1) * between) // answers)
    draw.picture(offer.picture, row.start(side, pad=draw.px(2)))
    cells = row.end(answers * (wide + between) - between, row.h).cells(answers, 1, between)
    for answer, place in zip(offer.answers, cells, strict=False):
        draw.gain_answer(answer, place)


def _slim(draw: Drawing, offer: Offer, row: Box) -> None:
    """Draw a thing with its only answer as one button: the answer's own picture gives way."""
    draw.gain_answer(replace(offer.answers[0], picture=offer.picture), row)


def _stack(draw: Drawing, offer: Offer, row: Box) -> None:
    side, gap = draw.px(38), draw.px(6)
    above = row._replace(h=side).centred(reach(offer.picture, side), side)
    draw.picture(offer.picture, above._replace(w=side))
    below = row.cut(top=side + gap)
    cells = below.cells(max(1, len(offer.answers)), 1, gap)
    for answer, place in zip(offer.answers, cells, strict=False):
        draw.gain_answer(answer, place)


def picks(draw: Drawing, lane: Lane, inner: Box, *, footed: bool = True) -> None:
    """Draw pieces to tick as a grid, in rows from the upper left; *footed*: the row below, too."""
    box = (_footed(draw, lane, inner) if footed else inner).cut(top=draw.px(4))
    wide = high = gap = across = down = 0
    for size in _PICKS:
        wide, high, gap = map(draw.px, size) if size[0] > TOUCH_PX else size
        across, down = (box.w + gap) // (wide + gap), (box.h + gap) // (high + gap)
        if across * down >= len(lane.picks):
            break
    columns = max(1, min(across, len(lane.picks)))
    if box.w < columns * (wide + gap) + gap and len(lane.picks) <= (columns - 1) * down:
        columns -= 1  # so that no frame lies on the edge of the lane
    pitch = wide + min(2 * gap, (box.w - columns * wide) // max(1, columns - 1))
    box = box.cut(left=(box.w - wide - (columns - 1) * pitch) // 2)
    for index, pick in enumerate(draw.turn(lane.picks, max(1, across * down))):
        row, column = divmod(index, columns)
        place = Box(box.x + column * pitch, box.y + row * (high + gap), wide, high)
        _pick(draw, pick, place, lane.leaves)


def _pick(draw: Drawing, pick: Pick, box: Box, leaves: Move | None) -> None:
    """Draw a piece to tick; a ticked or suggested one with the place where it goes."""
    draw.target(pick.key, box)
    side, small = min(box.w, box.h) - draw.px(16), min(draw.px(34), box.h // 2)
    with draw.on(pick.key):
        if pick.chosen:
            draw.patch("chosen", box)
            draw.tick(box, draw.px(24), (5, 5))
        elif pick.suggested:
            draw.patch("suggested", box)
        draw.piece(pick.picture.piece, box.centred(side, side))
        if leaves and (pick.chosen or pick.suggested):
            corner = Box(box.right - small, box.bottom - small, small, small)
            draw.picture(replace(leaves.to, number=""), corner)


def _footed(draw: Drawing, lane: Lane, inner: Box) -> Box:
    """Draw the row below, if there is room for it beside touch targets; return what is left."""
    if lane.leaves is None or inner.h < draw.px(90):
        return inner
    high = draw.px(54 if inner.h > draw.px(170) else 38)
    leaving(draw, lane.leaves, lane.cost, inner.cut(top=inner.h - high))
    return inner.cut(bottom=high)


def leaving(draw: Drawing, move: Move, cost: str, row: Box) -> None:
    if cost:
        draw.patch("line", Box(row.x, row.y + 2, row.w, 1))
    narrow = row.w < draw.px(_STACKED)
    if cost and draw.width_of(cost, LABEL, bold=True) > row.w - draw.px(_LEAVING):
        draw.text(cost, row.cut(top=4), LABEL, align=1)  # the words say it
        return
    side, gap = min(draw.px(28 if narrow else 38), row.h - 4), draw.px(4 if narrow else 10)
    row = row.cut(left=draw.px(2), top=1, bottom=-1)
    for shown in move.pictures:
        draw.picture(shown, row.start(side))
        row = row.cut(left=side + draw.px(4))
    draw.arrow(row.start(draw.px(24), row.h, pad=gap // 2))
    row = row.cut(left=draw.px(24) + gap)
    draw.picture(move.to, row.start(side))
    row = row.cut(left=side + gap)
    if cost:
        draw.text(cost, row, LABEL, align=2)
    else:
        draw.words(" ".join(move.label), row, LABEL, colour=MUTED, spare=True)
