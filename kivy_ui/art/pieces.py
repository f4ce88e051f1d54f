"""Draws the pieces of Roll for the Galaxy: dice as rounded cubes, tiles, money, phases, symbols.

Light comes from above; each piece that lies on the table has its contact shadow. Names are paths:
``die/home/explore``, ``phase/settle/active``, ``world/genes``, ``chip``, ``symbol/undo``.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from companion.drawing.glyphs import FACES, Fill, Point, Stroke, glyph
from kivy_ui import theme
from kivy_ui.art.icons import ICONS, icon
from kivy_ui.art.paths import around as arc
from kivy_ui.art.paths import circle, drawing
from kivy_ui.art.shading import (
    BLACK,
    MASTER_PX,
    WHITE,
    Rgb,
    around,
    darker,
    down,
    ellipse,
    even,
    ink,
    lighter,
    polygon,
    rgb,
    rim,
    rounded,
    stacked,
)

SIZES_PX: Final = (28, 36, 44, 60, 80, 108, 144)
"""Edges in the atlas; the renderer takes the next larger one and scales it down."""

_INK: Final[Rgb] = (27, 21, 8)
_IVORY: Final[Rgb] = (255, 241, 204)
_SILVER: Final[Rgb] = (190, 202, 216)
_GOLD: Final[Rgb] = (232, 160, 56)
_SLATE: Final[Rgb] = (17, 26, 41)
_NIGHT: Final = rgb(theme.RAISED)


def pictures() -> Iterator[tuple[str, Image.Image, tuple[int, ...]]]:
    """Draw all pieces but dice; yield name, picture and the sizes that pages use."""
    for phase in FACES[:5]:
        for state in _PLATES:
            yield f"phase/{phase}/{state}", _plate(phase, state), (36, 44, 60)
    for name, draw in _WORLDS.items():
        yield f"world/{name}", draw(), (*SIZES_PX[1:], 168)
    for name, draw in _OTHERS.items():
        yield name, draw(), SIZES_PX if name == "development" else SIZES_PX[:-1]
    for name in ICONS:
        large = (108,) if name in _ON_CARDS else ()
        yield f"symbol/{name}", even(ink(icon(name)), WHITE), (28, 44, *large)


def dice() -> Iterator[tuple[str, Image.Image, tuple[int, ...]]]:
    """Draw all dice; yield name, picture and the sizes that pages use."""
    sizes = (28, 32, 36, 44, 50, 60, 108)
    for die in theme.DIE_BODIES:
        yield f"die/{die}", die_picture(die, ""), sizes
        for face in FACES:
            yield f"die/{die}/{face}", die_picture(die, face), sizes


def _shadow(box: tuple[float, float, float, float], opacity: float = 0.6) -> Image.Image:
    soft = ellipse(box).filter(ImageFilter.GaussianBlur(MASTER_PX * 0.022))
    return even(soft, BLACK, opacity)


def die_picture(die: str, face: str) -> Image.Image:
    """A cube seen from above and slightly from the front: top face, front edge, shadow."""
    body, dark = rgb(theme.DIE_BODIES[die]), rgb(theme.DIE_INKS[die])
    left, right = 0.06, 0.94
    cube = rounded((left, 0.02, right, 0.92), 0.19)
    top = rounded((left, 0.02, right, 0.83), 0.18)
    plateau = rounded((left + 0.035, 0.045, right - 0.035, 0.80), 0.15)
    layers = [
        _shadow((0.12, 0.82, 0.88, 0.985), 0.75),
        even(cube, darker(body, 0.42)),
        even(_and(cube, rounded((left, 0.0, right, 0.875), 0.19)), darker(body, 0.25)),
        down(top, lighter(body, 0.5), darker(body, 0.06)),
        even(plateau, lighter(body, 0.08), 0.85),
        rim(top, (0.0, 0.018), WHITE, 0.8),
    ]
    if face:
        mark = ink(glyph(face, die=die), (0.125, 0.05, 0.875, 0.80))
        layers.append(even(mark, dark))
    return stacked(*layers)


_PLATES: Final = {
    "current": ((255, 248, 230), (235, 217, 174), _IVORY, _INK),
    "active": ((30, 44, 68), (24, 36, 56), (122, 140, 168), (225, 232, 242)),
    "done": ((22, 44, 44), (16, 34, 36), (60, 140, 100), (111, 219, 161)),
    "off": ((15, 22, 34), (13, 19, 30), (42, 54, 74), (92, 106, 128)),
}


def _plate(phase: str, state: str) -> Image.Image:
    top, bottom, ring, mark = _PLATES[state]
    outer, inner = ellipse((0.02, 0.02, 0.98, 0.98)), ellipse((0.07, 0.07, 0.93, 0.93))
    drawn = ink(glyph(phase, stroke_width=0.085), (0.225, 0.225, 0.775, 0.775))
    return stacked(even(outer, ring), down(inner, top, bottom), even(drawn, mark))


def _globe(colour: Rgb, marks: list[Image.Image], *, sea: Rgb | None = None) -> list[Image.Image]:
    ground = sea or colour
    globe = ellipse((0.06, 0.06, 0.94, 0.94))
    return [
        even(ellipse((0.045, 0.045, 0.955, 0.955)), darker(ground, 0.55)),
        around(globe, lighter(ground, 0.35), darker(ground, 0.12), (0.38, 0.3), 0.75),
        *(_masked(mark, globe) for mark in marks),
        _masked(around(globe, WHITE, ground, (0.34, 0.26), 0.45), globe, 0.16),
        rim(globe, (-0.13, -0.17), BLACK, 0.5, blur=0.07),
        rim(globe, (0.012, 0.02), WHITE, 0.35),
    ]


def _wave(y: float, rise: float, thick: float, phase: float) -> tuple[Point, ...]:
    xs = [i / 24 for i in range(25)]
    line = [(x, y + rise * math.sin(5 * x + phase)) for x in xs]
    return (*line, *((x, at + thick * (0.6 + 0.4 * math.sin(7 * x))) for x, at in reversed(line)))


def _novelty() -> Image.Image:
    colour: Rgb = (98, 174, 234)
    bands = [
        even(polygon(*_wave(y, 0.014, thick, 3 * y)), tone, 0.6)
        for y, thick, tone in (
            (0.16, 0.05, lighter(colour, 0.45)), (0.27, 0.05, darker(colour, 0.22)),
            (0.40, 0.06, lighter(colour, 0.4)), (0.55, 0.06, darker(colour, 0.28)),
            (0.68, 0.04, lighter(colour, 0.25)), (0.78, 0.06, darker(colour, 0.35)),
        )
    ]  # fmt: skip
    ring = [(0.5 + 0.49 * math.cos(a), 0.52 + 0.11 * math.sin(a) - 0.15 * math.cos(a))
            for a in (math.radians(-22 + 224 * i / 40) for i in range(41))]  # fmt: skip
    mark = ink((Stroke(tuple(ring), 0.04, closed=False),))
    return stacked(*_globe(colour, bands), even(mark, (226, 242, 255)))


def _genes() -> Image.Image:
    green: Rgb = (150, 200, 84)
    lands = (
        ((0.08, 0.36), (0.14, 0.22), (0.28, 0.14), (0.46, 0.20), (0.62, 0.34), (0.58, 0.42),
         (0.40, 0.40), (0.30, 0.46), (0.24, 0.58), (0.14, 0.52)),
        ((0.66, 0.06), (0.80, 0.14), (0.92, 0.34), (0.84, 0.40), (0.72, 0.28)),
        ((0.26, 0.72), (0.36, 0.68), (0.46, 0.74), (0.50, 0.88), (0.40, 0.94), (0.28, 0.86)),
        ((0.66, 0.66), (0.80, 0.58), (0.92, 0.60), (0.84, 0.78), (0.68, 0.90), (0.62, 0.78)),
    )  # fmt: skip
    marks = [
        even(_soft(polygon(*points)), lighter(green, 0.05) if i % 2 else green)
        for i, points in enumerate(lands)
    ]
    return stacked(*_globe(green, marks, sea=(58, 142, 136)))


def _alien_technology() -> Image.Image:
    colour: Rgb = (226, 196, 62)
    lines = [
        even(ink(drawing(path)), darker(colour, 0.45), opacity)
        for path, opacity in (
            ("ring/2.5 50,50,14 50,50,27 50,50,38", 0.7), ("rays/2.5 50,50,14,45,8,22", 0.6)
        )
    ]  # fmt: skip
    return stacked(*_globe(colour, lines))


def _rare_elements() -> Image.Image:
    colour: Rgb = (178, 128, 84)
    craters = [
        layer
        for x, y, r in ((0.34, 0.34, 0.11), (0.62, 0.26, 0.06), (0.66, 0.58, 0.13),
                        (0.36, 0.70, 0.08), (0.5, 0.48, 0.04))
        for layer in (even(ellipse((x - r, y - r, x + r, y + r)), darker(colour, 0.3)),
                      even(ellipse((x - r, y - r + 0.02, x + r, y + r + 0.02)),
                           lighter(colour, 0.12), 0.6))
    ]  # fmt: skip
    return stacked(*_globe(colour, craters))


def _gray() -> Image.Image:
    colour: Rgb = (140, 152, 168)
    bands = [
        even(polygon(*_wave(y, 0.03, 0.08, 4 * y)), darker(colour, 0.25), 0.5)
        for y in (0.25, 0.5, 0.72)
    ]
    return stacked(*_globe(colour, bands))


def _development() -> Image.Image:
    """A cut gem: four facets around a flat centre."""
    outer = upper, right, lower, left = (0.5, 0.02), (0.96, 0.5), (0.5, 0.98), (0.04, 0.5)
    inner = [(0.5 + (x - 0.5) * 0.56, 0.5 + (y - 0.5) * 0.56) for x, y in outer]
    facets = (
        (polygon(left, upper, inner[0], inner[3]), (232, 240, 250)),
        (polygon(upper, right, inner[1], inner[0]), (196, 210, 230)),
        (polygon(left, lower, inner[2], inner[3]), (150, 168, 196)),
        (polygon(lower, right, inner[1], inner[2]), (98, 116, 146)),
    )
    return stacked(
        even(polygon(*outer), (170, 184, 206)),
        *(even(mask, tone) for mask, tone in facets),
        down(polygon(*inner), (232, 240, 250), (138, 156, 190)),
    )


def _coin() -> Image.Image:
    front, face = ellipse((0.07, 0.12, 0.93, 0.95)), ellipse((0.07, 0.03, 0.93, 0.87))
    plate, lip = ellipse((0.15, 0.11, 0.85, 0.79)), ellipse((0.14, 0.10, 0.86, 0.80))
    return stacked(
        _shadow((0.10, 0.80, 0.90, 0.99), 0.7),
        down(front, darker(_SILVER, 0.3), darker(_SILVER, 0.55)),
        down(face, WHITE, darker(_SILVER, 0.12)),
        even(lip, darker(_SILVER, 0.12)),
        down(plate, darker(_SILVER, 0.12), lighter(_SILVER, 0.45)),
        even(_grown(ink(_DOLLAR, (0.22, 0.15, 0.78, 0.75)), 7), (52, 62, 78)),
    )


def _chip(*, star: bool) -> Image.Image:
    def hexagon(radius: float, low: float = 0.0) -> Image.Image:
        return polygon(*circle(0.5, 0.45 + low, radius, 6))

    return stacked(
        _shadow((0.12, 0.78, 0.88, 0.97), 0.6),
        even(hexagon(0.46, 0.075), darker(_GOLD, 0.4)),
        down(hexagon(0.46), lighter(_GOLD, 0.6), lighter(_GOLD, 0.15)),
        down(hexagon(0.39), darker(_GOLD, 0.08), lighter(_GOLD, 0.22)),
        *([even(ink(drawing("fill star:50,46,20,8.5,5")), (104, 60, 10))] if star else []),
    )


def _cup() -> Image.Image:
    """A leather cup, seen from the front and slightly from above."""
    leather: Rgb = (172, 104, 62)
    body = polygon((0.14, 0.20), (0.86, 0.20), (0.74, 0.90), (0.26, 0.90))
    foot, mouth = ellipse((0.26, 0.82, 0.74, 0.97)), ellipse((0.12, 0.08, 0.88, 0.34))
    hole = ellipse((0.17, 0.11, 0.83, 0.31))
    shade = polygon((0.66, 0.20), (0.9, 0.20), (0.76, 0.97), (0.60, 0.97))
    return stacked(
        _shadow((0.20, 0.86, 0.86, 0.995), 0.6),
        even(foot, darker(leather, 0.35)),
        around(body, lighter(leather, 0.3), darker(leather, 0.3), (0.36, 0.5), 0.5),
        even(_and(_soft(shade), _or(body, foot)), BLACK, 0.3),
        even(_and(body, polygon((0.0, 0.44), (1.0, 0.40), (1.0, 0.47), (0.0, 0.51))),
             lighter(leather, 0.5)),
        down(mouth, lighter(leather, 0.35), darker(leather, 0.1)),
        down(hole, (30, 16, 10), (74, 42, 26)),
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
    globe = _novelty().resize((MASTER_PX // 2, MASTER_PX // 2))
    picture = stacked(
        down(back, lighter(_NIGHT, 0.30), lighter(_NIGHT, 0.10)),
        rim(card, (-0.02, 0.02), BLACK, 0.8),
        even(card, lighter(_NIGHT, 0.55)),
        down(inner, (30, 44, 74), (12, 16, 30)),
        even(rounded((0.12, 0.20, 0.80, 0.30), 0.04), lighter(_NIGHT, 0.55)),
    )
    picture.alpha_composite(globe, (MASTER_PX * 21 // 100, MASTER_PX * 37 // 100))
    return picture


def _cup_down() -> Image.Image:
    """The cup upside down: its dice are rolled and hidden."""
    leather: Rgb = (172, 104, 62)
    body = polygon((0.28, 0.14), (0.72, 0.14), (0.86, 0.86), (0.14, 0.86))
    mouth, foot = ellipse((0.14, 0.76, 0.86, 0.96)), ellipse((0.28, 0.06, 0.72, 0.22))
    shade = polygon((0.58, 0.12), (0.76, 0.12), (0.90, 0.97), (0.66, 0.97))
    whole = _or(body, mouth)
    return stacked(
        _shadow((0.10, 0.82, 0.92, 0.995), 0.6),
        even(mouth, darker(leather, 0.3)),
        around(body, lighter(leather, 0.3), darker(leather, 0.3), (0.38, 0.5), 0.5),
        even(_and(whole, polygon((0.0, 0.62), (1.0, 0.62), (1.0, 0.70), (0.0, 0.70))),
             lighter(leather, 0.5)),
        even(_and(_soft(shade), _or(whole, foot)), BLACK, 0.3),
        down(foot, lighter(leather, 0.45), lighter(leather, 0.1)),
    )  # fmt: skip


def _camera_off() -> Image.Image:
    """A camera with a cross: it does not answer."""
    body, lens = rounded((0.04, 0.26, 0.84, 0.80), 0.12), ellipse((0.25, 0.31, 0.65, 0.71))
    top, steel = rounded((0.30, 0.14, 0.58, 0.34), 0.05), (92, 108, 136)
    cross = drawing("line/5 70,70 86,86; line/5 86,70 70,86")
    return stacked(
        _shadow((0.06, 0.82, 0.84, 0.96), 0.6),
        even(top, darker(steel, 0.2)),
        down(body, lighter(steel, 0.25), darker(steel, 0.25)),
        rim(body, (0.0, 0.015), WHITE, 0.35),
        even(lens, (24, 32, 48)),
        around(ellipse((0.30, 0.36, 0.60, 0.66)), (84, 120, 190), (14, 20, 34), (0.40, 0.44), 0.22),
        even(ellipse((0.37, 0.42, 0.44, 0.49)), WHITE, 0.8),
        even(ellipse((0.61, 0.61, 0.95, 0.95)), (255, 190, 85)),
        even(ink(cross), _INK),
    )


def _doubt() -> Image.Image:
    """A question mark on a plate."""
    mark = ink(icon("question"), (0.20, 0.18, 0.80, 0.82))
    return stacked(even(ellipse((0.02, 0.02, 0.98, 0.98)), (255, 190, 85)), even(mark, _INK))


def _citizenry() -> Image.Image:
    """Three people: where idle dice of a player wait."""

    def person(x: float, y: float, size: float, tone: Rgb) -> list[Image.Image]:
        head = ellipse((x - 0.13 * size, y, x + 0.13 * size, y + 0.26 * size))
        trunk = rounded((x - 0.22 * size, y + 0.30 * size, x + 0.22 * size, y + 0.72 * size),
                        0.15 * size)  # fmt: skip
        edge = [even(_grown(mask), _SLATE) for mask in (head, trunk)]
        return [*edge, down(head, lighter(tone, 0.35), tone), down(trunk, tone, darker(tone, 0.3))]

    blue: Rgb = (98, 132, 190)
    return stacked(
        *person(0.24, 0.22, 0.85, darker(blue, 0.2)),
        *person(0.76, 0.22, 0.85, darker(blue, 0.2)),
        *person(0.5, 0.14, 1.05, lighter(blue, 0.1)),
    )


def _tick(plate: Rgb) -> Image.Image:
    mark = ink(drawing("line/10 30,52 44,66 70,36"))
    return stacked(even(ellipse((0.02, 0.02, 0.98, 0.98)), plate), even(mark, _INK))


def _place() -> Image.Image:
    """A dashed circle with a plain die: not built yet."""
    dashes = tuple(
        Stroke(arc(0.5, 0.5, 0.46, 4, 30 * i, 16), 0.045, closed=False) for i in range(12)
    )
    die = die_picture("home", "settle").resize((MASTER_PX // 2, MASTER_PX // 2))
    picture = even(ink(dashes), (138, 155, 184))
    picture.alpha_composite(die, (MASTER_PX // 4, MASTER_PX // 4))
    return picture


def _worker() -> Image.Image:
    """A place for a worker: dashed square with a person."""
    frame = rounded((0.03, 0.03, 0.97, 0.97), 0.2)
    hollow = rounded((0.08, 0.08, 0.92, 0.92), 0.16)
    ring = ImageChops.subtract(frame, hollow)
    gaps = ImageChops.lighter(
        ink(tuple(Fill(((x, 0), (x + 0.08, 0), (x + 0.08, 1), (x, 1))) for x in _GAPS)),
        ink(tuple(Fill(((0, y), (1, y), (1, y + 0.08), (0, y + 0.08))) for y in _GAPS)),
    )
    person = drawing("ring/6 50,37,13; line/6 arc:50,80,23,180,360")
    return stacked(
        even(ImageChops.subtract(ring, gaps), (98, 114, 140)), even(ink(person), (180, 192, 208))
    )


def _masked(picture: Image.Image, mask: Image.Image, opacity: float = 1.0) -> Image.Image:
    picture = picture.copy()
    alpha = ImageChops.multiply(picture.getchannel("A"), mask)
    picture.putalpha(alpha.point(lambda value: round(value * opacity)))
    return picture


def _and(one: Image.Image, other: Image.Image) -> Image.Image:
    return ImageChops.multiply(one, other)


def _or(one: Image.Image, other: Image.Image) -> Image.Image:
    return ImageChops.lighter(one, other)


def _soft(mask: Image.Image) -> Image.Image:
    """Round off the corners of a mask."""
    blurred = mask.filter(ImageFilter.GaussianBlur(MASTER_PX * 0.02))
    return blurred.point(lambda value: max(0, min(255, (value - 112) * 8)))


def _grown(mask: Image.Image, by_px: int = 13) -> Image.Image:
    return mask.filter(ImageFilter.MaxFilter(by_px))


_GAPS: Final = (0.24, 0.46, 0.68)
_DOLLAR: Final = icon("credits")
_WORLDS: Final[dict[str, Callable[[], Image.Image]]] = {
    "novelty": _novelty,
    "genes": _genes,
    "alien_technology": _alien_technology,
    "rare_elements": _rare_elements,
    "gray": _gray,
}
_OTHERS: Final[dict[str, Callable[[], Image.Image]]] = {
    "development": _development,
    "coin": _coin,
    "chip": partial(_chip, star=True),
    "chip/blank": partial(_chip, star=False),
    "bag": _bag,
    "tile": _tile,
    "cup": _cup,
    "cup/down": _cup_down,
    "camera/off": _camera_off,
    "mark/doubt": _doubt,
    "citizenry": _citizenry,
    "place": _place,
    "worker": _worker,
    "tick/good": partial(_tick, (111, 219, 161)),
    "tick/act": partial(_tick, _IVORY),
}
_ON_CARDS: Final = frozenset(
    {"arrow", "arrow_left", "bin", "camera", "flag", "import", "mat", "power"}
)
"""Symbols that stand alone on large cards and sheets."""
