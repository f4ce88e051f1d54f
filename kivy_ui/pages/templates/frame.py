"""The frame of every page: head with the question, foot with the one next step."""

from __future__ import annotations

from typing import Final, NamedTuple

from kivy_ui.pages.maps import Map
from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, QUESTION, Box, Drawing, Flight
from kivy_ui.pages.opening import Table, Welcome
from kivy_ui.pages.page import Chip, Frame, Main, Move, Note, Page, Side
from kivy_ui.pages.templates.parts import FAINT, INK, MUTED, TEXT, arrow, badge, picture

_MARGIN: Final = 16
_GAP: Final = 12
_TOUCH: Final = 48
_CHIPS: Final = 3
_LINES: Final = 2
"""Lines of a question at most."""
_TURN: Final = 52
"""Height of the buttons that turn the answers beside a map."""
_SPACED: Final = "\u200a"
"""Hair space: capitals of the small line are set wider, which Kivy cannot do by itself."""


class Areas(NamedTuple):
    """Where the parts of a page lie: *left* and *main* are the two halves of the foot.

    Beside a map, *column* holds the people and answers, and *turning* and *left* lie over *main*.
    """

    stage: Box
    left: Box
    main: Box
    column: Box | None = None
    turning: Box | None = None


def areas(draw: Drawing, page: Page, *, turning: bool) -> Areas:
    """Divide the window; *turning* keeps room for the arrows to the other parts of the body."""
    used = turning or bool(page.note or page.move_now or page.side)
    edge = draw.height - (16 if draw.portrait else 19)
    if draw.portrait:
        top = 80 + (48 if page.phases else 60 if _chips_below(draw, page) else 8)
        main = Box(_MARGIN, edge - 62, draw.width - 2 * _MARGIN, 62)
        bottom = main.y - 14 if _ends(page) else edge
        left = main._replace(y=bottom - 62)
        bottom = left.y - 14 if used else bottom
        return Areas(Box(_MARGIN, top, draw.width - 2 * _MARGIN, bottom - top), left, main)
    foot = 80 if draw.large else draw.px(64)
    wide = 400 if draw.large else draw.px(304)
    y = edge - foot
    main = Box(draw.width - _MARGIN - wide, y, wide, foot)
    left = Box(_MARGIN, y, (main.x if _ends(page) else draw.width) - 2 * _MARGIN + 4, foot)
    top = draw.px(80 if draw.large else 84)
    if isinstance(page.body, Map):
        places = Areas(Box(_MARGIN, top, 0, edge - top), left, main)
        return _beside(draw, page, places, turning=turning)
    bottom = y - draw.px(17) if used or _ends(page) else edge
    stage = Box(_MARGIN, top, draw.width - 2 * _MARGIN, bottom - top)
    return Areas(stage, left, main)


def _beside(draw: Drawing, page: Page, places: Areas, *, turning: bool) -> Areas:
    """Divide the window of a map: it takes the left of the foot; all else lies at the right."""
    main, gap = places.main, draw.px(_GAP)
    bottom = main.y - gap if _ends(page) else main.bottom
    left = main._replace(y=bottom - main.h)
    bottom = left.y - gap if page.note or page.move_now or page.side else bottom
    turns = main._replace(y=bottom - draw.px(_TURN), h=draw.px(_TURN)) if turning else None
    bottom = turns.y - gap if turns else bottom
    stage = places.stage._replace(w=main.x - 2 * _MARGIN)
    column = Box(main.x, stage.y, main.w, bottom - stage.y)
    return Areas(stage, left, main, column, turns)


def foot(draw: Drawing, page: Page, places: Areas) -> None:
    """Draw the next step, and one of: the move to make now, a note, side buttons.

    Where the content has several parts, arrows lead to the others.
    """
    left = places.left
    if page.main:
        main_button(draw, page.main, places.main)
    elif page.hint:
        _hint(draw, page.hint, places.main)
    if draw.parts > 1:
        rest = _turning(draw, places.turning or left)
        left = left if places.turning else rest
    if page.move_now:
        _move(draw, page.move_now, left)
    elif page.note:
        _note(draw, page.note, left)
    else:
        side_buttons(draw, page.side, left)


