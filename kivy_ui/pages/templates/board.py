"""A map of hexagons or fields whose places can be answers; beside it people and further answers."""

import math
from dataclasses import replace
from typing import Final

from kivy_ui.pages.drawing import in_rows
from kivy_ui.pages.maps import Map, Shape, Spot, SpotLook
from kivy_ui.pages.marks import BUTTON, INK_ON_SEAT, LEAST, LOSS, SEATS, TOUCH_PX, Box
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.people import Person
from kivy_ui.pages.templates.cards import card_grid
from kivy_ui.pages.templates.form import field_column
from kivy_ui.pages.templates.frame import Areas
from kivy_ui.pages.templates.parts import Drawing, reach
from kivy_ui.pages.templates.people import people_column, people_row, row_height

_SLATE: Final = "5F76A6"
"""Tint of a place that belongs to nobody."""
_REACH: Final = "7C93C8"
"""Tint of such a place that is offered."""
_EDGE: Final = "D9E4FF"
_NOTE: Final = "C6D2E8"
_NIGHT: Final = "121A2A"
_QUIET: Final = 0.7
"""Brightness of places that are not offered while others are."""
_RING: Final = 1.16
_TALLEST: Final = 1.45
"""Height of a field at most, in widths."""
_ANSWER: Final = 60
_ROWS: Final = 4
"""Height of a row of answers below a board, and for how many a board of fields makes room."""
_FIELD: Final = 64
"""Height of a row with a number, with the gap below it."""
_LEAST: Final = 46
_LABEL: Final = 24
"""Edge of a round label on a place; one with a number is wider and lower."""
_LONG: Final = 44
_SLIM: Final = 13
"""Edge of a piece on a label that is as narrow as its number allows."""
_LOWS: Final = 2
"""Rows of labels that a hexagon has room for."""
_SHORT: Final = 2
"""Characters of a caption beside a piece of the full size, such as "×2"."""


