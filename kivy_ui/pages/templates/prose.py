"""Text to read: paragraphs below pictures, as large as they fit, else in parts."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.listing import Prose
from kivy_ui.pages.marks import BODY, BUTTON, Box, Drawing
from kivy_ui.pages.templates.parts import TEXT, figures

_PICTURE: Final = 64
_PAD: Final = 20
_BETWEEN: Final = 8
"""Space between paragraphs."""
_LEADING: Final = 6


def prose(draw: Drawing, stage: Box, body: Prose) -> None:
    """Draw a card with the pictures and as many lines as fit below them."""
    draw.patch("card", stage)
    inner = stage.inset(draw.px(_PAD))
    if body.pictures:
        side = draw.px(_PICTURE)
        figures(draw, body.pictures, inner._replace(h=side), side, BUTTON)
        high = side + draw.px(_PAD)
        inner = inner._replace(y=inner.y + high, h=inner.h - high)
    size = next((each for each in (BUTTON, BODY) if _needed(draw, body, inner.w, each) <= inner.h),
                BODY)  # fmt: skip
    shown, *_ = draw.turn(_parts(draw, body, inner, size), 1)
    y = inner.y
    for text, gap in shown:
        draw.words(text, Box(inner.x, y, inner.w, _step(draw, size)), size, colour=TEXT)
        y += _step(draw, size) + gap


def _step(draw: Drawing, size: int) -> int:
    return draw.line(size) + draw.px(_LEADING)


def _needed(draw: Drawing, body: Prose, wide: int, size: int) -> int:
    return sum(_step(draw, size) + gap for _, gap in _lines(draw, body, wide, size))


def _parts(draw: Drawing, body: Prose, box: Box, size: int) -> list[list[tuple[str, int]]]:
    """Divide the lines into parts that fit into a box."""
    parts: list[list[tuple[str, int]]] = [[]]
    left = box.h
    for text, gap in _lines(draw, body, box.w, size):
        if parts[-1] and _step(draw, size) > left:
            parts.append([])
            left = box.h
        parts[-1].append((text, gap))
        left -= _step(draw, size) + gap
    return parts


def _lines(draw: Drawing, body: Prose, wide: int, size: int) -> list[tuple[str, int]]:
    """Break the paragraphs between words; each line with the space below it."""
    found: list[tuple[str, int]] = []
    for paragraph in body.paragraphs:
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and draw.width_of(longer, size) > wide:
                found.append((line, 0))
                longer = word
            line = longer
        found.append((line, draw.px(_BETWEEN)))
    return found
