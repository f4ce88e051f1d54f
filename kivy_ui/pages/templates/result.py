"""Who won and why: a bar of each player's sources; on a page of its own the reasons of a source."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, Box, Drawing
from kivy_ui.pages.page import Picture
from kivy_ui.pages.scores import Pattern, Rank, Reason, Result, Share, Source, Why
from kivy_ui.pages.templates.parts import (
    INK,
    MUTED,
    SEATS,
    TEXT,
    badge,
    figure_width,
    figures,
    picture,
)

_COLOURS: Final = {
    Pattern.PLAIN: "E9A83F", Pattern.DIAGONAL: "AEBCD2", Pattern.DOTS: "55AEF2",
    Pattern.VERTICAL: "CBA2F2",
}  # fmt: skip
_GOLD: Final = "F7D774"
_FIRST, _OTHER = 108, 84
_FEW: Final = 5
"""Players up to whom each has a row of the full width."""
_BAR: Final = 44
_TILE: Final = (160, 48)
"""Size of a pattern's picture, which is cut to its place."""
_APPEAR_MS: Final = 400
_NAME: Final = 112
_TOTAL: Final = 86


def result(draw: Drawing, stage: Box, body: Result) -> None:
    """Draw the winner large and the others below; with many players in two columns."""
    gap, count = draw.px(10), len(body.ranks)
    across = 2 if count > _FEW and not draw.portrait else 1
    rows = -(-(count - 1) // across)
    room = stage.h - gap * rows
    first = min(draw.px(_FIRST + (40 if draw.portrait else 0)),
                room if not rows else room * _FIRST // (_FIRST + _OTHER * rows))  # fmt: skip
    high = min(draw.px(_OTHER + (36 if draw.portrait else 0)), (room - first) // max(1, rows))
    wide = (stage.w - gap * (across - 1)) // across
    most = max((each.points for each in body.ranks), default=0)
    names = (draw.width_of(each.seat.name, LEAST, bold=True) for each in body.ranks)
    name = max([draw.px(_NAME), *(wide + 2 for wide in names)])
    for index, rank in enumerate(body.ranks):
        row, column = divmod(index - 1, across)
        box = Box(stage.x + column * (wide + gap), stage.y + first + gap + row * (high + gap),
                  wide, high)  # fmt: skip
        if not index:
            box = Box(stage.x, stage.y, stage.w, first)
        draw.delay_ms = _APPEAR_MS * (count - 1 - index) // count
        _rank(draw, rank, most, name, box, first=not index)
    draw.delay_ms = 0


def _rank(
    draw: Drawing, rank: Rank, most: int, name: int, box: Box, *, first: bool
) -> None:  # fmt: skip
    """Draw a player: badge, name, bar, total; *most* points fill the bar."""
    if first:
        draw.patch("chip_acts", box, SEATS.get(rank.seat.colour, MUTED), of=rank.key)
    else:
        draw.patch("raised" if rank.key is not None else "card", box, of=rank.key)
    if rank.key is not None:
        draw.target(rank.key, box)
    below = draw.portrait and box.h >= draw.px(84)
    bar = min(draw.px(_BAR), box.h * 2 // 5 if below else box.h - draw.px(14))
    line = box._replace(h=box.h - bar - draw.px(14)) if below else box
    side = min(draw.px(48 if first else 40), line.h - draw.px(8))
    x = box.x + draw.px(16)
    badge(draw, rank.seat, Box(x, line.y + (line.h - side) // 2, side, side), of=rank.key)
    x += side + draw.px(14)
    right = box.right - draw.px(12)
    if rank.key is not None:
        mark = draw.px(20)
        right -= mark
        draw.piece("symbol/next", Box(right, line.y + (line.h - mark) // 2, mark, mark), MUTED,
                   of=rank.key)  # fmt: skip
    size = (56 if first else 40) if line.h >= draw.px(66 if first else 48) else 32
    total = Box(right - draw.px(_TOTAL), line.y, draw.px(_TOTAL) - draw.px(8), line.h)
    draw.words(str(rank.points), total, size, bold=True, align=2, of=rank.key)
    room = total.x - x
    name_wide = room if below else min(name, room)
    _name(draw, rank, Box(x, line.y, name_wide, line.h))
    left = box.x + draw.px(16) if below else x + name_wide + draw.px(10)
    end = box.right - draw.px(16) if below else total.x
    y = line.bottom if below else box.y + (box.h - bar) // 2
    _bar(draw, rank, most, Box(left, y, end - left, bar))


def _name(draw: Drawing, rank: Rank, box: Box) -> None:
    """Draw the name, and below it the crown of the winner."""
    both = draw.line(BUTTON) + (draw.line(LABEL) if rank.wins else 0)
    top = Box(box.x, box.y + (box.h - both) // 2, box.w, draw.line(BUTTON))
    draw.words(rank.seat.name, top, BUTTON, bold=True, of=rank.key)
    if rank.wins:
        side = draw.px(22)
        low = Box(box.x, top.bottom, box.w, draw.line(LABEL))
        draw.piece("symbol/crown", Box(low.x, low.y + (low.h - side) // 2, side, side), _GOLD,
                   of=rank.key)  # fmt: skip
        x = low.x + side + draw.px(6)
        draw.words(rank.wins, low._replace(x=x, w=low.right - x), LABEL, bold=True, colour=_GOLD,
                   of=rank.key)  # fmt: skip


def _bar(draw: Drawing, rank: Rank, most: int, box: Box) -> None:
    """Draw the sources side by side, as long as their points; colour and pattern tell which."""
    shares = [each for each in rank.shares if each.points > 0]
    room = box.w - draw.px(3) * len(shares)
    whole = max(most, sum(each.points for each in shares), 1)
    x = box.x
    for share in shares:
        wide = max(draw.px(8), room * share.points // whole)
        _segment(draw, share, Box(x, box.y, wide, box.h), rank.key)
        x += wide + draw.px(3)


def _segment(draw: Drawing, share: Share, box: Box, key: object) -> None:
    draw.patch("segment", box, _COLOURS[share.pattern], of=key)
    if share.pattern is not Pattern.PLAIN:
        tile = draw.px(_TILE[0])
        for x in range(box.x, box.right, tile):
            part = Box(x, box.y, min(tile, box.right - x), box.h)
            draw.patch(f"pattern_{share.pattern.value}", part, of=key)
    side, text = draw.px(26), str(share.points)
    number = draw.width_of(text, BODY, bold=True)
    both = side + draw.px(4) + number
    if share.picture and both <= box.w - draw.px(6):
        x = box.x + (box.w - both) // 2
        picture(draw, share.picture, Box(x, box.y + (box.h - side) // 2, side, side), of=key)
        draw.words(text, Box(x + side + draw.px(4), box.y, number, box.h), BODY, bold=True,
                   colour=INK, of=key)  # fmt: skip
    else:  # the page with the reasons has the number as well
        draw.words(text, box.inset(1), BODY, bold=True, colour=INK, align=1, of=key, spare=True)


_SOURCES: Final = 248
_SOURCE: Final = 66
_REASON: Final = 52
_GROUP: Final = 46
_DIE: Final = 36


def why(draw: Drawing, stage: Box, body: Why) -> None:
    """Draw the sources at the left, in portrait above; beside them the reasons of one."""
    gap = draw.px(10)
    if draw.portrait:
        wide, high = (stage.w - gap) // 2, draw.px(_SOURCE)
        for index, source in enumerate(body.sources):
            row, column = divmod(index, 2)
            place = Box(stage.x + column * (wide + gap), stage.y + row * (high + gap), wide, high)
            _source(draw, source, place)
        top = stage.y + -(-len(body.sources) // 2) * (high + gap) + draw.px(4)
        _reasons(draw, body, Box(stage.x, top, stage.w, stage.bottom - top))
        return
    wide = draw.px(_SOURCES)
    high = min(draw.px(_SOURCE), (stage.h + gap) // max(1, len(body.sources)) - gap)
    for index, source in enumerate(body.sources):
        _source(draw, source, Box(stage.x, stage.y + index * (high + gap), wide, high))
    x = stage.x + wide + draw.px(16)
    _reasons(draw, body, Box(x, stage.y, stage.right - x, stage.h))


def _source(draw: Drawing, source: Source, box: Box) -> None:
    draw.patch("chosen" if source.chosen else "raised", box, of=source.key)
    draw.target(source.key, box)
    side, x = draw.px(42), box.x + draw.px(12)
    picture(draw, source.picture, Box(x, box.y + (box.h - side) // 2, side, side), of=source.key)
    x += side + draw.px(10)
    wide = draw.width_of(str(source.points), BUTTON, bold=True)
    right = box.right - draw.px(14) - wide
    draw.words(str(source.points), Box(right, box.y, wide, box.h), BUTTON, bold=True,
               of=source.key)  # fmt: skip
    room = right - draw.px(6) - x
    lines = [source.name]
    if draw.width_of(source.name, LABEL, bold=True) > room:
        lines = draw.lines(source.name, room, LEAST, bold=True)
    high = draw.line(LABEL)
    y = box.y + (box.h - high * len(lines)) // 2
    for line in lines:
        draw.words(line, Box(x, y, room, high), LABEL, bold=True, of=source.key)
        y += high


def _reasons(draw: Drawing, body: Why, stage: Box) -> None:
    gap = draw.px(12)
    heights = [_reason_high(draw, each, stage.w) for each in body.reasons]
    if not heights:
        return
    tallest = max(heights)
    shown = draw.turn(body.reasons, max(1, (stage.h + gap) // (tallest + gap)))
    needed = [_reason_high(draw, each, stage.w) for each in shown]
    spare = (stage.h - sum(needed) - gap * (len(shown) - 1)) // len(shown)
    y = stage.y
    for reason, high in zip(shown, needed, strict=True):
        box = Box(stage.x, y, stage.w, high + max(0, min(spare, draw.px(40))))
        _reason(draw, reason, box)
        y = box.bottom + gap


def _group_width(draw: Drawing, group: tuple[Picture, ...]) -> int:
    side = draw.px(_DIE)
    return sum(figure_width(draw, each, side, BODY) + draw.px(6) for each in group) + draw.px(14)


def _group_rows(draw: Drawing, reason: Reason, wide: int) -> list[list[tuple[Picture, ...]]]:
    """Divide the groups into rows that fit."""
    rows: list[list[tuple[Picture, ...]]] = []
    left = 0
    for group in reason.groups:
        needed = _group_width(draw, group) + draw.px(10)
        if not rows or needed > left:
            rows.append([])
            left = wide - draw.px(22)
        rows[-1].append(group)
        left -= needed
    return rows


def _reason_high(draw: Drawing, reason: Reason, wide: int) -> int:
    lines = draw.lines(reason.text, wide - draw.px(32), LABEL) if reason.text else []
    rows = len(_group_rows(draw, reason, wide))
    return (draw.px(_REASON) + rows * draw.px(_GROUP + 4) + len(lines) * draw.px(24)
            + draw.px(10))  # fmt: skip


def _reason(draw: Drawing, reason: Reason, box: Box) -> None:
    draw.patch("card", box)
    spare = box.h - _reason_high(draw, reason, box.w)
    head = Box(box.x + draw.px(16), box.y + spare // 4, box.w - draw.px(32), draw.px(_REASON))
    side = draw.px(42)
    place = Box(head.x, head.y + (head.h - side) // 2, side, side)
    picture(draw, reason.picture, place)
    points = draw.width_of(str(reason.points), 40, bold=True)
    draw.words(str(reason.points), Box(head.right - points, head.y, points, head.h), 40, bold=True,
               colour=_COLOURS[Pattern.VERTICAL])  # fmt: skip
    x = place.right + draw.px(12)
    draw.words(reason.title, Box(x, head.y, head.right - points - draw.px(12) - x, head.h), 22,
               bold=True, colour=TEXT)  # fmt: skip
    y = head.bottom + spare // 4
    for row in _group_rows(draw, reason, box.w):
        x = head.x
        for group in row:
            frame = Box(x, y, _group_width(draw, group), draw.px(_GROUP))
            draw.patch("dashed", frame)
            inner = frame._replace(x=x + draw.px(10))
            figures(draw, group, inner, draw.px(_DIE), BODY, space=6)
            x = frame.right + draw.px(10)
        y += draw.px(_GROUP + 4)
    for line in draw.lines(reason.text, head.w, LABEL) if reason.text else ():
        draw.words(line, Box(head.x, y, head.w, draw.px(24)), LABEL, colour=MUTED)
        y += draw.px(24)
