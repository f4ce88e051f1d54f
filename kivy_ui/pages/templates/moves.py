"""Pieces to move on the table: who, which pieces, where to, and a tick; eight rows at a time."""

from typing import Final

from kivy_ui.pages.listing import Moves
from kivy_ui.pages.marks import BODY, FAINT, LABEL, LEAST, MUTED, TEXT, Box
from kivy_ui.pages.page import Move
from kivy_ui.pages.templates.parts import Drawing, reach

_MOST: Final = 8
_HIGH: Final = 66
_PAD: Final = 12
_WHO: Final = 36
_FROM: Final = (38, 28, 22)
"""Edge of the pieces to move; the smaller ones where the words need their room."""
_FROM_ROOM: Final = 72
_TO: Final = 50
_ARROW: Final = 24
_TICK: Final = 34
_LINE: Final = 21
_LINES: Final = 2
_RING: Final = "7C8CA8"
_HOLLOW: Final = "2A374F"


def moves(draw: Drawing, stage: Box, body: Moves) -> None:
    """Draw the moves of the shown part; if one column is too short, two abreast if they fit."""
    gap, between = draw.px(10), draw.px(12)
    down = max(1, (stage.h + gap) // (draw.px(_HIGH) + gap))
    half = (stage.w - between) // 2
    halves = [
        not draw.portrait and _fits(draw, each, each.label, half, _FROM[0]) for each in body.moves
    ]
    rows: list[tuple[Move, ...]] = []
    before = False
    for move, fits in zip(body.moves, halves, strict=True):
        beside = fits and before and len(body.moves) > down
        if beside:
            rows[-1] += (move,)
        else:
            rows.append((move,))
        before = fits and not beside
    shown = draw.turn(rows, min(_MOST, down))
    for row, place in zip(shown, stage.cells(1, down, gap, draw.px(_HIGH)), strict=False):
        for move, box in zip(row, place.cells(len(row), 1, between), strict=True):
            _move(draw, move, box)


def _fits(draw: Drawing, move: Move, label: tuple[str, ...], wide: int, side: int) -> bool:
    """Return whether a row so wide has room for these words beside pieces of that size."""
    room = wide - _label_at(draw, move, side) - draw.px(_PAD) - _tick_room(draw, move)
    lines = [line for text in label for line in draw.lines(text, room, LEAST)]
    return len(lines) <= _LINES and draw.widest(lines, LEAST) <= room


def _label_at(draw: Drawing, move: Move, side: int) -> int:
    before = draw.px(2 * _PAD + _WHO + 6 + _ARROW + 8)
    return before + _room(draw, move, side) + reach(move.to, draw.px(_TO)) + draw.px(8)


def _tick_room(draw: Drawing, move: Move) -> int:
    return draw.px(_TICK + 6) if move.key is not None else 0


def _pictures(draw: Drawing, move: Move, side: int) -> int:
    return draw.figures_width(move.pictures, draw.px(side), BODY, 8) - draw.px(8)


def _room(draw: Drawing, move: Move, side: int) -> int:
    return max(_pictures(draw, move, side), draw.px(_FROM_ROOM))


def _move(draw: Drawing, move: Move, box: Box) -> None:
    tappable = "flat" if move.done else "raised"
    sizes = ((label, each) for label in (move.label, move.label[-1:]) for each in _FROM)
    fitting = (each for label, each in sizes if _fits(draw, move, label, box.w, each))
    side = next(fitting, _FROM[-1])
    with draw.button(move.key, box, tappable if move.key is not None else "card"):
        row, room = box.inset(draw.px(_PAD), 0), _room(draw, move, side)
        _who(draw, move, row.start(draw.px(_WHO)))
        row = row.cut(left=draw.px(_WHO + _PAD))
        pieces = row.cut(left=(room - _pictures(draw, move, side)) // 2)
        draw.figures(move.pictures, pieces, draw.px(side), BODY, dim=move.done, space=8)
        row = row.cut(left=room + draw.px(6))
        draw.arrow(row._replace(w=draw.px(_ARROW)))
        row = row.cut(left=draw.px(_ARROW + 8))
        draw.picture(move.to, row.start(draw.px(_TO)), dim=move.done)
        end = draw.px(_PAD) + _tick_room(draw, move)
        _label(draw, move, box.cut(_label_at(draw, move, side), right=end))
        if move.key is not None:
            _ring(draw, row.end(draw.px(_TICK)), done=move.done)


def _ring(draw: Drawing, box: Box, *, done: bool) -> None:
    """Draw the tick of a move that is done, else the ring where it will be."""
    if done:
        draw.piece("tick/good", box)
        return
    draw.symbol("disc", box, _RING)
    inner = box.w - draw.px(5)
    draw.symbol("disc", box.centred(inner, inner), _HOLLOW)


def _who(draw: Drawing, move: Move, box: Box) -> None:
    """Draw the player's badge; for a move of all players or of the table its symbol."""
    if move.seat:
        draw.badge(move.seat, box)
    elif move.who:
        draw.patch("dashed", box)
        side = box.h * 2 // 3
        draw.picture(move.who, box.centred(side, side), dim=move.done)


def _label(draw: Drawing, move: Move, box: Box) -> None:
    """Draw the words in up to two lines; if they need more only the last text: the way."""
    lines = list(move.label)
    if any(draw.width_of(line, LABEL) > box.w for line in lines):
        lines = [line for text in move.label for line in draw.lines(text, box.w, LEAST)]
    if len(lines) > _LINES:
        lines = draw.lines(move.label[-1], box.w, LEAST)
    colour = FAINT if move.done else TEXT if move.key is not None else MUTED
    draw.block(lines, box, LABEL, draw.px(_LINE), colour=colour)
