"""Parts that several templates share: a piece with its marks, a seat's badge, money, answers."""

from __future__ import annotations

from typing import Final

from kivy_ui import theme
from kivy_ui.pages.marks import BODY, BUTTON, LABEL, LEAST, Box, Drawing, Flight, Level
from kivy_ui.pages.page import Look, Picture, Seat
from kivy_ui.pages.photos import Photograph
from kivy_ui.pages.rounds import Answer, Cell

TEXT: Final = "F3F5F9"
MUTED: Final = "B4C0D0"
FAINT: Final = "8A98AC"
GOOD: Final = "6FDBA1"
GOLD: Final = "FFDFA0"
LOSS: Final = "FF9C90"
INK: Final = "1B1508"
INK_ON_SEAT: Final = "0B1118"
ARROW: Final = "9FB0CC"

SEATS: Final = {name: theme.code(colour) for name, colour in theme.SEAT_COLOURS.items()}
"""Colours of the seats; heads and badges are tinted with them."""

_DIM: Final = 0.4
_OVER: Final = 0.54  # size of a piece on another, as a share
_PLACES: Final = ((0.44, 0.44), (0.98, 0.26))
"""Where pieces on a picture lie, as shares of it."""


def picture(
    draw: Drawing, shown: Picture, box: Box, *, of: object = None, number: int = LABEL,
    dim: bool = False, flight: Flight | None = None,
) -> None:  # fmt: skip
    """Draw a piece with its number and what lies on it; *number* is the size of the number."""
    if shown.piece == "seat":
        badge(draw, Seat(int(shown.number or 0), "", shown.colour), box, of=of)
        return
    if shown.photo:
        _snapshot(draw, shown.photo, box)
        return
    dim = dim or shown.look in {Look.DONE, Look.LEAVES}
    tint = SEATS.get(shown.colour, "FFFFFF")
    if shown.look is Look.DOUBTFUL:
        edge = max(4, box.w // 8)
        draw.patch("doubt", box.inset(-edge), of=of, pulses=True)
    draw.piece(shown.piece, box, tint, _DIM if dim else 1.0, of, flight)
    if shown.look is Look.DOUBTFUL:
        mark = max(draw.px(22), box.w // 3)
        draw.piece("mark/doubt", Box(box.right - mark // 2, box.y - mark // 2, mark, mark), of=of)
    if shown.number:
        white = shown.piece.startswith("world")
        draw.words(
            shown.number, box, number, bold=True, align=1, of=of, least=number,
            shaded=white and not dim, colour=MUTED if dim else "FFFFFF" if white else INK_ON_SEAT,
        )  # fmt: skip
    side = round(box.w * _OVER)
    for each, (x, y) in zip(shown.over, _PLACES, strict=False):
        place = Box(box.x + round(x * box.w), box.y + round(y * box.h), side, side)
        picture(draw, each, place, of=of, dim=dim)


def _snapshot(draw: Drawing, photo: Photograph, box: Box) -> None:
    """Draw the middle of a photo, above the surface of what it stands on."""
    edge, level = min(photo.width, photo.height), draw.level
    across, down = edge / photo.width / 2, edge / photo.height / 2
    draw.level = Level.OVER
    draw.shot(photo, (0.5 - across, 0.5 - down, 0.5 + across, 0.5 + down), box.inset(2))
    draw.patch("photo", box)
    draw.level = level


def figure_width(draw: Drawing, shown: Picture, side: int, size: int) -> int:
    """Return the width of a picture with its caption."""
    caption = draw.width_of(shown.caption, size, bold=True) + draw.px(3) if shown.caption else 0
    return reach(shown, side) + caption


def figure(
    draw: Drawing, shown: Picture, row: Box, side: int, size: int, *, of: object = None,
    dim: bool = False,
) -> int:  # fmt: skip
    """Draw a picture at the left of a row, with its caption beside it; return the width."""
    place = Box(row.x, row.y + (row.h - side) // 2, side, side)
    picture(draw, shown, place, of=of, number=LEAST if side < draw.px(36) else LABEL, dim=dim)
    wide = figure_width(draw, shown, side, size)
    if shown.caption:
        x = row.x + reach(shown, side) + draw.px(3)
        draw.words(shown.caption, Box(x, row.y, row.x + wide - x, row.h), size, bold=True,
                   colour=MUTED if dim else TEXT, least=size, of=of)  # fmt: skip
    return wide


def figures(
    draw: Drawing, shown: tuple[Picture, ...], row: Box, side: int, size: int, *,
    of: object = None, dim: bool = False, space: int = 10,
) -> None:  # fmt: skip
    """Draw pictures with their captions side by side."""
    x = row.x
    for each in shown:
        x += figure(draw, each, row._replace(x=x), side, size, of=of, dim=dim) + draw.px(space)


def reach(shown: Picture, side: int) -> int:
    """Return the width of a picture with what lies on it."""
    ends = [x + _OVER for x, _ in _PLACES[: len(shown.over)]]
    return round(side * max([1.0, *ends]))


def acting_die(draw: Drawing, shown: Picture, cell: Box, side: int, *, of: object = None) -> None:
    """Draw a die of a lane: framed if it acts now, dimmed with a tick if it is done."""
    if shown.look is Look.CHOSEN:
        draw.patch("frame", cell, of=of)
    leaves = Flight.LEAVES if shown.look is Look.CHOSEN else None
    picture(draw, shown, cell.centred(side, side), of=of, flight=leaves)
    if shown.look is Look.DONE:
        mark = 26 if side > draw.px(40) else draw.px(20)
        x, y = cell.centred(side, side)[:2]
        corner = Box(x + side - mark + draw.px(10), y - draw.px(6), mark, mark)
        draw.piece("tick/good", corner, of=of)


def badge(draw: Drawing, seat: Seat, box: Box, *, of: object = None) -> None:
    """Draw a seat's number on its colour; the robot's has its picture."""
    draw.patch("badge", box, SEATS.get(seat.colour, ARROW), of)
    if not seat.number:
        side = box.h * 3 // 4
        draw.piece("symbol/robot", box.centred(side, side), INK_ON_SEAT, of=of)
        return
    size = LEAST if box.h < draw.px(26) else BODY if box.h < draw.px(34) else 22
    if box.h > draw.px(80):
        size = 56
    draw.words(str(seat.number), box, size, bold=True, colour=INK_ON_SEAT, align=1, of=of)


def money(
    draw: Drawing, amount: str, box: Box, *, align: int, colour: str = TEXT, coin: int = 28,
    size: int = 22, after: str = "", of: object = None,
) -> int:  # fmt: skip
    """Draw a coin and an amount, and the amount after an arrow; return the width."""
    side, gap = draw.px(coin), draw.px(6)
    first, then = draw.width_of(amount, size, bold=True), draw.width_of(after, size, bold=True)
    small = draw.px(18)
    wide = side + gap + first + (2 * gap + small + then if after else 0)
    x = box.x + (box.w - wide) * align // 2
    draw.piece("coin", Box(x, box.y + (box.h - side) // 2, side, side), of=of)
    x += side + gap
    draw.words(amount, Box(x, box.y, first, box.h), size, bold=True, colour=colour, of=of)
    if after:
        x += first + gap
        draw.piece("symbol/right", Box(x, box.y + (box.h - small) // 2, small, small), colour,
                   of=of)  # fmt: skip
        x += small + gap
        draw.words(after, Box(x, box.y, then, box.h), size, bold=True, colour=colour, of=of)
    return wide


def arrow(draw: Drawing, box: Box, *, of: object = None, symbol: str = "right") -> None:
    """Draw a small arrow in the middle of a box."""
    side = min(draw.px(24), box.h)
    draw.piece(f"symbol/{symbol}", box.centred(side, side), tint=ARROW, of=of)


def answer_surface(draw: Drawing, answer: Answer, box: Box) -> None:
    """Draw the surface of an answer, its tick and its target."""
    draw.patch("chosen" if answer.chosen else "raised", box, of=answer.key)
    draw.target(answer.key, box)
    if answer.chosen:
        mark = draw.px(26 if box.h >= draw.px(72) else 22)
        place = Box(box.right - mark + draw.px(7), box.y - draw.px(8), mark, mark)
        draw.piece("tick/act", place, of=answer.key)


def tall_answer(draw: Drawing, answer: Answer, box: Box) -> None:
    """Draw an answer as a card: picture, number or place under a stack, one word."""
    answer_surface(draw, answer, box)
    gap = draw.px(4)
    large = box.h >= draw.px(170)
    figure, word = (32, BODY) if large else (26, LABEL)
    number, label = draw.line(figure), draw.line(word)
    side = min(draw.px(72 if large else 56), box.w - draw.px(16),
               box.h - number - label - 3 * gap)  # fmt: skip
    spare = box.h - side - number - label - gap
    y = box.y + spare * 2 // 5
    picture(draw, answer.picture, Box(box.x + (box.w - side) // 2, y, side, side), of=answer.key)
    y += side + gap
    if answer.under:
        arrow(draw, Box(box.x, y - draw.px(2), box.w, draw.px(21)), of=answer.key, symbol="down")
        bar = Box(box.x, y + number - draw.px(6), box.w, draw.px(6))
        draw.patch("bar", bar.centred(draw.px(52), draw.px(6)), of=answer.key)
    elif answer.number:
        draw.words(answer.number, Box(box.x + gap, y, box.w - 2 * gap, number), figure, bold=True,
                   align=1, of=answer.key)  # fmt: skip
    y += number + draw.px(1)
    draw.words((answer.label, answer.short), Box(box.x + gap, y, box.w - 2 * gap, label), word,
               align=1, of=answer.key)  # fmt: skip


def flat_answer(draw: Drawing, answer: Answer, box: Box) -> None:
    """Draw an answer in a row: the picture, beside it the word; below it if that is too narrow."""
    side = min(draw.px(48), box.h - draw.px(12))
    room = box.w - side - draw.px(22)
    forms = [each for each in (answer.label, answer.short) if each]
    if forms and min(draw.width_of(each, LEAST, bold=True) for each in forms) > room:
        gain_answer(draw, answer, box)
        return
    answer_surface(draw, answer, box)
    left = box.x + draw.px(8)
    picture(draw, answer.picture, Box(left, box.y + (box.h - side) // 2, side, side),
            of=answer.key)  # fmt: skip
    x = left + side + draw.px(8)
    place = Box(x, box.y, box.right - x - draw.px(6), box.h)
    if answer.number:
        both = draw.line(22) + draw.line(LABEL)
        top = Box(place.x, box.y + (box.h - both) // 2, place.w, draw.line(22))
        draw.words(answer.number, top, 22, bold=True, of=answer.key)
        place = Box(place.x, top.bottom, place.w, draw.line(LABEL))
    draw.words((answer.label, answer.short), place, LABEL, bold=True, of=answer.key, spare=True)


def gain_answer(draw: Drawing, answer: Answer, box: Box) -> None:
    """Draw an answer of an offer: picture and number in a row, the word below."""
    answer_surface(draw, answer, box)
    gap = draw.px(4) if answer.number else 0
    number = draw.width_of(answer.number, BUTTON, bold=True)
    side = max(draw.px(18), min(draw.px(30), box.w - gap - number - draw.px(8)))
    row = min(draw.px(34), box.h - draw.line(LABEL))
    both = row + draw.line(LABEL)
    x = box.x + (box.w - side - gap - number) // 2
    y = box.y + (box.h - both) // 2
    picture(draw, answer.picture, Box(x, y + (row - side) // 2, side, side), of=answer.key)
    if answer.number:
        draw.words(answer.number, Box(x + side + gap, y, number, row), BUTTON, bold=True,
                   of=answer.key)  # fmt: skip
    label = Box(box.x + draw.px(5), y + row, box.w - draw.px(10), draw.line(LABEL))
    draw.words((answer.label, answer.short), label, LABEL, align=1, of=answer.key, spare=True)


def dice_row(
    draw: Drawing, cell: Cell, box: Box, colour: str, *, of: object = None
) -> None:  # fmt: skip
    """Draw dice from the left; smaller in two rows if there are many. The selecting one is framed.

    *colour* is the seat's.
    """
    count = max(1, len(cell.pictures))
    side = min(draw.px(38), box.h - draw.px(12))
    rows = 1 if count * (side + draw.px(4)) <= box.w else 2
    across = -(-count // rows)
    if rows > 1:
        side = min(draw.px(26), box.h // 2 - draw.px(2))
    pad = draw.px(6 if rows == 1 else 2)
    pitch = min(side + draw.px(28), (box.w - side - 2 * pad) // max(1, across - 1))
    high = side + draw.px(2)
    for index, shown in enumerate(cell.pictures):
        row, column = divmod(index, across)
        y = box.y + (box.h - rows * high) // 2 + row * high
        place = Box(box.x + pad + column * pitch, y, side, side)
        if index == cell.selecting:
            draw.patch("select", place.inset(-pad), colour, of=of)
        picture(draw, shown, place, of=of)


def seat_disc(draw: Drawing, seat: Seat, box: Box, *, of: object = None) -> None:
    """Draw number and name on the seat's colour; a long name takes the place of the disc."""
    disc = draw.px(33 if box.h >= draw.px(48) else 28)
    place = Box(box.x + draw.px(12), box.y + (box.h - disc) // 2, disc, disc)
    x, text = place.right + draw.px(10 if box.w >= draw.px(190) else 8), seat.name
    if draw.width_of(seat.name, LEAST, bold=True) > box.right - x:
        x, text = box.x + draw.px(6), f"{seat.number} {seat.name}"
    else:
        draw.piece("symbol/disc", place, tint=INK_ON_SEAT, of=of)
        draw.words(str(seat.number), place, LABEL, bold=True, colour=SEATS[seat.colour], align=1,
                   of=of)  # fmt: skip
    draw.words(text, Box(x, box.y, box.right - x, box.h), 22, bold=True, colour=INK_ON_SEAT,
               of=of)  # fmt: skip
