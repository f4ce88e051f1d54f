"""Who won and why: a bar of each player's sources; on a page of its own the reasons of a source."""

from typing import Final

from kivy_ui.pages.drawing import in_rows
from kivy_ui.pages.marks import BODY, BUTTON, INK, LABEL, LEAST, MUTED, SEATS, Box
from kivy_ui.pages.page import Picture
from kivy_ui.pages.scores import Pattern, Rank, Reason, Result, Share, Source, Why
from kivy_ui.pages.templates.parts import Drawing
from kivy_ui.pages.templates.photo import code_beside

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
_BESIDE_CODE: Final = 460
"""Width that the players need beside a code."""


def result(draw: Drawing, stage: Box, body: Result) -> None:
    """Draw the winner large and the others below; with many players in two columns."""
    if body.code is not None:
        stage = code_beside(draw, stage, body.code, draw.px(_BESIDE_CODE))
    gap, count = draw.px(10), len(body.ranks)
    across = 2 if count > _FEW and not draw.portrait else 1
    rows = -(-(count - 1) // across)
    room = stage.h - gap * rows
    share = room if not rows else room * _FIRST // (_FIRST + _OTHER * rows)
    first = stage._replace(h=min(draw.px(_FIRST + (40 if draw.portrait else 0)), share))
    high = draw.px(_OTHER + (36 if draw.portrait else 0))
    others = stage.cut(top=first.h + gap).cells(across, rows, gap, high) if rows else []
    most = max((each.points for each in body.ranks), default=0)
    names = draw.widest([each.seat.name for each in body.ranks], LEAST, bold=True)
    name = max(draw.px(_NAME), names + 2)
    for index, (rank, box) in enumerate(zip(body.ranks, (first, *others), strict=False)):
        draw.delay_ms = _APPEAR_MS * (count - 1 - index) // count
        _rank(draw, rank, most, name, box, first=not index)
    draw.delay_ms = 0


def _rank(draw: Drawing, rank: Rank, most: int, name: int, box: Box, *, first: bool) -> None:
    """Draw a player: badge, name, bar, total; *most* points fill the bar."""
    plain = "raised" if rank.key is not None else "card"
    surface = "chip_acts" if rank.wins else plain
    below = draw.portrait and box.h >= draw.px(84)
    bar = min(draw.px(_BAR), box.h * 2 // 5 if below else box.h - draw.px(14))
    line = box.cut(bottom=bar + draw.px(14)) if below else box
    side = min(draw.px(48 if first else 40), line.h - draw.px(8))
    tint = SEATS.get(rank.seat.colour, MUTED) if rank.wins else "FFFFFF"
    with draw.button(rank.key, box, surface, tint):
        row = line.cut(left=draw.px(16), right=draw.px(12))
        draw.badge(rank.seat, row.start(side))
        row = row.cut(left=side + draw.px(14))
        if rank.key is not None:
            mark = draw.px(20)
            draw.symbol("next", row.end(mark), MUTED)
            row = row.cut(right=mark)
        size = (56 if first else 40) if line.h >= draw.px(66 if first else 48) else 32
        total = row.cut(right=draw.px(8)).end(draw.px(_TOTAL - 8), row.h)
        draw.words(str(rank.points), total, size, bold=True, align=2)
        row = row.cut(right=draw.px(_TOTAL))
        _name(draw, rank, row if below else row._replace(w=min(name, row.w)))
        if below:
            _bar(draw, rank, most, box.inset(draw.px(16), 0)._replace(y=line.bottom, h=bar))
        else:
            beside = row.cut(left=min(name, row.w) + draw.px(10))
            _bar(draw, rank, most, beside.start(beside.w, bar))


def _name(draw: Drawing, rank: Rank, box: Box) -> None:
    """Draw the name, below it the crown of the winner and what decides a tie."""
    high, low = draw.line(BUTTON), draw.line(LABEL) if rank.wins or rank.tie else 0
    both = box.centred(box.w, high + low)
    draw.words(rank.seat.names, both._replace(h=high), BUTTON, bold=True)
    row, side = both.cut(top=high), draw.px(22)
    if rank.wins:
        draw.symbol("crown", row.start(side), _GOLD)
        row = row.cut(left=side + draw.px(6))
    draw.words((rank.tie, rank.wins) if rank.tie else rank.wins, row, LABEL, bold=True,
               colour=_GOLD if rank.wins else MUTED)  # fmt: skip


def _bar(draw: Drawing, rank: Rank, most: int, box: Box) -> None:
    """Draw the sources side by side, as long as their points; colour and pattern tell which."""
    shares = [each for each in rank.shares if each.points > 0]
    least = draw.px(8)
    room = box.w - (draw.px(3) + least) * len(shares)
    whole = max(most, sum(each.points for each in shares), 1)
    for share in shares:
        wide = least + room * share.points // whole
        _segment(draw, share, box._replace(w=wide))
        box = box.cut(left=wide + draw.px(3))


def _segment(draw: Drawing, share: Share, box: Box) -> None:
    draw.patch("segment", box, _COLOURS[share.pattern])
    if share.pattern is not Pattern.PLAIN:
        tile = draw.px(_TILE[0])
        for x in range(box.x, box.right, tile):
            part = box._replace(x=x, w=min(tile, box.right - x))
            draw.patch(f"pattern_{share.pattern.value}", part)
    side, text = draw.px(26), str(share.points)
    both = side + draw.px(4) + draw.width_of(text, BODY, bold=True)
    if share.picture and both <= box.w - draw.px(6):
        row = box.centred(both, box.h)
        draw.picture(share.picture, row.start(side))
        draw.words(text, row.cut(left=side + draw.px(4)), BODY, bold=True, colour=INK)
    else:  # the page with the reasons has the number as well
        draw.words(text, box.inset(1), BODY, bold=True, colour=INK, align=1, spare=True)


# --- reasons -------------------------------------------------------------------------------------

_SOURCES: Final = 248
_SOURCE: Final = 66
_REASON: Final = 52
_GROUP: Final = 46
_DIE: Final = 36
_HERO, _MARGIN = 96, 24
"""Edge of the picture of a lone reason, and the margin around it."""


def why(draw: Drawing, stage: Box, body: Why) -> None:
    """Draw the sources at the left, in portrait above; beside them the reasons of one."""
    gap, high, count = draw.px(10), draw.px(_SOURCE), max(1, len(body.sources))
    if draw.portrait:
        down = -(-count // 2)
        sources = stage._replace(h=down * (high + gap) - gap)
        cells = sources.cells(2, down, gap)
        rest = stage.cut(top=sources.h + gap + draw.px(4))
    else:
        sources = stage._replace(w=draw.px(_SOURCES))
        cells = sources.cells(1, count, gap, high)
        rest = stage.cut(left=sources.w + draw.px(16))
    for source, box in zip(body.sources, cells, strict=False):
        _source(draw, source, box)
    _reasons(draw, body, rest)


def _source(draw: Drawing, source: Source, box: Box) -> None:
    plain = "flat" if source.key is None else "raised"
    with draw.button(source.key, box, "chosen" if source.chosen else plain):
        row, side = box.cut(left=draw.px(12), right=draw.px(14)), draw.px(42)
        draw.picture(source.picture, row.start(side))
        row = row.cut(left=side + draw.px(10))
        wide = draw.width_of(str(source.points), BUTTON, bold=True)
        draw.words(str(source.points), row.end(wide, row.h), BUTTON, bold=True)
        draw.text(source.name, row.cut(right=wide + draw.px(6)), LABEL)


def _reasons(draw: Drawing, body: Why, stage: Box) -> None:
    if len(body.reasons) == 1 and _lone_high(draw, body.reasons[0], stage.w) <= stage.h:
        _lone(draw, body.reasons[0], stage)
        return
    gap = draw.px(12)
    heights = [(each, _reason_high(draw, each, stage.w)) for each in body.reasons]
    shown = draw.filled([((each, high), high + gap) for each, high in heights], stage.h + gap)
    spare = (stage.h - sum(high + gap for _, high in shown) + gap) // max(1, len(shown))
    for reason, high in shown:
        box = stage._replace(h=high + max(0, min(spare, draw.px(40))))
        bare = not reason.groups and not reason.text
        above = (box.h - draw.px(_REASON)) // 2 if bare else (box.h - high) // 4
        _reason(draw, reason, box, above)
        stage = stage.cut(top=box.h + gap)


def _points(reason: Reason) -> str:
    return "" if reason.points is None else str(reason.points)


def _group_width(draw: Drawing, group: tuple[Picture, ...]) -> int:
    return draw.figures_width(group, draw.px(_DIE), BODY, 6) + draw.px(14)


def _group_rows(draw: Drawing, reason: Reason, wide: int) -> list[list[tuple[Picture, ...]]]:
    gap, room = draw.px(10), wide - draw.px(22)
    return in_rows(reason.groups, lambda each: _group_width(draw, each) + gap, room)


def _reason_high(draw: Drawing, reason: Reason, wide: int) -> int:
    lines = len(draw.lines(reason.text, wide - draw.px(32), LABEL))
    rows = len(_group_rows(draw, reason, wide))
    return draw.px(_REASON) + rows * draw.px(_GROUP + 4) + lines * draw.px(24) + draw.px(10)


def _reason(draw: Drawing, reason: Reason, box: Box, above: int) -> None:
    draw.patch("card", box)
    inner = box.inset(draw.px(16), 0).cut(top=above)
    head, side = inner._replace(h=draw.px(_REASON)), draw.px(42)
    draw.picture(reason.picture, head.start(side))
    told = _points(reason)
    points = draw.width_of(told, 40, bold=True)
    draw.words(told, head.end(points, head.h), 40, bold=True,
               colour=_COLOURS[Pattern.VERTICAL])  # fmt: skip
    draw.words(reason.title, head.cut(left=side + draw.px(12), right=points + draw.px(12)), 22,
               bold=True)  # fmt: skip
    inner = _groups(draw, reason, inner.cut(top=head.h + above), box.w)
    lines = draw.lines(reason.text, inner.w, LABEL)
    text = inner._replace(h=draw.px(24) * len(lines))
    draw.block(lines, text, LABEL, draw.px(24), colour=MUTED)


def _groups(draw: Drawing, reason: Reason, inner: Box, wide: int) -> Box:
    """Draw the groups of a reason in rows; return the room below them."""
    for row in _group_rows(draw, reason, wide):
        place = inner._replace(h=draw.px(_GROUP))
        for group in row:
            frame = place._replace(w=_group_width(draw, group))
            draw.patch("dashed", frame)
            draw.figures(group, frame.cut(left=draw.px(10)), draw.px(_DIE), BODY, space=6)
            place = place.cut(left=frame.w + draw.px(10))
        inner = inner.cut(top=draw.px(_GROUP + 4))
    return inner


def _lone_high(draw: Drawing, reason: Reason, wide: int) -> int:
    """Return the least height of the only reason, drawn large."""
    inner = wide - 2 * draw.px(_MARGIN)
    lines = len(draw.lines(reason.text, inner, BUTTON))
    rows = len(_group_rows(draw, reason, inner))
    text = lines * draw.px(30) + draw.px(16 if lines else 0)
    return draw.px(_HERO + 2 * _MARGIN) + rows * draw.px(_GROUP + 4) + text


def _lone(draw: Drawing, reason: Reason, box: Box) -> None:
    """Draw the only reason: picture, title and points large, then what counts and the words."""
    draw.patch("card", box)
    inner, side = box.inset(draw.px(_MARGIN)), draw.px(_HERO)
    inner = inner.centred(inner.w, _lone_high(draw, reason, box.w) - 2 * draw.px(_MARGIN))
    head, points = inner._replace(h=side), _points(reason)
    draw.picture(reason.picture, head.start(side), number=40)
    wide = draw.width_of(points, 56, bold=True)
    draw.words(points, head.end(wide, side), 56, bold=True, colour=_COLOURS[Pattern.VERTICAL])
    name = head.cut(left=side + draw.px(16), right=wide + draw.px(12))
    draw.block(draw.lines(reason.title, name.w, BUTTON, bold=True), name, BUTTON, draw.px(30),
               bold=True)  # fmt: skip
    inner = _groups(draw, reason, inner.cut(top=side + draw.px(8)), inner.w)
    lines = draw.lines(reason.text, inner.w, BUTTON)
    text = inner.cut(top=draw.px(8))._replace(h=draw.px(30) * len(lines))
    draw.block(lines, text, BUTTON, draw.px(30), colour=MUTED)
