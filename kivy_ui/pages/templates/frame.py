"""The frame of every page: head with the question, foot with the one next step."""

from __future__ import annotations

from typing import Final, NamedTuple

from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, QUESTION, Box, Drawing
from kivy_ui.pages.page import Frame, Main, Map, Move, Note, Page, Side
from kivy_ui.pages.templates.parts import INK, MUTED, TEXT, arrow, badge, picture

_MARGIN: Final = 16
_GAP: Final = 12
_TURN: Final = 52
"""Height of the buttons that turn the answers beside a map."""
_SPACED: Final = "\u200a"
"""Hair space: capitals of the small line are set wider, which Kivy cannot do by itself."""


class Areas(NamedTuple):
    """Where the parts of a page lie: *left* and *main* are the two halves of the foot.

    Beside a map, *column* holds the people and answers, and *turning* and *left* lie over *main*.
    """

    head: int
    stage: Box
    left: Box
    main: Box
    column: Box | None = None
    turning: Box | None = None


def areas(draw: Drawing, page: Page, *, paged: bool) -> Areas:
    """Divide the window; *paged* keeps room for turning to the other parts of the body."""
    used = paged or page.note is not None or page.move_now is not None or bool(page.side)
    head = 80 if draw.portrait else draw.px(74)
    edge = draw.height - (16 if draw.portrait else 19)
    if draw.portrait:
        top = head + (48 if page.phases else 8)
        main = Box(_MARGIN, edge - 62, draw.width - 2 * _MARGIN, 62)
        bottom = main.y if _ends(page) else edge
        left = Box(_MARGIN, bottom - 14 - 62, draw.width - 2 * _MARGIN, 62)
        bottom = left.y if used else bottom
        stage = Box(_MARGIN, top, draw.width - 2 * _MARGIN, bottom - 14 - top)
        return Areas(head, stage, left, main)
    foot = draw.px(64) if draw.scale == 1 else 80
    wide = draw.px(304) if draw.scale == 1 else 400
    y = edge - foot
    main = Box(draw.width - _MARGIN - wide, y, wide, foot)
    left = Box(_MARGIN, y, main.x - 2 * _MARGIN + 4, foot)
    top = draw.px(84) if draw.scale == 1 else 108
    bottom = y - draw.px(17)
    if isinstance(page.body, Map):
        return _beside(draw, page, Areas(head, Box(_MARGIN, top, 0, edge - top), left, main), paged)
    stage = Box(_MARGIN, top, draw.width - 2 * _MARGIN, bottom - top)
    return Areas(head, stage, left, main)


def _beside(draw: Drawing, page: Page, places: Areas, paged: bool) -> Areas:  # noqa: FBT001
    """Divide the window of a map: it takes the left of the foot; all else lies at the right."""
    main, gap = places.main, draw.px(_GAP)
    bottom = main.y - gap if _ends(page) else main.bottom
    left = main._replace(y=bottom - main.h)
    bottom = left.y - gap if page.note or page.move_now or page.side else bottom
    turning = main._replace(y=bottom - draw.px(_TURN), h=draw.px(_TURN)) if paged else None
    bottom = turning.y - gap if turning else bottom
    stage = places.stage._replace(w=main.x - 2 * _MARGIN)
    column = Box(main.x, stage.y, main.w, bottom - stage.y)
    return Areas(places.head, stage, left, main, column, turning)


def head(draw: Drawing, page: Page, places: Areas) -> None:
    """Draw the question and what is beside it."""
    _head(draw, page, places.head)


def foot(draw: Drawing, page: Page, places: Areas, part: int, parts: int) -> None:
    """Draw the next step and what is beside it; with several parts of the body, their turning."""
    if page.main:
        _main(draw, page.main, places.main)
    elif page.hint:
        _hint(draw, page.hint, places.main)
    left = places.left
    if parts > 1:
        rest = _turning(draw, places.turning or left, part, parts)
        left = left if places.turning else rest
    if page.move_now:
        _move(draw, page.move_now, left)
    elif page.note:
        _note(draw, page.note, left)
    else:
        _side(draw, page.side, left)


