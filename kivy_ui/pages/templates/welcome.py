"""The first page: what the device does, over the picture of a planet with dice."""

from __future__ import annotations

from typing import Final

from kivy_ui.pages.marks import BODY, LEAST, Box, Drawing
from kivy_ui.pages.opening import Welcome
from kivy_ui.pages.page import Page
from kivy_ui.pages.templates.frame import side_buttons
from kivy_ui.pages.templates.parts import GOLD, MUTED

_TITLE: Final = 56
_LINE: Final = 24


def welcome(draw: Drawing, stage: Box, page: Page, body: Welcome) -> None:
    """Draw title, lines and a further button at the left; in portrait below the picture."""
    draw.backdrop = "welcome"
    x = draw.px(28) if not draw.portrait else 20
    wide = draw.px(372) if not draw.portrait else draw.width - 40
    y = draw.px(24) if not draw.portrait else stage.y + stage.h // 2 - draw.px(30)
    above = page.above.upper()
    spaced = ("\u200a".join(above), above)
    draw.words(spaced, Box(x, y, wide, draw.px(26)), LEAST, bold=True, colour=GOLD)
    y += draw.px(30)
    lines = draw.lines(page.question, wide, _TITLE, bold=True)
    size = next((each for each in (_TITLE, 48, 44, 40, 36, 32) if all(
        draw.width_of(line, each, bold=True) <= wide for line in lines)), 28)  # fmt: skip
    step = draw.px(size + 5)
    for line in lines:
        draw.words(line, Box(x, y, wide, step), size, bold=True)
        y += step
    y += draw.px(10)
    for line in body.lines:
        draw.words(line, Box(x, y, wide, draw.px(29)), _LINE, colour=MUTED, least=BODY - 2)
        y += draw.px(29)
    if body.other:
        box = Box(x, y + draw.px(16), wide, max(48, draw.px(52)))
        side_buttons(draw, (body.other,), box)
