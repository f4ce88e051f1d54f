"""One word to read across the table, and a button for each seat to say that it is ready."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, Box, Drawing
from kivy_ui.pages.opening import Ready, Table
from kivy_ui.pages.page import Page
from kivy_ui.pages.templates.parts import INK_ON_SEAT, MUTED, SEATS, TEXT

_HERO: Final = 168
_LINE: Final = 24
_BUTTON_H: Final = 96
_ROW_H: Final = 84
_WIDEST: Final = 378
_ABREAST: Final = 3
"""Seats side by side; more stand in two rows, with lower buttons."""


def table(draw: Drawing, stage: Box, page: Page, body: Table) -> None:
    """Draw the word, the line below it and the seats."""
    draw.backdrop = "table"
    gap = draw.px(12)
    across = 1 if draw.portrait else min(_ABREAST, len(body.seats))
    if len(body.seats) == 4 and not draw.portrait:
        across = 2
    down = -(-len(body.seats) // across)
    most = draw.px(_ROW_H if draw.portrait else _BUTTON_H if down == 1 else 66)
    many = len(body.seats) > _ABREAST
    above = draw.px((176 if many else 210) if draw.portrait else 168 if down == 1 else 132)
    high = min(most, (stage.h - above - gap * (down - 1)) // down)
    wide = (stage.w - gap * (across - 1)) // across
    wide = wide if draw.portrait else min(wide, draw.px(_WIDEST))
    top = stage.bottom - down * high - (down - 1) * gap
    _word(draw, page.question, body.line, Box(stage.x, stage.y, stage.w, top - stage.y))
    for index, ready in enumerate(body.seats):
        row, column = divmod(index, across)
        _seat(draw, ready, Box(stage.x + column * (wide + gap), top + row * (high + gap),
                               wide, high))  # fmt: skip


def _word(draw: Drawing, word: str, line: str, box: Box) -> None:
    """Draw word and line left of the dice of the background; the line may reach below them."""
    x = box.x + draw.px(28 if not draw.portrait else 0)
    dice = draw.width * 37 // 100 if not draw.portrait else 164
    low = draw.px(40)
    lines = _lines(draw, line, box.right - x - (dice if not draw.portrait else 0))
    text_h = low * len(lines)
    room = Box(x, box.y - draw.px(24), box.right - dice - x, box.h - text_h)
    size = _HERO
    while size > BUTTON and (
        draw.line(size) > room.h + draw.px(36) or draw.width_of(word, size, bold=True) > room.w
    ):
        size -= 4
    high = draw.line(size)
    at = Box(room.x, room.bottom - high + draw.px(8), room.w, high)
    draw.words(word, at._replace(y=max(at.y, box.y - draw.px(30))), size, bold=True)
    y = box.bottom - text_h - draw.px(4)
    for index, text in enumerate(lines):
        draw.words(text, Box(x, y + index * low, box.right - x, low), _LINE, colour=MUTED)


def _lines(draw: Drawing, text: str, room: int) -> list[str]:
    """Break a text at the end of its first sentence if it is too wide for one line."""
    first, stop, rest = text.partition(". ")
    if not rest or draw.width_of(text, _LINE) <= room:
        return [text]
    return [first + stop.strip(), rest]


def _seat(draw: Drawing, ready: Ready, box: Box) -> None:
    """Draw the button of a seat: cup, number and name, what to do; a tick once it is ready."""
    seat, colour = ready.seat, SEATS[ready.seat.colour]
    ink = TEXT if ready.ready else INK_ON_SEAT
    draw.patch("ready_done" if ready.ready else "ready", box, colour, of=ready.key)
    if ready.key is not None:
        draw.target(ready.key, box)
    cup = min(draw.px(56), box.h - draw.px(18))
    x = box.x + draw.px(14)
    name = "cup/down" if ready.ready else "cup"
    draw.piece(name, Box(x, box.y + (box.h - cup) // 2, cup, cup), of=ready.key)
    x += cup + draw.px(12)
    right = box.right - draw.px(12)
    if ready.ready:
        tick = draw.px(34)
        right -= tick
        draw.piece("symbol/tick", Box(right, box.y + (box.h - tick) // 2, tick, tick),
                   "8BEDB6", of=ready.key)  # fmt: skip
        right -= draw.px(4)
    low = box.h < draw.px(60)
    disc, line = draw.px(26 if low else 30), draw.px(21 if low else 24)
    y = box.y + (box.h - disc - line) // 2
    width = draw.width_of(seat.name, LABEL, bold=True)
    if x + disc + draw.px(8) + width <= right:
        place = Box(x, y, disc, disc)
        draw.piece("symbol/disc", place, INK_ON_SEAT, of=ready.key)
        draw.words(str(seat.number), place, LABEL, bold=True, colour=colour, align=1, of=ready.key)
        start, text = x + disc + draw.px(8), seat.name
    else:
        start, text = x, f"{seat.number} {seat.name}"
    draw.words(text, Box(start, y, right - start, disc), BODY if low else BUTTON, bold=True,
               colour=ink, of=ready.key)  # fmt: skip
    draw.words(ready.text, Box(x, y + disc, right - x, line), LEAST if low else LABEL, colour=ink,
               of=ready.key)  # fmt: skip
