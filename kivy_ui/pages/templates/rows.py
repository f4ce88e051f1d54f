"""Rows with a picture, a name and what they are about: history, undo, settings; text to read."""

from typing import Final

from kivy_ui.pages.listing import List, Prose, Row, RowLook
from kivy_ui.pages.marks import (
    BODY,
    BUTTON,
    FAINT,
    GOOD,
    INK,
    LABEL,
    LEAST,
    LOSS,
    MUTED,
    QUESTION,
    TEXT,
    Box,
)  # fmt: skip
from kivy_ui.pages.page import Picture
from kivy_ui.pages.templates.form import choices_at_end, choices_width
from kivy_ui.pages.templates.parts import Drawing

_HIGH: Final = 66
_GAP: Final = 10
_MOST: Final = 8
_PAD: Final = 16
_PICTURE: Final = 46
_FIGURE: Final = 28
_SWITCH: Final = (76, 44)
_CHEVRON: Final = 20
_RAIL: Final = 60
"""Room at the left for the line that shows how far a step back reaches."""
_LONE: Final = 96
"""Edge of the picture of the only row."""
_PIECE, _LARGE = 64, 120
"""Edge of the pictures over a text."""
_SIZES: Final = (QUESTION, BUTTON, BODY, LABEL)
"""Of a text, the largest that fits."""
_APART: Final = 24
"""Room between paragraphs at most, beyond the usual one."""
_ALIGNED: Final = 0.4
"""Share of the width up to which all names begin where that with the widest pictures does."""


