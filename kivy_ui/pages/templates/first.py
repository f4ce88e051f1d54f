"""The first page, and the word that is read across the table while all get ready."""

from typing import Final

from kivy_ui.pages.marks import (
    BODY,
    BUTTON,
    GOLD,
    INK_ON_SEAT,
    LABEL,
    LEAST,
    MUTED,
    SEATS,
    TEXT,
    Box,
)  # fmt: skip
from kivy_ui.pages.opening import Ready, Table, Welcome
from kivy_ui.pages.page import Page
from kivy_ui.pages.templates.frame import side_buttons
from kivy_ui.pages.templates.head import spaced
from kivy_ui.pages.templates.parts import Drawing

_TITLES: Final = (56, 48, 44, 40, 36, 32, 28)
_LINE: Final = 24
_HERO: Final = 168
_BUTTON_H: Final = 96
_ROW_H: Final = 84
_BELOW: Final = 14
"""Between the line and the seats."""
_NAMES: Final = (BUTTON, BODY, LABEL, LEAST)
_BESIDE: Final = 44
"""Margins beside cup, number and name of a seat."""
_ABREAST: Final = 3
"""Seats side by side; more stand in two rows, with lower buttons."""


def welcome(draw: Drawing, stage: Box, page: Page, body: Welcome) -> None:
    """Draw title, lines and a further button at the left; in portrait below the picture."""
    draw.backdrop = "welcome"
    x = draw.px(28) if not draw.portrait else 20
    wide = draw.px(372) if not draw.portrait else draw.width - 40
    y = draw.px(70) if not draw.portrait else stage.y + stage.h // 2 - draw.px(42)
    rest = Box(x, y, wide, stage.bottom - y)
    draw.words(spaced(page.above), rest._replace(h=draw.px(26)), LEAST, bold=True, colour=GOLD)
    rest = rest.cut(top=draw.px(30))
    lines = draw.lines(page.question, wide, _TITLES[0], bold=True)
    size = draw.fitting(lines, wide, _TITLES)
    title = rest._replace(h=draw.px(size + 5) * len(lines))
    draw.block(lines, title, size, draw.px(size + 5), bold=True)
    rest = rest.cut(top=title.h + draw.px(10))
    for line in body.lines:
        draw.words(line, rest._replace(h=draw.px(29)), _LINE, colour=MUTED, least=LABEL)
        rest = rest.cut(top=draw.px(29))
    if body.other:
        box = rest.cut(top=draw.px(16))._replace(h=max(48, draw.px(52)))
        side_buttons(draw, (body.other,), box)


def table(draw: Drawing, stage: Box, page: Page, body: Table) -> None:
    """Draw the word, the line below it and the seats."""
    draw.backdrop = "table"
    gap, count = draw.px(12), len(body.seats)
    across = 1 if draw.portrait else 2 if count == 4 else min(_ABREAST, count)
    down = -(-count // across)
    if draw.portrait:
        most, above = _ROW_H, 176 if count > _ABREAST else 210
    else:
        most, above = (_BUTTON_H, 168) if down == 1 else (66, 132)
    high = min(draw.px(most), (stage.h - draw.px(above) - gap * (down - 1)) // down)
    wide = (stage.w - gap * (across - 1)) // across
    low = down * (high + gap) - gap
    _word(draw, page.question, body.line, stage.cut(bottom=low + draw.px(_BELOW)))
    buttons = stage.cut(top=stage.h - low)._replace(w=across * (wide + gap) - gap)
    cup, disc = min(draw.px(56), high - draw.px(18)), draw.px(26 if high < draw.px(60) else 30)
    names = [each.seat.name for each in body.seats]
    size = draw.fitting(names, wide - cup - disc - draw.px(_BESIDE), _NAMES)
    for ready, box in zip(body.seats, buttons.cells(across, down, gap), strict=False):
        _seat(draw, ready, box, cup, disc, size)


def _word(draw: Drawing, word: str, line: str, box: Box) -> None:
    """Draw word and line left of the dice of the background; in portrait the line is below them."""
    box = box.cut(left=draw.px(28) if not draw.portrait else 0)
    dice = draw.width * 37 // 100 if not draw.portrait else 164
    low = draw.px(36)
    lines = _lines(draw, line, box.w - (dice if not draw.portrait else 0))
    text = box.cut(top=box.h - low * len(lines))
    room = Box(box.x, box.y - draw.px(24), box.w - dice, box.h - text.h)
    size = _HERO
    while size > BUTTON and (
        draw.line(size) > room.h + draw.px(36) or draw.width_of(word, size, bold=True) > room.w
    ):
        size -= 4
    high = draw.line(size)
    at = Box(room.x, room.bottom - high + draw.px(8), room.w, high)
    draw.words(word, at._replace(y=max(at.y, box.y - draw.px(30))), size, bold=True)
    draw.block(lines, text, _LINE, low, colour=MUTED)


def _lines(draw: Drawing, text: str, room: int) -> list[str]:
    """Break a text at the end of its first sentence, then between words, if it is too wide."""
    first, stop, rest = text.partition(". ")
    parts = [text] if draw.width_of(text, _LINE) <= room else [first + stop.strip(), rest]
    return [line for part in parts for line in draw.lines(part, room, _LINE)]


def _seat(draw: Drawing, ready: Ready, box: Box, cup: int, disc: int, size: int) -> None:
    """Draw the button of a seat: cup, ticked once it is ready; number, name and what to do.

    *cup* and *disc* are edges in pixels, *size* is that of all names.
    """
    seat, asked = ready.seat, ready.key is not None and not ready.ready
    surface, ink = ("ready", INK_ON_SEAT) if asked else ("ready_done", TEXT)
    with draw.button(ready.key, box, surface, SEATS[seat.colour]):
        place, line = box.start(cup, pad=draw.px(14)), draw.px(24 if disc > draw.px(26) else 21)
        draw.piece("cup/down" if ready.ready else "cup", place)
        if ready.ready:
            draw.tick(place, draw.px(30), (10, 4), "good")
        row = box.cut(left=place.right + draw.px(14) - box.x, right=draw.px(8))
        both = row.centred(row.w, disc + line)
        draw.disc(seat, both._replace(w=disc, h=disc))
        name = both._replace(h=disc).cut(left=disc + draw.px(8))
        draw.words(seat.names, name, size, bold=True, colour=ink)
        draw.words(ready.text, both.cut(top=disc), LABEL, colour=ink)
