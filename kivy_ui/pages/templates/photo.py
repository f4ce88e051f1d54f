"""A photo with what was found and marked in it; beside it how dice were read, or cards."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from kivy_ui.pages.marks import (
    BODY,
    BUTTON,
    GOLD,
    INK,
    LABEL,
    LEAST,
    MUTED,
    SEATS,
    TEXT,
    Box,
    Part,
)  # fmt: skip
from kivy_ui.pages.photos import Found, Photo, Photograph, Zone
from kivy_ui.pages.scores import Code
from kivy_ui.pages.templates.cards import card_grid
from kivy_ui.pages.templates.parts import Drawing

_DICE: Final = (38, 32, 26, 22)
_EDGE: Final = 3
"""The frame's round corners cover those of the photo, which is smaller by this."""
_WIDE: Final = 472
_CLOSE: Final = 138
_PIECE: Final = 46
"""Edge of a piece that the lines beside the photo speak of."""
_ROWS: Final = 5
_CARD: Final = 76
"""Height of a row of cards below a photo or a code, with the gap below it."""
_CARD_ROWS: Final = 3
_AROUND: Final = 0.35
"""How much of its surroundings an enlarged die shows, as a share of its own size."""

_MAGNIFIED: Final = 0.035
"""How much of the photo's width is enlarged to each side of a point."""