def _turning(draw: Drawing, box: Box, part: int, parts: int) -> Box:
    """Draw arrows to the parts before and after this one; return the room beside them."""
    wide, text = draw.px(64), f"{part + 1} / {parts}"
    middle = draw.width_of(text, BODY) + draw.px(24)
    later = box.x + wide + middle
    draw.words(text, Box(box.x + wide, box.y, middle, box.h), BODY, colour=MUTED, align=1)
    for key, x, there in (
        (Frame.EARLIER, box.x, part > 0), (Frame.LATER, later, part + 1 < parts)
    ):  # fmt: skip
        place, side = Box(x, box.y, wide, box.h), draw.px(24)
        draw.patch("raised" if there else "flat", place, of=key if there else None)
        draw.piece("symbol/back" if key is Frame.EARLIER else "symbol/next",
                   place.centred(side, side), TEXT if there else "4A5870",
                   of=key if there else None)  # fmt: skip
        if there:
            draw.target(key, place)
    x = later + wide + draw.px(_GAP)
    return Box(x, box.y, box.right - x, box.h)


def _ends(page: Page) -> bool:
    return page.main is not None or bool(page.hint)


def _head(draw: Drawing, page: Page, head: int) -> None:
    touch = max(48, draw.px(48))
    middle = draw.px(36) if not draw.portrait else 40
    for key, x in ((Frame.MENU, 12), (Frame.UNDO, draw.width - 12 - touch)):
        if key is Frame.UNDO and not page.can_undo:
            continue
        box = Box(x, middle - touch // 2, touch, touch)
        side = draw.px(24)
        draw.target(key, box)
        draw.piece(f"symbol/{key.value}", box.centred(side, side), tint=TEXT, of=key)
    right = draw.width - 12 - touch - (draw.px(_GAP) if page.can_undo else 0)
    if page.corner:
        side = draw.px(40)
        box = Box(right - side, middle - side // 2, side, side)
        badge(draw, page.corner, box)
        right = box.x - draw.px(_GAP)
    if page.phases:
        right = _phases(draw, page, middle, right, head)
    x = 12 + touch + draw.px(_GAP)
    if not draw.portrait and draw.scale > 1:
        x = 88
    _question(draw, page, Box(x, middle - draw.px(26), right - x, draw.px(52)))


def _phases(draw: Drawing, page: Page, middle: int, right: int, head: int) -> int:
    side, pitch = (draw.px(43), draw.px(53)) if draw.scale > 1 else (36, 42)
    if draw.portrait:
        side, pitch = 36, 46
        x, y = 72, head
    else:
        x, y = right - 4 * pitch - side, middle - side // 2
    for index, (phase, state) in enumerate(page.phases):
        draw.piece(f"phase/{phase}/{state.value}", Box(x + index * pitch, y, side, side))
    return right if draw.portrait else x - draw.px(_GAP)


def _question(draw: Drawing, page: Page, box: Box) -> None:
    capitals = page.above.upper()
    size = QUESTION
    lines = [page.question]
    if draw.width_of(page.question, QUESTION, bold=True) > box.w:
        lines, size = _halves(draw, page.question), BUTTON
    if len(lines) > 1:  # no room for the small line
        step = draw.px(27)
        y = box.y + (box.h - 2 * step) // 2
    else:
        step, y = draw.px(36), box.bottom - draw.px(34)
        above = Box(box.x, box.y, box.w, draw.line(LEAST))
        draw.words((_SPACED.join(capitals), capitals), above, LEAST, bold=True, colour=MUTED)
    for index, line in enumerate(lines):
        draw.words(line, Box(box.x, y + index * step, box.w, step), size, bold=True)


def _halves(draw: Drawing, text: str) -> list[str]:
    """Split a question at the space nearest to its middle."""
    words = text.split(" ")
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if not cuts:
        return [text]
    return list(
        min(cuts, key=lambda cut: max(draw.width_of(each, BUTTON, bold=True) for each in cut))
    )


def _main(draw: Drawing, main: Main, box: Box) -> None:
    if main.key is None:
        draw.patch("waiting", box)
        draw.words(main.text, box.inset(draw.px(12)), BODY, bold=True, colour=MUTED, align=1)
        return
    draw.patch("main", box, of=main.key)
    draw.target(main.key, box)
    side, gap = draw.px(24), draw.px(12)
    wide = min(draw.width_of(main.text, BUTTON, bold=True), box.w - side - 3 * gap)
    x = box.x + (box.w - wide - gap - side) // 2
    place = draw.words(main.text, Box(x, box.y, wide, box.h), BUTTON, bold=True, colour=INK,
                       of=main.key)  # fmt: skip
    end = place.right if place else x
    draw.piece(f"symbol/{main.icon}", Box(end + gap, box.y + (box.h - side) // 2, side, side),
               tint=INK, of=main.key)  # fmt: skip


def _hint(draw: Drawing, hint: str, box: Box) -> None:
    wide = min(draw.width_of(hint, BODY), box.w - draw.px(36))
    place = draw.words(hint, Box(box.right - wide - 4, box.y, wide, box.h), BODY, colour=MUTED)
    if place:
        arrow(draw, Box(place.x - draw.px(36), box.y, draw.px(28), box.h), symbol="down")


def _move(draw: Drawing, move: Move, box: Box) -> None:
    """Draw the move to make now: who, which pieces, where to, and a button to confirm it."""
    die, small, gap = draw.px(40), draw.px(36), draw.px(10)
    confirm = max(48, draw.px(52))
    text = max((draw.width_of(line, LABEL) for line in move.label), default=0)
    one_line = draw.width_of(" ".join(move.label), LABEL)
    wide = (2 * draw.px(14) + (small + gap if move.seat else 0) + len(move.pictures) * (die + gap)
            + draw.px(28) + gap + draw.px(46) + gap)  # fmt: skip
    full = draw.portrait
    lines = move.label
    if full and wide + one_line + gap + confirm <= box.w:
        text, lines = one_line, (" ".join(move.label),)
    wide = box.w if full else min(box.w, wide + text + gap + draw.px(12) + confirm)
    panel = Box(box.x, box.y, wide, box.h)
    draw.patch("flat", panel)
    x, middle = panel.x + draw.px(14), panel.y + panel.h // 2
    if move.seat:
        badge(draw, move.seat, Box(x, middle - small // 2, small, small))
        x += small + gap + draw.px(2)
    for shown in move.pictures:
        picture(draw, shown, Box(x, middle - die // 2, die, die))
        x += die + gap
    arrow(draw, Box(x, panel.y, draw.px(28), panel.h))
    x += draw.px(28) + gap
    picture(draw, move.to, Box(x, middle - draw.px(23), draw.px(46), draw.px(46)))
    x += draw.px(46) + gap
    room = (
        panel.right - confirm - draw.px(18) - x if move.key is not None else panel.right - x - gap
    )
    high = draw.px(22)
    y = middle - high * len(lines) // 2
    for line in lines:
        draw.words(line, Box(x, y, room, high), LABEL, colour=MUTED)
        y += high
    if move.key is not None:
        button = Box(panel.right - confirm - draw.px(8), 0, confirm, 48 if draw.scale == 1 else 62)
        button = Box(button.x, middle - button.h // 2, button.w, button.h)
        draw.patch("raised", button, of=move.key)
        draw.target(move.key, button)
        side = draw.px(24)
        draw.piece("symbol/tick", button.centred(side, side), tint=TEXT, of=move.key)


def _note(draw: Drawing, note: Note, box: Box) -> None:
    x, middle = box.x, box.y + box.h // 2
    if note.picture:
        side = draw.px(52)
        picture(draw, note.picture, Box(x, middle - side // 2, side, side))
        x += side + draw.px(12)
    elif note.icon:
        side = draw.px(34)
        draw.piece(note.icon, Box(x, middle - side // 2, side, side))
        x += side + draw.px(12)
    room, size, lines = box.right - x, BODY, list(note.lines)
    if any(draw.width_of(each, LEAST, bold=note.bold_first) > room for each in lines):
        size = LEAST
        lines = [part for each in lines for part in draw.lines(each, room, LEAST, bold=True)]
    high = draw.px(25) if len(lines) < 3 else draw.line(LEAST)
    y = middle - high * len(lines) // 2
    for index, line in enumerate(lines):
        bold = note.bold_first and index == 0
        draw.words(line, Box(x, y, room, high), size, bold=bold, colour=TEXT if bold else MUTED)
        y += high


def _side(draw: Drawing, buttons: tuple[Side, ...], box: Box) -> None:
    x, side, gap = box.x, draw.px(24), draw.px(12)
    for button in buttons:
        text = draw.width_of(button.text, BODY, bold=True)
        wide = draw.px(22) + side + gap + text + draw.px(20)
        place = Box(x, box.y, min(wide, box.right - x), box.h)
        draw.patch("raised", place, of=button.key)
        draw.target(button.key, place)
        left = place.x + draw.px(22)
        draw.piece(f"symbol/{button.icon}", Box(left, place.y + (place.h - side) // 2, side, side),
                   tint=TEXT, of=button.key)  # fmt: skip
        left += side + gap
        draw.words(button.text, Box(left, place.y, place.right - left, place.h), BODY, bold=True,
                   of=button.key)  # fmt: skip
        x = place.right + gap
