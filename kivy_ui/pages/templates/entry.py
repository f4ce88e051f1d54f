"""A number, entered digit by digit: the number large, a pad of twelve keys beside or below it."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.forms import Entry
from kivy_ui.pages.marks import BODY, Box, Drawing
from kivy_ui.pages.templates.parts import FAINT, MUTED, TEXT, picture

_KEY: Final = (84, 66)
_HERO: Final = 88
_PANEL, _LOW_PANEL = 180, 116
_FIGURE: Final = 30
_SMALLEST: Final = 44


def entry(draw: Drawing, stage: Box, body: Entry) -> None:
    """Draw the number and the keys: 1 to 9, erase, 0 and the sign."""
    gap = draw.px(10)
    wide, high = draw.px(_KEY[0]), draw.px(_KEY[1])
    if draw.portrait:
        wide = (stage.w - 2 * gap) // 3
        panel_high = _PANEL if stage.h >= _PANEL + 4 * (gap + _KEY[1]) else _LOW_PANEL
        high = min(76, (stage.h - panel_high - 4 * gap) // 4)
        pad = Box(stage.x, stage.bottom - 4 * high - 3 * gap, stage.w, 4 * high + 3 * gap)
        panel = Box(stage.x, stage.y, stage.w, pad.y - draw.px(16) - stage.y)
    else:
        if draw.large:
            wide, high = draw.px(100), (stage.h - 3 * gap) // 4
        high = min(high, (stage.h - 3 * gap) // 4)
        pad = Box(stage.right - 3 * wide - 2 * gap, stage.y, 3 * wide + 2 * gap, stage.h)
        panel = Box(stage.x, stage.y, pad.x - draw.px(16) - stage.x, 4 * high + 3 * gap)
    _panel(draw, body, panel)
    faces = (*"123456789", "erase", "0", "sign")
    keys = (*body.digits[1:], body.erase, body.digits[0], body.sign)
    for index, (face, key) in enumerate(zip(faces, keys, strict=True)):
        row, column = divmod(index, 3)
        place = Box(pad.x + column * (wide + gap), pad.y + row * (high + gap), wide, high)
        if face != "sign" or key is not None:
            _key(draw, face, key, place)


def _panel(draw: Drawing, body: Entry, box: Box) -> None:
    """Draw what is counted, the number and its unit in the middle of a card."""
    draw.patch("card", box)
    line = draw.line(_HERO)
    label = draw.line(BODY) if body.label else 0
    side = min(draw.px(92), box.h - line - label - draw.px(24)) if body.picture else 0
    if body.picture and side < draw.px(_SMALLEST):  # no room above the number
        side, edge = 0, min(draw.px(72), box.h - draw.px(24))
        place = Box(box.x + draw.px(36), box.y + (box.h - edge) // 2, edge, edge)
        picture(draw, body.picture, place)
    gap = draw.px(6) if side else 0
    y = box.y + (box.h - side - gap - line - label) // 2
    if body.picture and side:
        picture(draw, body.picture, Box(box.x + (box.w - side) // 2, y, side, side))
    y += side + gap
    inner = box.inset(draw.px(12))
    draw.words(body.value or "–", Box(inner.x, y, inner.w, line), _HERO, bold=True, align=1,
               colour=TEXT if body.value else FAINT)  # fmt: skip
    unit = Box(inner.x, y + line, inner.w, label)
    if body.label:
        draw.words(body.label, unit, BODY, colour=MUTED, align=1)


def _key(draw: Drawing, face: str, key: object, box: Box) -> None:
    draw.patch("flat" if key is None else "raised", box, of=key)
    if key is not None:
        draw.target(key, box)
    tint = FAINT if key is None else TEXT
    if face == "erase":
        side = draw.px(30)
        draw.piece("symbol/erase", box.centred(side, side), tint, of=key)
        return
    draw.words("±" if face == "sign" else face, box, _FIGURE, bold=True, align=1, colour=tint,
               of=key)  # fmt: skip