class _View(NamedTuple):
    photo: Photograph
    part: Part
    box: Box

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return where a point of the photo is; the nearest edge if it is outside the part."""
        left, top, right, bottom = self.part
        across, down = (x - left) / (right - left), (y - top) / (bottom - top)
        box = self.box
        return (
            box.x + round(min(max(across, 0.0), 1.0) * box.w),
            box.y + round(min(max(down, 0.0), 1.0) * box.h),
        )

    def place(self, part: Part) -> Box:
        (left, top), (right, bottom) = self.at(*part[:2]), self.at(*part[2:])
        return Box(left, top, right - left, bottom - top)


def photo(draw: Drawing, stage: Box, body: Photo) -> None:
    """Draw the photo at the left, the reading or cards at the right; in portrait below it."""
    gap, place = draw.px(16), stage
    if body.rows or body.cards or body.lines:
        if draw.portrait:
            high = _high(draw, stage, body, gap)
            place, beside = stage._replace(h=high), stage.cut(top=high + gap)
        else:
            wide = draw.px(_WIDE) if not draw.large else stage.w * 60 // 100
            place, beside = stage._replace(w=wide), stage.cut(left=wide + gap)
        if body.rows:
            _reading(draw, body, beside)
        else:
            card_grid(draw, _told(draw, body, beside), body.cards, compact=not draw.portrait)
    with draw.on(body.key):
        _picture(draw, body, place)


def _high(draw: Drawing, stage: Box, body: Photo, gap: int) -> int:
    """Return the height of a photo above its rows, or above its lines and cards in portrait.

    What is beside it gets what it needs; a whole photo is no higher than its shape.
    """
    if body.rows:
        return min(round(stage.w * 0.64), stage.h - 5 * 54 - 24 - gap)
    parts, size = _broken(draw, body.lines, stage.w, stage.h // 2)
    needs = len(parts) * draw.line(size) + -(-len(body.pictures) // 6) * draw.px(_PIECE + 8)
    needs += min(_CARD_ROWS, -(-len(body.cards) // 2)) * draw.px(_CARD)
    room = stage.h - needs - 2 * gap
    if body.photo is None or not body.whole:
        return room
    return min(room, round(stage.w * body.photo.height / body.photo.width))


def _told(draw: Drawing, body: Photo, box: Box) -> Box:
    """Draw the lines and their pieces in the largest size that leaves room for the cards."""
    if not body.lines:
        return box
    side, gap = draw.px(_PIECE), draw.px(8)
    across = max(1, box.w // (side + gap))
    rows = -(-len(body.pictures) // across)
    room = box.h * (3 if body.cards else 5) // 5 - rows * (side + gap)
    parts, size = _broken(draw, body.lines, box.w, room)
    for line, bold in parts:
        draw.words(line, box._replace(h=draw.line(size)), size, bold=bold, least=size,
                   colour=TEXT if bold else MUTED)  # fmt: skip
        box = box.cut(top=draw.line(size))
    box = box.cut(top=gap)
    pieces = Box(box.x, box.y, across * (side + gap) - gap, rows * (side + gap) - gap)
    for each, place in zip(body.pictures, pieces.cells(across, rows, gap) if rows else [],
                           strict=False):  # fmt: skip
        draw.picture(each, place)
    return box.cut(top=rows * (side + gap) + gap)


def _broken(
    draw: Drawing, lines: tuple[str, ...], wide: int, high: int
) -> tuple[list[tuple[str, bool]], int]:
    """Return lines broken for a width, whether they are bold, and the largest size that fits."""
    parts: list[tuple[str, bool]] = []
    for size in (BUTTON, BODY, LABEL, LEAST):
        parts = [
            (line, not index)
            for index, text in enumerate(lines)
            for line in draw.paragraph(text, wide, size, bold=not index)
        ]
        if len(parts) * draw.line(size) <= high:
            break
    return parts, size


def _picture(draw: Drawing, body: Photo, box: Box) -> None:
    """Draw the photo with what was found and marked in it, or that there is none."""
    if body.photo is None:
        draw.patch("card", box)
        side = min(draw.px(144), box.h - draw.px(24))
        draw.piece("camera/off", box.centred(side, side))
        return
    view = _view(body, body.photo, box)
    draw.shot(body.photo, view.part, view.box.inset(_EDGE))
    with draw.on(None):
        draw.patch("photo", view.box)
    draw.target(body.key, view.box, view.part)
    for zone in sorted(body.zones, key=lambda each: each.chosen):
        _zone(draw, zone, view)
    places = [view.place(found.box).inset(-draw.px(6)) for found in body.found]
    close = _enlarged(draw, body, view, places)
    for found, place in zip(body.found, places, strict=True):
        hidden = close is not None and close.overlaps(place)
        _found(draw, body, replace(found, read=None) if hidden else found, place, view.box)
    if body.points:
        _points(draw, body, view)


def _enlarged(draw: Drawing, body: Photo, view: _View, places: list[Box]) -> Box | None:
    """Draw the die in question enlarged; return where, None if there is none."""
    if body.close_up is None:
        return None
    left, top, right, bottom = body.found[body.close_up].box
    wide, high = (right - left) * view.photo.width, (bottom - top) * view.photo.height
    middle = (left + right) / 2, (top + bottom) / 2
    return _close_up(draw, view, middle, (0.5 + _AROUND) * max(wide, high), places).box


def _found(draw: Drawing, body: Photo, found: Found, place: Box, box: Box) -> None:
    if found.doubtful:
        draw.patch("doubt", place, pulses=True)
        mark = draw.px(32)
        at = Box(place.right - mark * 2 // 3, place.y - mark // 3, mark, mark)
        draw.piece("mark/doubt", _within(at, box))
    else:
        own = found.selects or not body.rows
        draw.patch("close_up" if found.chosen else "found", place,
                   "FFFFFF" if found.chosen else _colour(body) if own else MUTED)  # fmt: skip
    if found.read:  # at its lower right corner
        side = min(draw.px(34), max(draw.px(22), place.w * 2 // 3))
        at = Box(place.right - side // 3, place.bottom - side // 2, side, side)
        with draw.over():
            draw.picture(found.read, _within(at, box))


def _zone(draw: Drawing, zone: Zone, view: _View) -> None:
    """Draw the outline of a place, and in its middle what belongs there."""
    points = [view.at(*corner) for corner in zone.corners]
    draw.path(points, INK, draw.px(3 if zone.chosen else 2))
    draw.path(points, GOLD if zone.chosen else MUTED, draw.px(1.5 if zone.chosen else 1))
    if zone.picture is None:
        return
    across, down = zip(*points, strict=True)
    side = min(draw.px(34), min(max(across) - min(across), max(down) - min(down)) * 3 // 5)
    middle = Box(sum(across) // len(across), sum(down) // len(down), 0, 0).centred(side, side)
    if zone.picture.piece.startswith("symbol/"):  # it has no ground of its own
        draw.patch("round", middle)
        middle = middle.inset(side // 5)
    draw.picture(zone.picture, middle)


def _points(draw: Drawing, body: Photo, view: _View) -> None:
    """Draw a dot for each point; the one that acts is larger, and enlarged in a corner."""
    places = []
    for index, point in enumerate(body.points):
        acts = index == body.point
        middle = Box(*view.at(*point), 0, 0)
        for side, tint in ((26 if acts else 18, INK), (20 if acts else 12, GOLD if acts else TEXT)):
            draw.symbol("disc", middle.centred(draw.px(side), draw.px(side)), tint)
        places.append(middle.centred(draw.px(26), draw.px(26)))
    if body.point is None:
        return
    point, half = body.points[body.point], _MAGNIFIED * view.photo.width
    close = _close_up(draw, view, point, half, places)
    middle, arm = Box(*close.at(*point), 0, 0), close.box.w // 5
    with draw.over():
        for wide, high in ((arm, 2), (2, arm)):
            draw.patch("bar", middle.centred(wide, high), GOLD)


def _colour(body: Photo) -> str:
    return SEATS.get(body.seat.colour, MUTED) if body.seat else MUTED


def _close_up(
    draw: Drawing, view: _View, middle: tuple[float, float], half_px: float, places: list[Box]
) -> _View:
    """Draw a square around a point enlarged, in the corner that hides the fewest places."""
    box = view.box
    side, gap = min(draw.px(_CLOSE), box.h - draw.px(24)), draw.px(12)
    corners = [
        Box(x, y, side, side)
        for x in (box.right - side - gap, box.x + gap)
        for y in (box.bottom - side - gap, box.y + gap)
    ]
    at = Box(*view.at(*middle), 1, 1)
    place = min(corners, key=lambda corner: (corner.overlaps(at),
                                             sum(map(corner.overlaps, places))))  # fmt: skip
    across, down = half_px / view.photo.width, half_px / view.photo.height
    x, y = _limited(middle[0], across, 1 - across), _limited(middle[1], down, 1 - down)
    close = _View(view.photo, (x - across, y - down, x + across, y + down), place)
    with draw.over():
        draw.shot(view.photo, close.part, place.inset(_EDGE))
        draw.patch("close_up", place)
    return close


def _limited(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


def _view(body: Photo, shown: Photograph, box: Box) -> _View:
    """Return the part of the photo that fills the box, around the dice; and the box for it.

    If not all dice are in such a part, it is the whole photo in a smaller box.
    """
    wide, high = shown.width, shown.height
    share = min(wide / box.w, high / box.h)
    part_w, part_h = box.w * share / wide, box.h * share / high
    dice = [found.box for found in body.found] or [(0.5, 0.5, 0.5, 0.5)]
    left, right = min(die[0] for die in dice), max(die[2] for die in dice)
    top, bottom = min(die[1] for die in dice), max(die[3] for die in dice)
    if body.whole or right - left > part_w or bottom - top > part_h:
        share = max(wide / box.w, high / box.h)
        box = box.centred(round(wide / share), round(high / share))
        return _View(shown, (0.0, 0.0, 1.0, 1.0), box)
    x = _limited((left + right - part_w) / 2, 0.0, 1 - part_w)
    y = _limited((top + bottom - part_h) / 2, 0.0, 1 - part_h)
    return _View(shown, (x, y, x + part_w, y + part_h), box)


def _within(mark: Box, box: Box) -> Box:
    x = min(max(mark.x, box.x), box.right - mark.w)
    return mark._replace(x=x, y=min(max(mark.y, box.y), box.bottom - mark.h))


def _reading(draw: Drawing, body: Photo, card: Box) -> None:
    """Draw a row for each phase: its plate and the dice read there."""
    draw.patch("card", card)
    pad, plate = draw.px(12), draw.px(40)
    many = len(body.rows) > _ROWS  # then all of them stay large enough to be touched
    inner = card.inset(pad, 2 if many else pad)
    for row, line in zip(body.rows, inner.cells(1, len(body.rows)), strict=True):
        draw.target(row.key, line)
        with draw.on(row.key):
            if line.y > inner.y:
                draw.patch("line", line.cut(left=plate + pad)._replace(h=1))
            state = "active" if row.active else "off"
            name = f"phase/{row.phase}/{state}" if row.phase else "cup"
            draw.piece(name, line.start(plate))
            place = line.cut(left=plate + draw.px(18))
            draw.dice_grid(row.cells[0], place, _colour(body), _DICE, align=0)


# --- a code for a phone --------------------------------------------------------------------------

_QUIET: Final = 4
"""Width of the quiet zone in modules, as required by ISO/IEC 18004."""
_LEAST_PX: Final = 4
"""Edge of a module that any phone can read."""
_LIGHT, _DARK = b"\xff\xff\xff", b"\x00\x00\x00"


def large_code(draw: Drawing, body: Code) -> Box | None:
    """Return where a code of many modules stands: at the right, as high as the window.

    None if it is large enough on the stage, and in portrait.
    """
    edge = len(body.modules) + 2 * _QUIET
    if draw.portrait or (draw.height - draw.px(180)) // edge >= _LEAST_PX:
        return None
    side = max(1, (draw.height - 16) // edge) * edge
    return Box(draw.width - 8 - side, (draw.height - side) // 2, side, side)


def code(draw: Drawing, stage: Box, body: Code) -> None:
    """Draw a code, in portrait above words and cards; else at the left, a large one at the right.

    It is as large as whole pixels for each module allow; in portrait words and cards come first.
    """
    gap, low = draw.px(16), draw.px(_CARD)
    edge = len(body.modules) + 2 * _QUIET
    size, step = (BODY, draw.px(26)) if draw.portrait else (BUTTON, draw.px(32))
    shot, beside = large_code(draw, body), stage
    if draw.portrait:
        words = [part for text in body.lines for part in draw.lines(text, stage.w, BODY)]
        below = gap + step * len(words) + gap + -(-len(body.cards) // 2) * low
        side = max(1, min(draw.width, stage.h - below) // edge) * edge
        shot = stage._replace(h=side).centred(side, side)
        beside = stage.cut(top=side + gap)
    elif shot is None:
        side = max(1, min(stage.h, stage.w - draw.px(300)) // edge) * edge
        shot, beside = Box(stage.x, stage.y, side, side), stage.cut(left=side + gap)
    else:
        beside = stage._replace(w=shot.x - gap - stage.x)
    draw.shot(_photograph(body.modules, shot.w // edge), (0.0, 0.0, 1.0, 1.0), shot)
    lines = [part for text in body.lines for part in draw.lines(text, beside.w, size)]
    if not draw.portrait:
        high = step * len(lines) + gap + low * -(-len(body.cards) // 2)
        beside = beside.cut(top=max(0, min(shot.h, beside.h) - high) // 2)
    draw.block(lines, beside._replace(h=step * len(lines)), size, step, colour=MUTED)
    card_grid(draw, beside.cut(top=step * len(lines) + gap), body.cards, compact=True)


def code_beside(draw: Drawing, stage: Box, body: Code, least: int) -> Box:
    """Draw a code with its words at the right of a stage if it has room; return the rest.

    Args:
        least: width in pixels that is needed at the left.
    """
    edge = len(body.modules) + 2 * _QUIET
    step, gap = draw.px(24), draw.px(16)
    lines = draw.lines(" ".join(body.lines), edge * _LEAST_PX, LABEL)
    low = step * len(lines) + gap
    each = min(stage.h - low, stage.w - least - gap) // edge
    if draw.portrait or each < _LEAST_PX:
        return stage
    shot = stage.end(edge * each, edge * each)._replace(y=stage.y)
    draw.shot(_photograph(body.modules, each), (0.0, 0.0, 1.0, 1.0), shot)
    below = shot._replace(y=shot.bottom + gap // 2, h=low - gap)
    draw.block(lines, below, LABEL, step, colour=MUTED)
    return stage.cut(right=shot.w + gap)


@lru_cache(maxsize=4)
def _photograph(modules: tuple[tuple[bool, ...], ...], each: int) -> Photograph:
    """Return the code with its quiet zone, *each* pixels a module."""
    edge = (len(modules) + 2 * _QUIET) * each
    empty = _LIGHT * edge * _QUIET * each
    side = _LIGHT * _QUIET * each
    middle = b"".join(
        (side + b"".join((_DARK if dark else _LIGHT) * each for dark in row) + side) * each
        for row in modules
    )
    return Photograph(edge, edge, empty + middle + empty)