def _turning(draw: Drawing, box: Box) -> Box:
    """Draw the arrows to the other parts; return the box that is left beside them."""
    part = min(draw.part, draw.parts - 1)
    text = f"{part + 1} / {draw.parts}"
    touch, gap = max(_TOUCH, draw.px(56)), draw.px(8)
    wide = draw.width_of(text, BODY)
    x = box.x
    for key, icon, able in (
        (Frame.EARLIER, "back", part > 0), (Frame.LATER, "next", part < draw.parts - 1)
    ):  # fmt: skip
        place = Box(x, box.y, touch, box.h)
        side = draw.px(24)
        if able:
            draw.patch("raised", place, of=key)
            draw.target(key, place)
            draw.piece(f"symbol/{icon}", place.centred(side, side), TEXT, of=key)
        else:
            draw.patch("flat", place)
            draw.piece(f"symbol/{icon}", place.centred(side, side), FAINT, 0.5)
        if key is Frame.EARLIER:
            draw.words(text, Box(place.right + gap, box.y, wide, box.h), BODY, colour=MUTED)
            x = place.right + 2 * gap + wide
        else:
            x = place.right + 2 * gap
    return Box(x, box.y, box.right - x, box.h)


def _chips_below(draw: Drawing, page: Page) -> bool:
    """Tell whether chips stand below the question: in portrait many would leave it no room."""
    if not draw.portrait or not page.chips or isinstance(page.body, Table):
        return False
    room = draw.width - 3 * (_TOUCH + 2 * _GAP) - len(page.chips) * (_TOUCH + _GAP)
    lines = draw.lines(page.question, room, BUTTON, bold=True)
    wide = draw.width_of(page.above.upper(), LEAST, bold=True) > room
    return len(page.chips) > _CHIPS or len(lines) > _LINES or wide


def _ends(page: Page) -> bool:
    return page.main is not None or bool(page.hint)


