"""A QR code, as large as whole pixels for each module allow, and what stands beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kivy_ui.pages.marks import BODY, Box, Drawing
from kivy_ui.pages.photos import Photograph
from kivy_ui.pages.scores import Code
from kivy_ui.pages.templates.cards import card_grid
from kivy_ui.pages.templates.parts import MUTED

_QUIET: Final = 4
"""Width of the quiet zone in modules, as required by ISO/IEC 18004."""
_LIGHT, _DARK = b"\xff\xff\xff", b"\x00\x00\x00"


def code(draw: Drawing, stage: Box, body: Code) -> None:
    """Draw the code at the left, in portrait above; beside it the words and cards."""
    gap = draw.px(16)
    edge = len(body.modules) + 2 * _QUIET
    each = max(1, min(stage.h, stage.w - (0 if draw.portrait else draw.px(300))) // edge)
    shot = Box(stage.x, stage.y, each * edge, each * edge)
    if draw.portrait:
        shot = shot._replace(x=stage.x + (stage.w - shot.w) // 2)
        beside = Box(stage.x, shot.bottom + gap, stage.w, stage.bottom - shot.bottom - gap)
    else:
        beside = Box(shot.right + gap, stage.y, stage.right - shot.right - gap, stage.h)
    draw.shot(_photograph(body.modules, each), (0.0, 0.0, 1.0, 1.0), shot)
    y = beside.y
    for line in (part for text in body.lines for part in draw.lines(text, beside.w, BODY)):
        draw.words(line, Box(beside.x, y, beside.w, draw.px(26)), BODY, colour=MUTED)
        y += draw.px(26)
    rest = Box(beside.x, y + gap, beside.w, beside.bottom - y - gap)
    card_grid(draw, rest, body.cards, compact=True)


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