def rows(draw: Drawing, stage: Box, body: List) -> None:
    """Draw the rows of the shown part; what does not fit beside the names stands below them.

    Where there is room, figures stand below all names or below none, rows are equally high, and
    names begin below each other. The only one, which says why there are no others, is large.
    """
    if len(body.rows) == 1 and _only_tells(body.rows[0]):
        _lone(draw, body.rows[0], stage)
        return
    rail = draw.px(_RAIL) if any(each.look is not RowLook.NORMAL for each in body.rows) else 0
    room, gap = stage.cut(left=rail), draw.px(_GAP)
    least = _aligned(draw, body.rows, room.w)
    plans = [
        (each, *_high(draw, each, room.w, max(least, _front(draw, each)))) for each in body.rows
    ]
    shown = draw.filled([(each, sum(each[1:]) + gap) for each in plans], stage.h + gap, _MOST)
    below = max((second for row, _, second in shown if row.figures), default=0)
    same = [(row, high, below if row.figures else second) for row, high, second in shown]
    tallest = max((high + second for _, high, second in same), default=0)
    if len(shown) * (tallest + gap) <= stage.h + gap:
        shown = [(row, tallest - second, second) for row, _, second in same]
    for (row, high, second), follows in zip(shown, (*shown[1:], None), strict=False):
        box = room._replace(h=high + second)
        _row(draw, row, box, second, max(least, _front(draw, row)))
        if rail:
            _mark(draw, row, follows and follows[0], box._replace(x=stage.x, w=rail), gap)
        elif follows and row.key is None and not row.choices:
            draw.patch("line", Box(box.x, box.bottom + gap // 2, box.w, 1))
        room = room.cut(top=box.h + gap)


def _only_tells(row: Row) -> bool:
    return row.key is None and not (row.choices or row.figures or row.value) and row.on is None


def _lone(draw: Drawing, row: Row, box: Box) -> None:
    """Draw a row in the middle of the stage: the picture over the words."""
    side, gap = draw.px(_LONE), draw.px(16)
    titles = draw.lines(row.title, box.w, BUTTON, bold=True)
    texts = draw.lines(row.text, box.w, BODY)
    above, step = (side + gap if row.pictures else 0), draw.line(BUTTON)
    high = above + step * len(titles) + draw.line(BODY) * len(texts)
    whole = box._replace(h=box.h * 9 // 10).centred(box.w, high)
    for shown in row.pictures[:1]:
        draw.picture(shown, whole._replace(h=side).centred(side, side))
    words = whole.cut(top=above)._replace(h=step * len(titles))
    draw.block(titles, words, BUTTON, step, bold=True, align=1)
    below = whole.cut(top=above + words.h)
    draw.block(texts, below, BODY, draw.line(BODY), colour=MUTED, align=1)


def _aligned(draw: Drawing, shown: tuple[Row, ...], wide: int) -> int:
    """Return where all names begin; 0 if the words of a row would have no room then."""
    start = max((_front(draw, each) for each in shown), default=0)
    for row in shown:
        words = draw.widest(f"{row.title} {row.text}".split(), LEAST, bold=True)
        if row.choices or row.figures or start + words + _end(draw, row) + draw.px(8) > wide:
            return 0
    return start if start <= wide * _ALIGNED else 0


def _high(draw: Drawing, row: Row, wide: int, start: int) -> tuple[int, int]:
    """Return the heights of both lines of a row: a name of many lines needs more."""
    second = _second(draw, row, wide - start)
    if row.choices or (row.figures and not second):
        return draw.px(_HIGH), second
    room = wide - start - _end(draw, row) - draw.px(8)
    size, titles, texts = _told(draw, row, room)
    needed = draw.line(size) * len(titles) + draw.line(LEAST) * len(texts) + draw.px(8)
    return max(draw.px(_HIGH), needed), second


def _second(draw: Drawing, row: Row, wide: int) -> int:
    """Return the height of a second line for what has no room beside the name; 0 if it has."""
    room = wide - _name_width(draw, row) - draw.px(_PAD) - _end(draw, row)
    if row.choices:
        return 0 if choices_width(draw, row.choices, draw.px(_HIGH)) <= room else draw.px(54)
    return 0 if _figures_width(draw, row) <= room or not row.figures else draw.px(32)


def _name_width(draw: Drawing, row: Row) -> int:
    return max(draw.width_of(row.title, BODY, bold=True), draw.width_of(row.text, LEAST))


def _front(draw: Drawing, row: Row) -> int:
    """Return the width of the pictures in front of the name, with the margins."""
    wide = sum(draw.figure_width(each, _side(draw, each), BODY) + draw.px(8)
               for each in row.pictures)  # fmt: skip
    return draw.px(_PAD) + (wide + draw.px(8) if row.pictures else 0)


def _side(draw: Drawing, shown: Picture) -> int:
    """Return the edge of a picture in front: symbols and badges are smaller."""
    if shown.piece.startswith("symbol/"):
        return draw.px(28)
    return draw.px(36 if shown.piece == "seat" else _PICTURE)


def _end(draw: Drawing, row: Row) -> int:
    """Return the width of what stands at the right end, with the margins."""
    wide = draw.px(_PAD)
    if row.value:
        wide += draw.width_of(row.value, LABEL) + draw.px(16)
    if row.on is not None:
        wide += draw.px(_SWITCH[0] + 8)
    elif _goes(row):
        wide += draw.px(_CHEVRON + 8)
    return wide


def _goes(row: Row) -> bool:
    """Whether a tap on the row opens something."""
    return row.key is not None and not row.choices and row.look is RowLook.NORMAL


def _figures_width(draw: Drawing, row: Row) -> int:
    return draw.figures_width(row.figures, draw.px(_FIGURE), BODY)


def _row(draw: Drawing, row: Row, box: Box, second: int, start: int) -> None:
    """Draw a row on its surface; one that only tells something has none."""
    undone = row.look is RowLook.UNDONE
    plain = "raised" if row.key is not None else "flat" if row.choices else "blank"
    surface = "flat" if undone else "chosen" if row.look is RowLook.KEPT else plain
    line = box._replace(h=box.h - second)
    with draw.button(row.key, box, surface):
        front = line.cut(left=draw.px(_PAD))
        for shown in row.pictures:
            wide = draw.figure(shown, front, _side(draw, shown), BODY, dim=undone)
            front = front.cut(left=wide + draw.px(8))
        _right(draw, row, line)
        name = line.cut(left=start, right=_end(draw, row))
        if second:
            _below(draw, row, box.cut(left=start, top=line.h), start)
        elif row.choices:
            name = name._replace(w=choices_at_end(draw, row.choices, line) - name.x)
        elif row.figures:
            wide = _figures_width(draw, row)
            middle = box.x + (box.w - wide) * 3 // 5
            least = name.x + _name_width(draw, row) + draw.px(12)
            x = min(name.right - wide, max(middle, least))
            draw.figures(row.figures, line._replace(x=x), draw.px(_FIGURE), BODY, dim=undone)
            name = name._replace(w=x - name.x)
        _name(draw, row, name.cut(right=draw.px(8)))


def _below(draw: Drawing, row: Row, box: Box, start: int) -> None:
    """Draw choices or figures in a line of their own."""
    if row.choices:
        choices_at_end(draw, row.choices, box._replace(y=box.y - draw.px(12), h=draw.px(58)))
        return
    side, size, space = _FIGURE, BODY, 10
    box = box._replace(y=box.y - draw.px(6), h=draw.px(30))
    if _figures_width(draw, row) > box.w:
        box = box.cut(left=draw.px(_PAD) - start)
        side, size, space = 24, LABEL, 6
    dim = row.look is RowLook.UNDONE
    draw.figures(row.figures, box, draw.px(side), size, dim=dim, space=space)


def _told(draw: Drawing, row: Row, room: int) -> tuple[int, list[str], list[str]]:
    """Return the size of the name, its lines and those of the words below it."""
    size, titles = BODY, [row.title]
    if draw.width_of(row.title, BODY, bold=True) > room:
        size, titles = LEAST, draw.lines(row.title, room, LEAST, bold=True)
    return size, titles, draw.lines(row.text, room, LEAST)


def _name(draw: Drawing, row: Row, box: Box) -> None:
    """Draw the name and the words below it; an undone one is crossed out."""
    undone = row.look is RowLook.UNDONE
    size, titles, texts = _told(draw, row, box.w)
    high, step = draw.line(size), draw.line(LEAST)
    whole = box.centred(box.w, high * len(titles) + step * len(texts))
    for index, title in enumerate(titles):
        place = draw.words(title, whole.cut(top=index * high)._replace(h=high), size, bold=True,
                           colour=FAINT if undone else TEXT)  # fmt: skip
        if undone and place:
            line = Box(place.x - 2, place.y + place.h * 11 // 20, place.w + 4, 2)
            draw.patch("bar", line, opacity=0.7)
    draw.block(texts, whole.cut(top=high * len(titles)), LEAST, step,
               colour=FAINT if undone else MUTED)  # fmt: skip


def _right(draw: Drawing, row: Row, box: Box) -> None:
    """Draw the value, the switch or the arrow at the right end."""
    box = box.cut(right=draw.px(_PAD))
    if row.on is not None:
        wide, high = draw.px(_SWITCH[0]), draw.px(_SWITCH[1])
        _switch(draw, box.end(wide, high), on=row.on)
        box = box.cut(right=wide + draw.px(8))
    elif _goes(row):
        draw.symbol("next", box.end(draw.px(_CHEVRON)), MUTED)
        box = box.cut(right=draw.px(_CHEVRON + 8))
    draw.words(row.value, box, LABEL, align=2,
               colour=FAINT if row.look is RowLook.UNDONE else MUTED)  # fmt: skip


def _switch(draw: Drawing, box: Box, *, on: bool) -> None:
    """Draw a switch: on with a tick at the right, off with a dash at the left."""
    draw.patch("track", box, GOOD if on else FAINT)
    inner, side = box.inset(draw.px(5)), box.h - draw.px(10)
    knob = inner.end(side) if on else inner.start(side)
    draw.symbol("disc", knob, GOOD if on else MUTED)
    mark = side * 3 // 5
    draw.symbol("tick" if on else "dash", knob.centred(mark, mark), INK)


def _mark(draw: Drawing, row: Row, follows: Row | None, box: Box, gap: int) -> None:
    """Draw the line of time beside a row: crossed as far as it is undone, ticked where it ends."""
    side, small = draw.px(30), draw.px(14)
    dot = box.start(side, pad=draw.px(16))
    undone = row.look is RowLook.UNDONE
    if follows:
        line = Box(dot.x + side // 2 - 2, dot.bottom - 2, 4, box.h + gap - side + 4)
        draw.patch("segment", line, LOSS if undone else "3A475E")
    if row.look is RowLook.KEPT:
        draw.piece("tick/act", dot)
    elif undone:
        draw.symbol("disc", dot, LOSS)
        draw.symbol("close", dot.centred(side // 2, side // 2), INK)
    else:
        draw.symbol("disc", dot.centred(small, small), "4A5870")


# --- text ----------------------------------------------------------------------------------------


def prose(draw: Drawing, stage: Box, body: Prose) -> None:
    """Draw a card with the pictures and as many lines as fit beside or below, as large as they fit.

    One picture stands large beside the text, in portrait above it; several are a row above it.
    """
    draw.patch("card", stage)
    inner = stage.inset(draw.px(20))
    if len(body.pictures) == 1:
        side = draw.px(_LARGE)
        place = inner._replace(h=side) if draw.portrait else inner._replace(w=side)
        draw.picture(body.pictures[0], place.centred(side, side), number=_FIGURE)
        gap = draw.px(20)
        inner = inner.cut(top=side + gap) if draw.portrait else inner.cut(left=side + gap)
    elif body.pictures:
        side = draw.px(_PIECE)
        draw.figures(body.pictures, inner._replace(h=side), side, BUTTON)
        inner = inner.cut(top=side + draw.px(20))
    size = next((each for each in _SIZES if _spare(draw, body, inner, each) >= 0), BODY)
    told, spare = _told_in(draw, body, inner, size), _spare(draw, body, inner, size)
    gap = draw.px(8)
    if spare > 0 and len(body.pictures) <= 1:
        gap += min(draw.px(_APART), spare // (len(told) + 1))
        inner = inner.cut(top=(spare - (gap - draw.px(8)) * (len(told) - 1)) // 2)
    step = _step(draw, size)
    for lines in draw.filled(told, inner.h):
        for text in lines:
            draw.words(text, inner._replace(h=step), size)
            inner = inner.cut(top=step)
        inner = inner.cut(top=gap)


def _spare(draw: Drawing, body: Prose, box: Box, size: int) -> int:
    """Return the height that a text of a size leaves free."""
    return box.h - sum(high for _, high in _told_in(draw, body, box, size))


def _step(draw: Drawing, size: int) -> int:
    return draw.line(size) + draw.px(6)


def _told_in(draw: Drawing, body: Prose, box: Box, size: int) -> list[tuple[list[str], int]]:
    """Return the lines of each paragraph with their height; one that is too high is divided."""
    step, gap = _step(draw, size), draw.px(8)
    most = max(1, (box.h - gap) // step)
    told = [draw.paragraph(each, box.w, size) or [""] for each in body.paragraphs]
    parts = (lines[at : at + most] for lines in told for at in range(0, len(lines), most))
    return [(lines, step * len(lines) + gap) for lines in parts]
