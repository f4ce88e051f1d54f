"""Draws the pieces of Roll for the Galaxy as they look on the table, lit from the upper left.

Names are paths: ``die/home/explore``, ``phase/settle``, ``world/genes``, ``chip``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PIL import Image

from companion.drawing.glyphs import FACES, glyph
from kivy_ui import theme
from kivy_ui.art.shading import (
    BLACK,
    MASTER_PX,
    WHITE,
    Rgb,
    around,
    darker,
    down,
    ellipse,
    engraved,
    even,
    ink,
    lighter,
    medallion,
    polygon,
    rgb,
    rim,
    rounded,
    stacked,
)
from kivy_ui.widgets.icons import icon
from kivy_ui.widgets.tile_marks import WORLD_GROUNDS

GLYPH_INSET: Final = 0.07
"""Margin between a die's edge and the glyph's unit square, as a share of the die's edge."""

_TOP_BOTTOM: Final = 0.94  # lower end of the top face; below it the front face is visible
_GOLD: Final = rgb(theme.WAITING)
_NIGHT: Final = rgb(theme.RAISED)
_PHASES: Final = FACES[:5]
_PLANETS: Final = {colour.value: rgb(ground) for colour, ground in WORLD_GROUNDS.items()}


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """Draw all pieces; yield names and pictures."""
    for die in theme.DIE_BODIES:
        yield f"die/{die}", _die(die, "")
        for face in FACES:
            yield f"die/{die}/{face}", _die(die, face)
    for phase in _PHASES:
        yield f"phase/{phase}", _medallion(phase)
    for colour in _PLANETS:
        yield f"world/{colour}", _planet(_PLANETS[colour])
    for name, draw in _OTHERS.items():
        yield name, draw()


def _die(die: str, face: str) -> Image.Image:
    """Draw a rounded cube seen from above and slightly from the front, with an engraved glyph."""
    body, dark = rgb(theme.DIE_BODIES[die]), rgb(theme.DIE_INKS[die])
    cube = rounded((0.0, 0.0, 1.0, 1.0), 0.19)
    top = rounded((0.0, 0.0, 1.0, _TOP_BOTTOM), 0.19)
    plateau = rounded((0.05, 0.045, 0.95, _TOP_BOTTOM - 0.05), 0.15)
    layers = [
        down(cube, darker(body, 0.1), darker(body, 0.45)),
        down(top, lighter(body, 0.35), darker(body, 0.14)),
        around(plateau, lighter(body, 0.22), body, (0.34, 0.26), 0.75),
        rim(top, (0.0, 0.02), WHITE, 0.55),
        rim(top, (0.0, -0.02), darker(body, 0.5), 0.35),
    ]
    if face:
        side = 1.0 - 2 * GLYPH_INSET
        box = (GLYPH_INSET, GLYPH_INSET - 0.03, GLYPH_INSET + side, GLYPH_INSET - 0.03 + side)
        layers += engraved(ink(glyph(face, die=die), box), dark, body)
    return stacked(*layers)


def _medallion(phase: str) -> Image.Image:
    """Draw a round metal plate with the phase symbol."""
    symbol = ink(glyph(phase), (0.19, 0.19, 0.81, 0.81))
    return medallion(symbol, rgb(theme.TEXT), rgb(theme.ACCENT), rgb(theme.ACCENT_GROUND))


def _planet(colour: Rgb) -> Image.Image:
    """Draw a globe with bands, lit from the upper left; its centre is plain for a number."""
    globe = ellipse((0.03, 0.03, 0.97, 0.97))
    bands = [
        even(_within(globe, ellipse((-0.2, y, 1.2, y + 0.14))), tone, 0.30)
        for y, tone in ((0.1, lighter(colour, 0.6)), (0.3, darker(colour, 0.35)),
                        (0.58, lighter(colour, 0.5)), (0.76, darker(colour, 0.4)))
    ]  # fmt: skip
    return stacked(
        around(globe, lighter(colour, 0.4), darker(colour, 0.18), (0.36, 0.3), 0.8),
        *bands,
        rim(globe, (-0.10, -0.12), darker(colour, 0.75), 0.55, blur=0.05),
        rim(globe, (0.02, 0.025), WHITE, 0.5),
    )


def _development() -> Image.Image:
    """Draw a cut gem: four facets around a flat centre."""
    colour = rgb(theme.DEVELOPMENT)
    outer = upper, right, lower, left = (0.5, 0.02), (0.98, 0.5), (0.5, 0.98), (0.02, 0.5)
    inner = [(0.5 + (x - 0.5) * 0.72, 0.5 + (y - 0.5) * 0.72) for x, y in outer]
    facets = (
        (polygon(left, upper, inner[0], inner[3]), lighter(colour, 0.7)),
        (polygon(upper, right, inner[1], inner[0]), lighter(colour, 0.2)),
        (polygon(left, lower, inner[2], inner[3]), darker(colour, 0.18)),
        (polygon(lower, right, inner[1], inner[2]), darker(colour, 0.42)),
    )
    return stacked(
        even(polygon(*outer), darker(colour, 0.2)),
        *(even(mask, tone) for mask, tone in facets),
        down(polygon(*inner), lighter(colour, 0.3), darker(colour, 0.06)),
    )


