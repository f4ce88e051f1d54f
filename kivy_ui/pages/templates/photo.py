"""A photo with the dice that were found, and how they were read, phase by phase."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import Box, Drawing, Level
from kivy_ui.pages.opening import Found, Photo
from kivy_ui.pages.page import Column, Picture
from kivy_ui.pages.templates.parts import MUTED, SEATS, dice_row, picture

_EDGE: Final = 3
"""The frame's round corners cover those of the photo, which is smaller by this."""
_WIDE: Final = 472
_CLOSE: Final = 138
_AROUND: Final = 0.35
"""How much of its surroundings an enlarged die shows, as a share of its own size."""

_Part = tuple[float, float, float, float]


def photo(draw: Drawing, stage: Box, body: Photo) -> None:
    """Draw the photo at the left, the reading at the right; in portrait above and below."""
    gap = draw.px(16)
    if not body.rows:
        _picture(draw, body, stage)
        return
    if draw.portrait:
        high = min(round(stage.w * 0.64), stage.h - 5 * 54 - 24 - gap)
        place = Box(stage.x, stage.y, stage.w, high)
        card = Box(stage.x, place.bottom + gap, stage.w, stage.bottom - place.bottom - gap)
    else:
        wide = draw.px(_WIDE) if not draw.large else stage.w * 60 // 100
        place = Box(stage.x, stage.y, wide, stage.h)
        card = Box(place.right + gap, stage.y, stage.right - place.right - gap, stage.h)
    _picture(draw, body, place)
    _reading(draw, body, card)


def _picture(draw: Drawing, body: Photo, box: Box) -> None:
    part, box = _part(body, box)
    draw.shot(body.photo, part, box.inset(_EDGE))
    draw.patch("photo", box)
    wide, high = part[2] - part[0], part[3] - part[1]
    places = []
    for found in body.found:
        left, top, right, bottom = found.box
        x = box.x + round((left - part[0]) / wide * box.w)
        y = box.y + round((top - part[1]) / high * box.h)
        place = Box(
            x, y, round((right - left) / wide * box.w), round((bottom - top) / high * box.h)
        )
        places.append(place.inset(-draw.px(6)))
    for found, place in zip(body.found, places, strict=True):
        if found.doubtful:
            draw.patch("doubt", place, pulses=True)
            mark = draw.px(32)
            at = Box(place.right - mark * 2 // 3, place.y - mark // 3, mark, mark)
            draw.piece("mark/doubt", _within(at, box))
        else:
            draw.patch("found", place, _colour(body))
        if found.read:
            _read(draw, found.read, place, box)
    if body.close_up is not None:
        _close_up(draw, body, body.found[body.close_up], box, places)


def _read(draw: Drawing, read: Picture, die: Box, box: Box) -> None:
    """Draw what a die was read as, at its lower right corner."""
    side = draw.px(34)
    draw.level = Level.OVER
    picture(
        draw, read, _within(Box(die.right - side // 3, die.bottom - side // 2, side, side), box)
    )
    draw.level = Level.STAGE


def _colour(body: Photo) -> str:
    return SEATS.get(body.seat.colour, MUTED) if body.seat else MUTED


def _close_up(draw: Drawing, body: Photo, die: Found, box: Box, places: list[Box]) -> None:
    """Draw the die enlarged in the corner of the photo that hides the fewest dice."""
    side, gap = min(draw.px(_CLOSE), box.h - draw.px(24)), draw.px(12)
    corners = [
        Box(x, y, side, side)
        for x in (box.right - side - gap, box.x + gap)
        for y in (box.bottom - side - gap, box.y + gap)
    ]
    place = min(corners, key=lambda corner: sum(corner.overlaps(other) for other in places))
    left, top, right, bottom = die.box
    half = (0.5 + _AROUND) * max((right - left) * body.photo.width,
                                 (bottom - top) * body.photo.height)  # fmt: skip
    across, down = half / body.photo.width, half / body.photo.height
    x = min(max((left + right) / 2, across), 1 - across)
    y = min(max((top + bottom) / 2, down), 1 - down)
    draw.level = Level.OVER
    draw.shot(body.photo, (x - across, y - down, x + across, y + down), place.inset(_EDGE))
    draw.patch("close_up", place)
    draw.level = Level.STAGE


def _part(body: Photo, box: Box) -> tuple[_Part, Box]:
    """Return the part of the photo that fills the box, around the dice; and the box for it.

    If not all dice are in such a part, it is the whole photo in a smaller box.
    """
    wide, high = body.photo.width, body.photo.height
    share = min(wide / box.w, high / box.h)
    part_w, part_h = box.w * share / wide, box.h * share / high
    dice = [found.box for found in body.found] or [(0.5, 0.5, 0.5, 0.5)]
    left, right = min(die[0] for die in dice), max(die[2] for die in dice)
    top, bottom = min(die[1] for die in dice), max(die[3] for die in dice)
    if right - left > part_w or bottom - top > part_h:
        share = max(wide / box.w, high / box.h)
        return (0.0, 0.0, 1.0, 1.0), box.centred(round(wide / share), round(high / share))
    x = min(max((left + right - part_w) / 2, 0.0), 1 - part_w)
    y = min(max((top + bottom - part_h) / 2, 0.0), 1 - part_h)
    return (x, y, x + part_w, y + part_h), box


def _within(mark: Box, box: Box) -> Box:
    x = min(max(mark.x, box.x), box.right - mark.w)
    return mark._replace(x=x, y=min(max(mark.y, box.y), box.bottom - mark.h))


def _reading(draw: Drawing, body: Photo, card: Box) -> None:
    """Draw a row for each phase: its plate and the dice read there."""
    draw.patch("card", card)
    pad, plate = draw.px(12), draw.px(40)
    inner = card.inset(pad)
    high = inner.h // len(body.rows)
    for index, row in enumerate(body.rows):
        line = Box(inner.x, inner.y + index * high, inner.w, high)
        if index:
            draw.patch("line", Box(line.x + plate + pad, line.y, line.w - plate - pad, 1))
        _row(draw, body, row, line, plate)


def _row(draw: Drawing, body: Photo, row: Column, line: Box, plate: int) -> None:
    state = "active" if row.active else "off"
    at = Box(line.x, line.y + (line.h - plate) // 2, plate, plate)
    draw.piece(f"phase/{row.phase}/{state}", at)
    x = line.x + plate + draw.px(18)
    dice_row(draw, row.cells[0], Box(x, line.y, line.right - x, line.h), _colour(body))