def board(draw: Drawing, places: Areas, body: Map, page: Page) -> None:
    """Draw the board, the people and the answers; answers that do not fit are on further parts."""
    stage, column = places.stage, places.column
    if column is None:
        people = _who(draw, stage, body, page.people)
        spots = _grid(draw, stage.cut(bottom=_below(draw, stage, body, people)), body)
        top = max(box.bottom for _, box in spots) + draw.px(14)
        left = people_row(draw, stage.cut(top=top - stage.y), people)
    else:
        spots = _grid(draw, stage, body)
        rows = min(2, -(-len(body.cards) // 2))
        least = rows * draw.px(76) + _numbers(draw, body)
        left = people_column(draw, column, page.people, least)
    field = body.shape is Shape.FIELD
    lit = field or any(spot.look is not SpotLook.PLAIN for spot, _ in spots)
    for spot, box in spots:
        _place(draw, body.shape, spot, box, quiet=lit and spot.look is SpotLook.PLAIN)
    for spot, box in spots:
        with draw.on(spot.key):
            _outline(draw, body.shape, spot, box)
    left = field_column(draw, left, body.fields)
    if body.cards and left.h < draw.px(_LEAST):
        draw.no_room_for("answers beside the map: less people, no note")
    card_grid(draw, left, body.cards, compact=True)


def _who(draw: Drawing, stage: Box, body: Map, people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return the people below a board; where places would be too small to touch fewer facts."""
    _, least = _grid(draw, stage.cut(bottom=_below(draw, stage, body, people)), body)[0]
    field = body.shape is Shape.FIELD
    if (
        not any(each.key is not None for each in body.places)
        or least.h * (4 if field else 3) // 4 >= TOUCH_PX
    ):
        return people
    return tuple(each if each.acts else replace(each, facts=()) for each in people) if field else ()


def _below(draw: Drawing, stage: Box, body: Map, people: tuple[Person, ...]) -> int:
    """Return the height of what stands below a board."""
    rows = -(-len(body.cards) // 2) if body.shape is Shape.FIELD else min(1, len(body.cards))
    answers = draw.px(_ANSWER) * min(rows, _ROWS) + _numbers(draw, body)
    high = row_height(draw, stage.w, people) + answers
    return high + draw.px(14) if high else 0


def _numbers(draw: Drawing, body: Map) -> int:
    rows = -(-len(body.fields) // 2) if draw.portrait else len(body.fields)
    return rows * draw.px(_FIELD)


# --- places --------------------------------------------------------------------------------------


def _grid(draw: Drawing, stage: Box, body: Map) -> list[tuple[Spot, Box]]:
    """Return the places with their boxes, as large as the stage allows, in its middle."""
    spots = list(body.places)
    if body.shape is Shape.FIELD:
        columns, rows = _extent(spots)
        if draw.portrait == (columns > rows):  # the longer side along the longer side
            spots = [replace(each, column=each.row, row=round(each.column)) for each in spots]
        wide, high = _field(stage, spots)
        across, down = float(wide), float(high)
    else:
        columns, rows = _extent(spots)
        radius = min(stage.w / (columns * math.sqrt(3)), stage.h / (1.5 * rows + 0.5))
        across, down = radius * math.sqrt(3), radius * 1.5
        wide, high = round(across), round(radius * 2)
    first, top = min(each.column for each in spots), min(each.row for each in spots)
    columns, rows = _extent(spots)
    left = stage.x + int(stage.w - across * (columns - 1) - wide) // 2
    upper = stage.y + int(stage.h - down * (rows - 1) - high) // 2
    if draw.portrait:
        upper = stage.y
    return [
        (each, Box(round(left + (each.column - first) * across),
                   round(upper + (each.row - top) * down), wide, high))
        for each in spots
    ]  # fmt: skip


def _extent(spots: list[Spot]) -> tuple[float, int]:
    columns, rows = [each.column for each in spots], [each.row for each in spots]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def _field(stage: Box, spots: list[Spot]) -> tuple[int, int]:
    columns, rows = _extent(spots)
    wide = int(stage.w / columns)
    return wide, min(int(stage.h / rows), round(wide * _TALLEST))


def _place(draw: Drawing, shape: Shape, spot: Spot, box: Box, *, quiet: bool) -> None:
    """Draw the ground of a place, what is on it, and make it a target."""
    name, lit = shape.value, spot.look in {SpotLook.OFFERED, SpotLook.CHOSEN}
    tile = box.inset(2 if shape is Shape.FIELD else 1)
    tint = SEATS.get(spot.colour, _REACH if lit else _SLATE)
    hexagon = shape is Shape.HEX
    draw.target(spot.key, box.centred(box.w - 1, box.h * 3 // 4 - 1) if hexagon else box)
    with draw.on(spot.key):
        bare = spot.ground is None and not (spot.colour or spot.pictures)
        if bare and spot.look is SpotLook.PLAIN:
            draw.patch(f"{name}_off", tile)
        else:
            draw.patch(f"{name}_lit" if lit else name, tile,
                       _darker(tint, _QUIET) if quiet else tint)  # fmt: skip
        _pieces(draw, shape, spot, box)


def _outline(draw: Drawing, shape: Shape, spot: Spot, box: Box) -> None:
    """Draw the edge of a place that is offered, chosen or fought for, over its neighbours."""
    name, hexagon = shape.value, shape is Shape.HEX
    if spot.look is SpotLook.CHOSEN:
        if hexagon:
            box = box.centred(round(box.w * _RING), round(box.h * _RING))
        draw.patch(f"{name}_ring", box)
    elif spot.look is SpotLook.OFFERED:
        draw.patch(f"{name}_edge", box.inset(1), _EDGE)
    elif spot.look is SpotLook.BATTLE:
        draw.patch("hex_battle" if hexagon else "field_edge", box, LOSS)
        side = draw.px(22)
        place = Box(box.x + 2, box.y + (box.h // 6 if hexagon else 2), side, side)
        draw.piece("dot", place, LOSS)
        draw.symbol("burst", place.inset(4), INK_ON_SEAT)


def _pieces(draw: Drawing, shape: Shape, spot: Spot, box: Box) -> None:
    """Draw the ground's pictures in the middle, and labels with the pieces in front below them."""
    hexagon = shape is Shape.HEX
    rows, slim = _labels(draw, spot, box.w - draw.px(4)), False
    if hexagon and len(rows) > _LOWS:
        rows, slim = _slim_labels(draw, spot, box.w), True
    high = draw.px(_LABEL) - 1
    if hexagon:
        one = 0.80 if spot.ground or spot.note else 0.5
        low = box.y + round(box.h * (one if len(rows) < 2 else 0.86)) - high // 2
        room = box.h * 11 // 20
        middle = box.y + box.h // 2 - (round(box.h * 0.12) if rows else 0)
    else:
        low = box.y + draw.px(3) + (len(rows) - 1) * (high - 2)
        beside = high if rows and box.h > box.w else 0
        room = min(box.w - draw.px(10), box.h - draw.px(8) - beside)
        middle = box.y + (box.h + beside) // 2
    top = low - (len(rows) - 1) * (high - 2)
    _ground(draw, spot, Box(box.x, middle - room // 2, box.w, room))
    if spot.note:
        line = draw.line(LEAST)
        y = (middle if rows or spot.ground else box.y + box.h // 2) - line // 2
        y = min(y, top - line) if len(rows) > 1 else y
        _note(draw, spot, Box(box.x, y, box.w, line))
    for index, row in enumerate(rows):
        widths = [_width(draw, each, slim=slim) for each in row]
        spare = box.w - sum(widths) - 2 * (len(row) - 1)
        x = box.x + (spare // 2 if hexagon else spare - draw.px(3))
        for shown, wide in zip(row, widths, strict=True):
            _label(draw, shown, Box(x, top + index * (high - 2), wide, high + 1))
            x += wide + 2


def _note(draw: Drawing, spot: Spot, line: Box) -> None:
    """Draw the letters of a place, on a label where something lies below them."""
    if spot.ground:
        one = len(spot.note) == 1
        wide = draw.px(_LABEL if one else _LONG)
        draw.piece("dot" if one else "pill", line.centred(wide, wide), _NIGHT)
    draw.words(spot.note, line.inset(2, 0), LEAST, bold=True, align=1, colour=_NOTE)


def _ground(draw: Drawing, spot: Spot, box: Box) -> None:
    """Draw one picture large, or several side by side, the third below the others."""
    shown = [replace(each, count=1) for each in spot.ground or () for _ in range(each.count)]
    if len(shown) < 2:
        side, places = box.h, [box.centred(box.h, box.h)]
    else:
        side = min(box.h * 3 // 4, box.w * 9 // 20)
        left = box.x + box.w // 2 - side
        y = box.y + (box.h - side) // 2 - (side // 3 if len(shown) > 2 else 0)
        places = [Box(left, y, side, side), Box(left + side, y, side, side),
                  Box(left + side // 2, y + side * 5 // 6, side, side)]  # fmt: skip
    for each, place in zip(shown, places, strict=False):
        draw.picture(each, place, number=BUTTON if side >= draw.px(40) else LEAST)


# --- labels --------------------------------------------------------------------------------------


def _labels(draw: Drawing, spot: Spot, room: int) -> list[list[Picture]]:
    """Divide the pieces in front into rows that fit side by side."""
    return in_rows(spot.pictures, lambda each: _width(draw, each) + 2, room)


def _slim_labels(draw: Drawing, spot: Spot, room: int) -> list[list[Picture]]:
    """Divide the pieces into rows of narrow labels: the narrowest share the upper row."""
    shown = sorted(spot.pictures, key=lambda each: _width(draw, each, slim=True))
    return in_rows(shown, lambda each: _width(draw, each, slim=True) + 2, room + 2)


def _labelled(shown: Picture) -> bool:
    """Whether a piece lies on a label: those that belong to a seat, and whatever is counted."""
    return shown.piece != "seat" and bool(shown.colour or shown.caption)


def _width(draw: Drawing, shown: Picture, *, slim: bool = False) -> int:
    if not _labelled(shown):
        return reach(shown, draw.px(_LABEL))
    if slim and shown.caption:
        return draw.px(_SLIM) + draw.width_of(_number(shown), LEAST, bold=True) + 4
    return draw.px(_LONG if shown.caption else _LABEL)


def _number(shown: Picture) -> str:
    return shown.text or str(shown.count)


def _label(draw: Drawing, shown: Picture, box: Box) -> None:
    colour, square = SEATS.get(shown.colour, _EDGE), box.centred(box.h, box.h)
    if shown.piece == "seat":
        draw.piece("dot", square, colour)
        draw.words(shown.number, box, LEAST, bold=True, align=1, colour=INK_ON_SEAT)
        return
    if not _labelled(shown):
        draw.picture(shown, square, number=LEAST)
        return
    ground, ink = colour, INK_ON_SEAT
    if shown.piece.startswith("token/"):
        ground, ink = _NIGHT, colour
    slim = bool(shown.caption) and box.w < draw.px(_LONG)
    long = shown.caption and not slim
    draw.piece("pill" if long else "dot", box.centred(box.w, box.w if long else box.h), ground)
    side = draw.px(_SLIM if slim else 18 if len(shown.caption) <= _SHORT else 16)
    pad = 2 if slim else draw.px(4)
    place = box.start(side, pad=pad if shown.caption else (box.w - side) // 2)
    draw.piece(shown.piece, place, ink if shown.colour else "FFFFFF")
    if shown.caption:
        words = box.cut(left=place.right - box.x, right=pad)
        draw.words(_number(shown), words, LEAST, bold=True, align=1, colour=ink)


def _darker(code: str, share: float) -> str:
    return "".join(f"{round(int(code[i : i + 2], 16) * share):02X}" for i in (0, 2, 4))
