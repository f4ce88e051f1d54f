"""Pieces to move on the table: who, which pieces, where to, and a tick; eight at a time."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.listing import Moves
from kivy_ui.pages.marks import BODY, LABEL, LEAST, Box, Drawing
from kivy_ui.pages.page import Move
from kivy_ui.pages.templates.parts import (
    FAINT,
    MUTED,
    TEXT,
    arrow,
    badge,
    figure_width,
    figures,
    picture,
    reach,
)

_MOST: Final = 8
_HIGH: Final = 66
_GAP: Final = 10
_PAD: Final = 12
_WHO: Final = 36
_FROM: Final = 38
_FROM_ROOM: Final = 84
_TO: Final = 50
_TICK: Final = 34
_RING: Final = "7C8CA8"
_HOLLOW: Final = "2A374F"


def moves(draw: Drawing, stage: Box, body: Moves) -> None:
    """Draw the moves of the shown part in two columns; in one in portrait and if one needs it."""
    gap, between = draw.px(_GAP), draw.px(12)
    half = (stage.w - between) // 2
    across = 1 if draw.portrait or any(_needed(draw, each) > half for each in body.moves) else 2
    down = min(_MOST // across, (stage.h + gap) // (draw.px(_HIGH) + gap))
    high = min(draw.px(78), (stage.h - gap * (down - 1)) // down)
    wide = (stage.w - between * (across - 1)) // across
    shown = draw.turn(body.moves, across * down)
    for index, move in enumerate(shown):
        column, row = divmod(index, down)
        box = Box(stage.x + column * (wide + between), stage.y + row * (high + gap), wide, high)
        _move(draw, move, box)


def _needed(draw: Drawing, move: Move) -> int:
    """Return the width of a move with its words in full."""
    words = [line for text in move.label for line in (draw.lines(text, 0, LEAST)
             if len(move.label) == 1 else (text,))]  # fmt: skip
    label = max((draw.width_of(each, LEAST) for each in words), default=0)
    tick = draw.px(_TICK + 6) if move.key is not None else 0
    before = draw.px(2 * _PAD + _WHO + 6 + 24 + 8)
    return (before + _room(draw, move) + reach(move.to, draw.px(_TO)) + draw.px(8) + label + tick
            + draw.px(_PAD))  # fmt: skip


def _pictures(draw: Drawing, move: Move) -> int:
    """Return the width of the pieces to move."""
    side = draw.px(_FROM)
    return sum(figure_width(draw, each, side, BODY) + draw.px(8) for each in move.pictures)


def _room(draw: Drawing, move: Move) -> int:
    return max(_pictures(draw, move) - draw.px(8), draw.px(_FROM_ROOM))


def _move(draw: Drawing, move: Move, box: Box) -> None:
    tappable = "flat" if move.done else "raised"
    draw.patch(tappable if move.key is not None else "card", box, of=move.key)
    if move.key is not None:
        draw.target(move.key, box)
    middle, pad = box.y + box.h // 2, draw.px(_PAD)
    x = box.x + pad
    _who(draw, move, Box(x, middle - draw.px(_WHO) // 2, draw.px(_WHO), draw.px(_WHO)))
    x += draw.px(_WHO) + pad
    side = draw.px(_FROM)
    needed, room = _pictures(draw, move), _room(draw, move)
    row = Box(x + (room - needed + draw.px(8)) // 2, box.y, room, box.h)
    figures(draw, move.pictures, row, side, BODY, of=move.key, dim=move.done, space=8)
    x += room + draw.px(6)
    arrow(draw, Box(x, box.y, draw.px(24), box.h), of=move.key)
    x += draw.px(24) + draw.px(8)
    place = Box(x, middle - draw.px(_TO) // 2, draw.px(_TO), draw.px(_TO))
    picture(draw, move.to, place, of=move.key, dim=move.done)
    x += reach(move.to, draw.px(_TO)) + draw.px(8)
    tick = draw.px(_TICK)
    right = box.right - pad - (tick + draw.px(6) if move.key is not None else 0)
    _label(draw, move, Box(x, box.y, right - x, box.h))
    if move.key is not None:
        ring = Box(box.right - pad - tick, middle - tick // 2, tick, tick)
        if move.done:
            draw.piece("tick/good", ring, of=move.key)
        else:
            draw.piece("symbol/disc", ring, _RING, of=move.key)
            inner = ring.w - draw.px(5)
            draw.piece("symbol/disc", ring.centred(inner, inner), _HOLLOW, of=move.key)


def _who(draw: Drawing, move: Move, box: Box) -> None:
    """Draw the player's badge; for a move of all players or of the table its symbol."""
    if move.seat:
        badge(draw, move.seat, box, of=move.key)
    elif move.who:
        draw.patch("dashed", box, of=move.key)
        side = box.h * 2 // 3
        picture(draw, move.who, box.centred(side, side), of=move.key, dim=move.done)


def _label(draw: Drawing, move: Move, box: Box) -> None:
    """Draw the words in one or two lines."""
    lines = list(move.label)
    if len(lines) == 1 and draw.width_of(lines[0], LABEL) > box.w:
        lines = draw.lines(lines[0], box.w, LEAST)
    high = draw.px(21)
    colour = FAINT if move.done else TEXT if move.key is not None else MUTED
    y = box.y + (box.h - high * len(lines)) // 2
    for line in lines:
        draw.words(line, Box(box.x, y, box.w, high), LABEL, colour=colour, of=move.key)
        y += high
