"""The frame of every page: its areas, the foot with the next step, what lies over it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from kivy_ui.pages.maps import Map
from kivy_ui.pages.marks import (
    BODY,
    BUTTON,
    FAINT,
    INK,
    LABEL,
    LEAST,
    LOSS,
    MUTED,
    QUESTION,
    TEXT,
    TOUCH_PX,
    Box,
    Flight,
)  # fmt: skip
from kivy_ui.pages.page import Frame, Main, Move, Note, Notice, Page, Sheet, Side
from kivy_ui.pages.templates.head import GAP, MARGIN, chips_below
from kivy_ui.pages.templates.parts import Drawing

_LINES: Final = 2
"""Lines of a note up to which they may be large."""
_TURN: Final = 52
"""Height of the buttons that turn the answers beside a map."""
_SHEET: Final = (312, 500)
"""Height of a sheet, and that in portrait."""
_PAD, _ICON = 14, 34
"""Margin and symbol of a notice."""
_LINK: Final = 56
"""Height of the button below a notice in portrait."""


class Areas(NamedTuple):
    """Where the parts of a page lie: *left* and *main* are the two halves of the foot.

    Beside a map, *column* holds the people and answers, and *turning* and *left* lie over *main*.
    *chore* is the room for what is moved on the table first, if that is above the body.
    """

    stage: Box
    left: Box
    main: Box
    column: Box | None = None
    turning: Box | None = None
    chore: Box | None = None


def areas(draw: Drawing, page: Page, *, turning: bool, chore: bool) -> Areas:
    """Divide the window.

    Args:
        turning: keeps room for the arrows to the other parts of the body.
        chore: what is moved on the table first is above the body, or above the people beside a map.
    """
    if chore:
        rest = replace(page, note=None, move_now=None)
        places = areas(draw, rest, turning=turning, chore=False)
        whole = places.column or places.stage
        row = whole._replace(h=places.main.h - draw.px(8))
        whole = whole.cut(top=row.h + draw.px(GAP))
        if places.column:
            return places._replace(column=whole, chore=row)
        return places._replace(stage=whole, chore=row)
    used = turning or bool(page.note or page.move_now or page.side)
    ends = _ends(page)
    left, main = _foot(draw, both=ends)
    if draw.portrait:
        top = 80 + (48 if page.phases else 60 if chips_below(draw, page) else 8)
        bottom = left.y - 14 if used else main.y - 14 if ends else main.bottom
    else:
        top = draw.px(80 if draw.large else 84)
        bottom = main.y - draw.px(17) if used or ends else main.bottom
        if isinstance(page.body, Map):
            stage = Box(MARGIN, top, main.x - 2 * MARGIN, main.bottom - top)
            return _beside(draw, page, Areas(stage, left, main), turning=turning)
    return Areas(Box(MARGIN, top, draw.width - 2 * MARGIN, bottom - top), left, main)


def _foot(draw: Drawing, *, both: bool) -> tuple[Box, Box]:
    """Return the halves of the foot: the left one is as wide as the window unless *both* are."""
    whole = draw.width - 2 * MARGIN
    if draw.portrait:
        main = Box(MARGIN, draw.height - 16 - 62, whole, 62)
        return (main._replace(y=main.y - 76) if both else main), main
    high = 80 if draw.large else draw.px(64)
    wide = 400 if draw.large else draw.px(304)
    main = Box(draw.width - MARGIN - wide, draw.height - 19 - high, wide, high)
    room = (main.x if both else draw.width) - 2 * MARGIN + 4
    return main._replace(x=MARGIN, w=room), main


def _beside(draw: Drawing, page: Page, places: Areas, *, turning: bool) -> Areas:
    """Divide the window of a map: it takes the left of the foot; all else lies at the right."""
    main, gap = places.main, draw.px(GAP)
    bottom = main.y - gap if _ends(page) else main.bottom
    left = main._replace(y=bottom - main.h)
    bottom = left.y - gap if page.note or page.move_now or page.side else bottom
    turns = main._replace(y=bottom - draw.px(_TURN), h=draw.px(_TURN)) if turning else None
    bottom = turns.y - gap if turns else bottom
    column = Box(main.x, places.stage.y, main.w, bottom - places.stage.y)
    return Areas(places.stage, left, main, column, turns)


def _ends(page: Page) -> bool:
    return page.main is not None or bool(page.hint)


# --- the foot ------------------------------------------------------------------------------------


def foot(draw: Drawing, page: Page, places: Areas) -> None:
    """Draw the next step, and one of: the move to make now, a note, side buttons.

    Where the content has several parts, arrows lead to the others.
    """
    left, main = places.left, places.main
    if draw.parts > 1:
        rest = _turning(draw, places.turning or left, page.main)
        left = left if places.turning else rest
    if page.main:
        if page.side and not draw.portrait and places.column is None:
            left, main = _divided(draw, page.side, page.main, left, main)
        _main_button(draw, page.main, main)
    elif page.hint:
        _hint(draw, page.hint, main)
    if page.move_now:
        _move(draw, page.move_now, places.chore or left, first=page.chore)
    elif page.note and places.chore:
        draw.patch("card", places.chore)
        _note(draw, page.note, places.chore.inset(draw.px(14), draw.px(4)), first=True)
    elif page.note:
        _note(draw, page.note, left, first=page.chore)
    else:
        side_buttons(draw, page.side, left)


def _divided(
    draw: Drawing, buttons: Sequence[Side], text: Main, left: Box, main: Box
) -> tuple[Box, Box]:
    """Return the halves of the foot: long side buttons get room that the main one has to spare."""
    gap = draw.px(12)
    needed = sum(_side_width(draw, each) + 3 * gap for each in buttons) + gap * len(buttons)
    own = draw.width_of(text.text, BUTTON, bold=True) + draw.px(24) + 5 * gap
    more = max(0, min(needed - left.w, main.w - own))
    return left._replace(w=left.w + more), main.cut(left=more)


def _turning(draw: Drawing, box: Box, main: Main | None) -> Box:
    """Draw the arrows to the other parts; return the box that is left beside them.

    There is none to the next part where the main button leads to it.
    """
    part = min(draw.part, draw.parts - 1)
    text = f"{part + 1} / {draw.parts}"
    touch = TOUCH_PX if draw.portrait else max(TOUCH_PX, draw.px(56))
    gap, side = draw.px(8), draw.px(24)
    wide, turns = draw.width_of(text, BODY), main is not None and main.key is Frame.LATER
    for key, icon, able in (
        (Frame.EARLIER, "back", part > 0), (Frame.LATER, "next", part < draw.parts - 1)
    ):  # fmt: skip
        place = box._replace(w=touch)
        if key is Frame.LATER and turns:
            break
        with draw.button(key if able else None, place, "raised" if able else "flat"):
            draw.symbol(icon, place.centred(side, side), TEXT if able else FAINT,
                        1.0 if able else 0.5)  # fmt: skip
        box = box.cut(left=touch + 2 * gap)
        if key is Frame.EARLIER:
            draw.words(text, box._replace(x=box.x - gap, w=wide), BODY, colour=MUTED)
            box = box.cut(left=wide)
    return box


def _main_button(draw: Drawing, main: Main, box: Box) -> None:
    """Draw the next step; without a key a text says what is missing."""
    if main.key is None:
        draw.patch("flat", box)
        draw.words(main.text, box.inset(draw.px(12)), BODY, bold=True, align=1)
        return
    side, gap = draw.px(24), draw.px(12)
    size = draw.fitting([main.text], box.w - side - 3 * gap, (BUTTON, BODY, LABEL, LEAST))
    wide = draw.width_of(main.text, size, bold=True)
    place = box.centred(wide + gap + side, box.h)
    surface, ink = ("raised", TEXT) if main.quiet else ("main", INK)
    with draw.button(main.key, box, surface):
        draw.words(main.text, place._replace(w=wide), size, bold=True, colour=ink)
        draw.symbol(main.icon, place.end(side), ink)


def _hint(draw: Drawing, hint: str, box: Box) -> None:
    wide = min(draw.width_of(hint, BODY), box.w - draw.px(36))
    place = draw.words(hint, box.end(wide, box.h, pad=4), BODY, colour=MUTED)
    if place:
        draw.arrow(Box(place.x - draw.px(36), box.y, draw.px(28), box.h), "down")


def _move(draw: Drawing, move: Move, box: Box, *, first: bool) -> None:
    """Draw the move to make now: who, which pieces, where to, and a button to confirm it.

    Words that have no room beside the pictures take the place of the target. A move that comes
    *first* stands out: its button is the main one.
    """
    small, gap, way, count = draw.px(36), draw.px(10), draw.px(28), len(move.pictures)
    confirm, to = max(48, draw.px(52)), draw.px(46)
    who = small + gap if move.seat else 0
    target = way + gap + to + gap
    beside = 2 * draw.px(14) + who + target
    counted = [draw.width_of(each.caption, LABEL, bold=True) for each in move.pictures]
    room = box.w - beside - confirm - gap - sum(counted)
    die = max(draw.px(24), min(draw.px(40), room // max(1, count) - gap))
    pitch = min(die + gap, (room - die - gap) // max(1, count - 1))
    wide = beside + sum(counted) + (pitch * (count - 1) + die + gap if count else 0)
    free = box.w - wide - gap - draw.px(12) - confirm
    size, lines = LABEL, list(move.label)
    if draw.portrait and draw.width_of(" ".join(lines), size) <= free:
        lines = [" ".join(lines)]
    if draw.widest(lines, size) > free:
        size, lines = _told_in(draw, " ".join(move.label), free)
    pointed = bool(lines) or not move.label
    if not pointed:
        size, lines = _told_in(draw, " ".join(move.label), free + target)
        wide -= target
    whole = wide + draw.widest(lines, size) + gap + draw.px(12) + confirm
    panel = box if draw.portrait else box._replace(w=min(box.w, whole))
    draw.patch("card" if first else "flat", panel)
    row = panel.cut(left=draw.px(14))
    if move.seat:
        draw.badge(move.seat, row.start(small))
        row = row.cut(left=who + draw.px(2))
    for shown, more in zip(move.pictures, counted, strict=True):
        draw.picture(shown, row.start(die), flight=Flight.ARRIVES)
        draw.words(shown.caption, row.cut(left=die + draw.px(3)), LABEL, bold=True)
        row = row.cut(left=pitch + more)
    row = row.cut(left=die + gap - pitch if count else 0)
    if pointed:
        draw.arrow(row._replace(w=way))
        draw.picture(move.to, row.cut(left=way + gap).start(to))
        row = row.cut(left=target)
    row = row.cut(right=gap)
    if move.key is not None:
        row = row.cut(right=confirm + draw.px(18) - gap)
        button = panel.end(confirm, 62 if draw.large else 48, pad=draw.px(8))
        _side_button(draw, Side(move.key, "", "tick"), button, first=first)
    colour = TEXT if first else MUTED
    draw.block(lines, row, size, draw.line(size), colour=colour, spare=True)


def _told_in(draw: Drawing, words: str, wide: int) -> tuple[int, list[str]]:
    """Return the size and the lines in which words fit into the foot; none if they do not."""
    for size, most in ((LABEL, _LINES), (LEAST, _LINES + 1)):
        lines = draw.lines(words, wide, size)
        if len(lines) <= most and draw.widest(lines, size) <= wide:
            return size, lines
    return LEAST, []


def _note(draw: Drawing, note: Note, box: Box, *, first: bool) -> None:
    side = draw.px(52 if note.picture else 34)
    if note.picture:
        draw.picture(note.picture, box.start(side))
    elif note.icon:
        draw.piece(note.icon, box.start(side))
    if note.picture or note.icon:
        box = box.cut(left=side + draw.px(12))
    if note.button:
        box = _beside_note(draw, note.lines, note.button, box, first=first)
    size, lines = LEAST, list(note.lines)
    for size in (BODY, LABEL, LEAST):
        lines = [
            part
            for each in note.lines
            for part in draw.lines(each, box.w, size, bold=note.bold_first)
        ]
        if len(lines) <= _LINES and draw.widest(lines, size, bold=note.bold_first) <= box.w:
            break
    high = draw.px(25) if len(lines) <= _LINES else draw.line(LEAST)
    top = box.y + (box.h - high * len(lines)) // 2
    for index, line in enumerate(lines):
        bold = note.bold_first and index == 0
        place = Box(box.x, top + index * high, box.w, high)
        draw.words(line, place, size, bold=bold, colour=TEXT if bold else MUTED)


def _beside_note(
    draw: Drawing, lines: Sequence[str], button: Side, box: Box, *, first: bool
) -> Box:
    """Draw the button of a note as near to its lines as they allow; return their room."""
    gap, wide = draw.px(12), max(TOUCH_PX, _side_width(draw, button) + 2 * draw.px(16))
    x = min(box.x + draw.widest(lines, BODY, bold=True) + gap, box.right - wide)
    _side_button(draw, button, Box(x, box.y, wide, box.h), first=first)
    return box._replace(w=x - gap - box.x)


def side_buttons(draw: Drawing, buttons: Sequence[Side], box: Box) -> None:
    """Draw secondary buttons side by side; with less space around the words if they are long."""
    gap = draw.px(12)
    widths = [_side_width(draw, each) for each in buttons]
    spare = box.w - sum(widths) - gap * (len(buttons) - 1)
    pad = max(draw.px(8), min(draw.px(21), spare // max(1, 2 * len(buttons))))
    for button, wide in zip(buttons, widths, strict=True):
        place = box._replace(w=min(2 * pad + wide, box.w))
        _side_button(draw, button, place)
        box = box.cut(left=place.w + gap)


def _side_width(draw: Drawing, button: Side) -> int:
    """Return the width of what stands on a secondary button."""
    text = draw.width_of(button.text, BODY, bold=True)
    return text + (draw.px(24) if button.icon else 0) + _side_gap(draw, button)


def _side_gap(draw: Drawing, button: Side) -> int:
    return draw.px(12) if button.icon and button.text else 0


def _side_button(draw: Drawing, button: Side, box: Box, *, first: bool = False) -> None:
    """Draw a secondary button; as the main one if it comes *first*."""
    ink = INK if first else TEXT
    with draw.button(button.key, box, "main" if first else "raised"):
        row = box.cut(left=max(0, box.w - _side_width(draw, button)) // 2)
        if button.icon:
            draw.symbol(button.icon, row.start(draw.px(24)), ink)
            row = row.cut(left=draw.px(24) + _side_gap(draw, button))
        draw.words(button.text, row, BODY, bold=True, colour=ink)


# --- a sheet -------------------------------------------------------------------------------------


def sheet(draw: Drawing, body: Sheet) -> None:
    """Darken the page, which is not touched meanwhile, and draw the sheet over its lower part."""
    whole = Box(0, 0, draw.width, draw.height)
    draw.cover(whole)
    draw.patch("shade", whole)
    whole = whole.cut(top=draw.height - (_SHEET[1] if draw.portrait else draw.px(_SHEET[0])))
    draw.patch("sheet", whole)
    left, main = _foot(draw, both=True)
    _main_button(draw, body.main, main)
    side_buttons(draw, body.side, left)
    bottom = left.y if draw.portrait and body.side else main.y
    box = whole._replace(h=bottom - whole.y)
    if draw.portrait:
        draw.picture(body.picture, Box((draw.width - 132) // 2, box.y + 24, 132, 132))
        _told(draw, body, box.inset(24, 0).cut(top=166, bottom=6), align=1)
    else:
        side, left_of = draw.px(144), draw.px(64)
        draw.picture(body.picture, box.cut(top=draw.px(8)).start(side, pad=left_of))
        x = left_of + side + draw.px(44)
        _told(draw, body, box.cut(left=x, right=draw.px(36)), align=0)


def _told(draw: Drawing, body: Sheet, box: Box, *, align: int) -> None:
    title = draw.lines(body.title, box.w, QUESTION, bold=True)
    size = 32 if len(title) == 1 else QUESTION
    high, low, gap = draw.px(40 if len(title) == 1 else 34), draw.px(31), draw.px(8)
    top = box.centred(box.w, high * len(title) + gap + low * len(body.lines))
    upper = top._replace(h=high * len(title))
    draw.block(title, upper, size, high, bold=True, align=align)
    size = draw.fitting(body.lines, box.w, (BUTTON, BODY, LABEL, LEAST), bold=False)
    draw.block(body.lines, top.cut(top=upper.h + gap), size, low, colour=MUTED, align=align)


# --- a notice ------------------------------------------------------------------------------------


def notice(draw: Drawing, body: Notice, left: Box) -> None:
    """Draw a message over the left half of the foot, over all of the foot if it is too long.

    It is as high as its words need; what it covers is not touched meanwhile.
    """
    if body.link or _needed(draw, body, left)[2] > left.h:
        left = left._replace(w=draw.width - 2 * MARGIN, x=MARGIN)
    wide = 0 if body.link is None else _side_width(draw, body.link) + draw.px(40)
    below = draw.px(_LINK) if wide and draw.portrait else 0
    wide = 0 if below else wide
    text, hint, needed = _needed(draw, body, left.cut(right=wide))
    whole = left._replace(h=max(left.h, max(needed, draw.px(_LINK)) + below))
    whole = whole._replace(y=left.bottom - whole.h)
    draw.cover(whole)
    draw.patch("sheet", whole)
    box = whole.cut(right=wide, bottom=below)
    pad, side, high, low = draw.px(_PAD), draw.px(_ICON), draw.line(LABEL), draw.line(LEAST)
    room = box.cut(left=side + 2 * pad, right=side + 2 * pad)
    words = room.centred(room.w, high * len(text) + low * len(hint))
    draw.target(body.key, box)
    with draw.on(body.key):
        draw.symbol(body.icon, box.start(side, pad=pad), LOSS if body.icon == "error" else TEXT)
        draw.symbol("close", box.end(side // 2, pad=pad), MUTED)
        draw.block(text, words._replace(h=high * len(text)), LABEL, high, bold=True)
        draw.block(hint, words.cut(top=high * len(text)), LEAST, low, colour=MUTED)
    if body.link:
        place = whole.cut(top=box.h) if below else whole.cut(left=box.w)
        side_buttons(draw, (body.link,), place.inset(draw.px(8), draw.px(4)))


def _needed(draw: Drawing, body: Notice, box: Box) -> tuple[list[str], list[str], int]:
    """Return the lines of a message and of its hint, and how high a box they need."""
    wide = box.w - 2 * draw.px(_ICON + 2 * _PAD)
    text = draw.paragraph(body.text, wide, LABEL, bold=True)
    hint = draw.paragraph(body.hint, wide, LEAST)
    needed = draw.line(LABEL) * len(text) + draw.line(LEAST) * len(hint) + draw.px(_PAD)
    return text, hint, needed