def head(draw: Drawing, page: Page) -> None:
    """Draw menu or back, the question, phases or chips, and undo."""
    if isinstance(page.body, Welcome):
        return
    below = 80 if draw.portrait else draw.px(74)
    touch = max(_TOUCH, draw.px(48))
    middle = draw.px(36) if not draw.portrait else 40
    first = (Frame.MENU, "menu") if page.back is None else (page.back, "back")
    buttons: list[tuple[object, str, int]] = [(*first, 12)]
    right = draw.width - 12
    if page.can_undo:
        buttons.append((Frame.UNDO, "undo", right - touch))
        right -= touch + draw.px(_GAP)
    for key, icon, x in buttons:
        box = Box(x, middle - touch // 2, touch, touch)
        side = draw.px(24)
        draw.target(key, box)
        draw.piece(f"symbol/{icon}", box.centred(side, side), tint=TEXT, of=key)
    if _chips_below(draw, page):
        end = draw.width - _MARGIN
        for chip in reversed(page.chips):
            end = _chip(draw, chip, end, below + _TOUCH // 2) - draw.px(10)
    else:
        for chip in reversed(page.chips):
            right = _chip(draw, chip, right, middle) - draw.px(10)
    if page.phases:
        right = _phases(draw, page, middle, right, below)
    x = 12 + touch + draw.px(_GAP if draw.portrait or not draw.large else 8)
    room = Box(x, middle - draw.px(26), right - x, draw.px(52))
    if isinstance(page.body, Table):  # the question is the word on the stage
        capitals = page.above.upper()
        draw.words((_SPACED.join(capitals), capitals), room, LEAST, bold=True, colour=MUTED)
    else:
        _question(draw, page, room)


def _chip(draw: Drawing, chip: Chip, right: int, middle: int) -> int:
    """Draw a chip that ends at *right*; return where it begins."""
    high = max(_TOUCH, draw.px(48)) if chip.key is not None else draw.px(40)
    side = draw.px(34)
    text = draw.width_of(chip.text, BUTTON, bold=True) if chip.text else 0
    picture_wide = side + (draw.px(8) if chip.text else 0) if chip.picture else 0
    pad = draw.px(20) if chip.key is not None and chip.text else 0
    wide = max(high, text + picture_wide + pad)
    box = Box(right - wide, middle - high // 2, wide, high)
    if chip.key is not None:
        draw.patch("chosen" if chip.chosen else "raised", box, of=chip.key)
        draw.target(chip.key, box)
    if chip.seat:
        badge(draw, chip.seat, box.centred(draw.px(40), draw.px(40)), of=chip.key)
    if chip.icon:
        small = draw.px(24)
        draw.piece(f"symbol/{chip.icon}", box.centred(small, small), TEXT, of=chip.key)
    x = box.x + (wide - text - picture_wide) // 2
    if chip.picture:
        picture(draw, chip.picture, Box(x, middle - side // 2, side, side), of=chip.key)
    if chip.text:
        place = Box(x + picture_wide, box.y, text, high)
        draw.words(chip.text, place, BUTTON, bold=True, of=chip.key)
    if chip.done:
        small = draw.px(22)
        corner = Box(box.right - small + draw.px(9), box.bottom - small + draw.px(9), small, small)
        draw.piece("tick/good", corner, of=chip.key)
    return box.x


def _phases(draw: Drawing, page: Page, middle: int, right: int, head: int) -> int:
    side, pitch = (draw.px(43), draw.px(53)) if draw.large else (36, 42)
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
        for size in (BUTTON, BODY, LABEL):
            lines = draw.lines(page.question, box.w, size, bold=True)
            if len(lines) <= _LINES:
                break
        else:
            draw.no_room_for(page.question)
    if len(lines) > 1:  # no room for the small line
        step = draw.px(27)
        y = box.y + (box.h - 2 * step) // 2
    else:
        step, y = draw.px(36), box.bottom - draw.px(34)
        above = Box(box.x, box.y, box.w, draw.line(LEAST))
        draw.words((_SPACED.join(capitals), capitals), above, LEAST, bold=True, colour=MUTED)
    for index, line in enumerate(lines):
        draw.words(line, Box(box.x, y + index * step, box.w, step), size, bold=True)


def main_button(draw: Drawing, main: Main, box: Box) -> None:
    """Draw the next step; without a key it is an outline that says what is missing."""
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
        place = Box(x, middle - die // 2, die, die)
        picture(draw, shown, place, flight=Flight.ARRIVES)
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
        draw.words(line, Box(x, y, room, high), LABEL, colour=MUTED, spare=True)
        y += high
    if move.key is not None:
        button = Box(panel.right - confirm - draw.px(8), 0, confirm, 48 if not draw.large else 62)
        _side_button(draw, Side(move.key, "", "tick"), button._replace(y=middle - button.h // 2))


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
    room, lines = box.right - x, list(note.lines)
    if note.button:
        room = _beside_note(draw, lines, note.button, box._replace(x=x, w=room))
    sizes = (BODY, LABEL, LEAST) if len(lines) <= _LINES else (LEAST,)
    size = next((each for each in sizes if _fit(draw, note, each, room)), 0)
    if not size:
        size = LEAST
        lines = [part for each in lines for part in draw.lines(each, room, LEAST, bold=True)]
    high = draw.px(25) if len(lines) < 3 else draw.line(LEAST)
    y = middle - high * len(lines) // 2
    for index, line in enumerate(lines):
        bold = note.bold_first and index == 0
        draw.words(line, Box(x, y, room, high), size, bold=bold, colour=TEXT if bold else MUTED)
        y += high


def _fit(draw: Drawing, note: Note, size: int, room: int) -> bool:
    return all(draw.width_of(each, size, bold=note.bold_first) <= room for each in note.lines)


def _beside_note(draw: Drawing, lines: list[str], button: Side, box: Box) -> int:
    """Draw the button of a note as near to its lines as they allow; return their room."""
    gap, wide = draw.px(12), max(_TOUCH, _side_width(draw, button) + 2 * draw.px(16))
    text = max(draw.width_of(each, BODY, bold=True) for each in lines)
    x = min(box.x + text + gap, box.right - wide)
    _side_button(draw, button, Box(x, box.y, wide, box.h))
    return x - gap - box.x


def side_buttons(draw: Drawing, buttons: tuple[Side, ...], box: Box) -> None:
    """Draw secondary buttons side by side; with less space around the words if they are long."""
    gap = draw.px(12)
    widths = [_side_width(draw, each) for each in buttons]
    spare = box.w - sum(widths) - gap * (len(buttons) - 1)
    pad = max(draw.px(8), min(draw.px(21), spare // max(1, 2 * len(buttons))))
    x = box.x
    for button, wide in zip(buttons, widths, strict=True):
        place = Box(x, box.y, min(2 * pad + wide, box.right - x), box.h)
        _side_button(draw, button, place)
        x = place.right + gap


def _side_width(draw: Drawing, button: Side) -> int:
    """Return the width of what stands on a secondary button."""
    text = draw.width_of(button.text, BODY, bold=True) if button.text else 0
    return text + (draw.px(24) if button.icon else 0) + _side_gap(draw, button)


def _side_gap(draw: Drawing, button: Side) -> int:
    return draw.px(12) if button.icon and button.text else 0


def _side_button(draw: Drawing, button: Side, box: Box) -> None:
    draw.patch("raised", box, of=button.key)
    draw.target(button.key, box)
    side = draw.px(24)
    x = box.x + max(0, box.w - _side_width(draw, button)) // 2
    if button.icon:
        place = Box(x, box.y + (box.h - side) // 2, side, side)
        draw.piece(f"symbol/{button.icon}", place, tint=TEXT, of=button.key)
        x = place.right + _side_gap(draw, button)
    draw.words(button.text, Box(x, box.y, box.right - x, box.h), BODY, bold=True, of=button.key)