def _chip(*, star: bool) -> Image.Image:
    """Draw a thick hexagonal token."""
    drawn = icon("chip")
    shape = [(0.5 + (x - 0.5) * 1.12, 0.5 + (y - 0.5) * 1.12 - 0.02) for x, y in drawn[0].points]
    front = polygon(*((x, y + 0.05) for x, y in shape))
    face = polygon(*shape)
    plate = polygon(*((0.5 + (x - 0.5) * 0.8, 0.48 + (y - 0.48) * 0.8) for x, y in shape))
    layers = [
        even(front, darker(_GOLD, 0.5)),
        down(face, lighter(_GOLD, 0.4), darker(_GOLD, 0.2)),
        down(plate, darker(_GOLD, 0.12), lighter(_GOLD, 0.12)),
        rim(face, (0.0, 0.02), WHITE, 0.6),
    ]
    if star:
        layers += engraved(ink(drawn[1:], (0.06, 0.04, 0.94, 0.92)), darker(_GOLD, 0.72), _GOLD)
    return stacked(*layers)


def _coin() -> Image.Image:
    """Draw a thick round coin."""
    silver = rgb(theme.DEVELOPMENT)
    front, face = ellipse((0.05, 0.09, 0.95, 0.97)), ellipse((0.05, 0.03, 0.95, 0.91))
    plate = ellipse((0.13, 0.11, 0.87, 0.83))
    return stacked(
        even(front, darker(silver, 0.55)),
        down(face, lighter(silver, 0.6), darker(silver, 0.25)),
        down(plate, darker(silver, 0.14), lighter(silver, 0.2)),
        rim(plate, (0.0, 0.02), darker(silver, 0.5), 0.7),
        *engraved(ink(icon("credits"), (0.2, 0.15, 0.8, 0.8)), darker(silver, 0.75), silver),
    )


def _cup() -> Image.Image:
    """Draw a dice cup, seen from the front and slightly from above."""
    leather = (146, 84, 52)
    body = polygon((0.14, 0.22), (0.86, 0.22), (0.75, 0.90), (0.25, 0.90))
    foot, mouth = ellipse((0.25, 0.80, 0.75, 0.98)), ellipse((0.12, 0.08, 0.88, 0.36))
    hole = ellipse((0.18, 0.12, 0.82, 0.33))
    side = around(body, lighter(leather, 0.35), darker(leather, 0.45), (0.36, 0.5), 0.55)
    return stacked(
        around(foot, leather, darker(leather, 0.45), (0.38, 0.85), 0.5),
        side,
        even(_within(body, polygon((0.0, 0.42), (1.0, 0.42), (1.0, 0.48), (0.0, 0.48))),
             lighter(leather, 0.45), 0.55),
        down(mouth, lighter(leather, 0.5), darker(leather, 0.1)),
        down(hole, darker(leather, 0.85), darker(leather, 0.55)),
    )  # fmt: skip


def _bag() -> Image.Image:
    """Draw a cloth bag closed by a cord."""
    cloth = (74, 88, 140)
    sack = polygon((0.38, 0.34), (0.62, 0.34), (0.80, 0.52), (0.90, 0.74), (0.80, 0.94),
                   (0.20, 0.94), (0.10, 0.74), (0.20, 0.52))  # fmt: skip
    neck = polygon((0.26, 0.08), (0.40, 0.14), (0.50, 0.07), (0.60, 0.14), (0.74, 0.08),
                   (0.62, 0.34), (0.38, 0.34))  # fmt: skip
    return stacked(
        down(neck, lighter(cloth, 0.45), darker(cloth, 0.25)),
        around(sack, lighter(cloth, 0.32), darker(cloth, 0.45), (0.36, 0.55), 0.6),
        rim(sack, (-0.05, -0.05), BLACK, 0.4, blur=0.04),
        even(rounded((0.32, 0.30, 0.68, 0.39), 0.045), _GOLD),
        rim(rounded((0.32, 0.30, 0.68, 0.39), 0.045), (0.0, -0.02), BLACK, 0.4),
    )


def _tile() -> Image.Image:
    """Draw a game tile: a dark card with a globe and a banner."""
    back = rounded((0.10, 0.02, 0.98, 0.90), 0.10)
    card = rounded((0.02, 0.10, 0.90, 0.98), 0.10)
    inner = rounded((0.06, 0.14, 0.86, 0.94), 0.07)
    globe = _planet(_PLANETS["novelty"]).resize((MASTER_PX // 2, MASTER_PX // 2))
    picture = stacked(
        down(back, lighter(_NIGHT, 0.30), lighter(_NIGHT, 0.10)),
        rim(card, (-0.02, 0.02), BLACK, 0.8),
        even(card, lighter(_NIGHT, 0.55)),
        down(inner, (30, 44, 74), (12, 16, 30)),
        even(rounded((0.12, 0.20, 0.80, 0.30), 0.04), lighter(_NIGHT, 0.55)),
    )
    picture.alpha_composite(globe, (MASTER_PX * 21 // 100, MASTER_PX * 37 // 100))
    return picture


def _within(one: Image.Image, other: Image.Image) -> Image.Image:
    both = Image.new("L", one.size)
    both.paste(one, mask=other)
    return both


_OTHERS: Final[dict[str, Callable[[], Image.Image]]] = {
    "development": _development,
    "chip": partial(_chip, star=True),
    "chip/blank": partial(_chip, star=False),
    "credits": _coin,
    "cup": _cup,
    "bag": _bag,
    "tile": _tile,
}
