"""Draws the pieces of the other games as they look on the table, lit from the upper left.

Ships and tokens are light gray; they are tinted with the owner's colour when shown.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import cos, sin, tau
from types import MappingProxyType
from typing import Final

from PIL import Image

from companion.drawing.glyphs import Point
from kivy_ui import theme
from kivy_ui.art.paths import drawing, hexagon
from kivy_ui.art.shading import (
    BLACK,
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
    plate,
    polygon,
    rgb,
    rim,
    rounded,
    stacked,
)

_HULL: Final[Rgb] = (226, 230, 236)
_GOLD: Final = rgb(theme.WAITING)
_WOOD: Final[Rgb] = (58, 74, 108)
_CUBES: Final[dict[str, Rgb]] = {
    "food": (86, 190, 92),
    "metal": (86, 150, 232),
    "energy": (244, 208, 70),
}
_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0.5, 0.47),),
    2: ((0.28, 0.25), (0.72, 0.69)),
    3: ((0.26, 0.23), (0.5, 0.47), (0.74, 0.71)),
    4: ((0.28, 0.25), (0.72, 0.25), (0.28, 0.69), (0.72, 0.69)),
    5: ((0.27, 0.24), (0.73, 0.24), (0.5, 0.47), (0.27, 0.70), (0.73, 0.70)),
    6: ((0.28, 0.22), (0.28, 0.47), (0.28, 0.72), (0.72, 0.22), (0.72, 0.47), (0.72, 0.72)),
}


def pictures() -> Iterator[tuple[str, Image.Image]]:
    for good, colour in _CUBES.items():
        yield f"cube/{good}", _cube(colour)
    for value in _PIPS:
        yield f"d6/{value}", _die(value)
    for role, path in _ROLES.items():
        yield f"role/{role}", _medallion(path)
    for name, draw in _OTHERS.items():
        yield name, draw()


def _cube(colour: Rgb) -> Image.Image:
    """Draw a wooden cube with one edge facing the viewer."""
    top = polygon((0.5, 0.04), (0.94, 0.27), (0.5, 0.50), (0.06, 0.27))
    left = polygon((0.06, 0.27), (0.5, 0.50), (0.5, 0.98), (0.06, 0.75))
    right = polygon((0.94, 0.27), (0.5, 0.50), (0.5, 0.98), (0.94, 0.75))
    return stacked(
        even(top, lighter(colour, 0.45)),
        down(left, lighter(colour, 0.08), darker(colour, 0.12)),
        down(right, darker(colour, 0.32), darker(colour, 0.5)),
    )


def _die(value: int) -> Image.Image:
    """Draw a white die with pips, seen from above and slightly from the front."""
    body: Rgb = (238, 236, 228)
    cube = rounded((0.02, 0.02, 0.98, 0.98), 0.19)
    top = rounded((0.02, 0.02, 0.98, 0.92), 0.19)
    radius = 0.095
    pips = [
        layer
        for x, y in _PIPS[value]
        for layer in (
            even(ellipse((x - radius, y - radius, x + radius, y + radius)), (32, 34, 40)),
            rim(ellipse((x - radius, y - radius, x + radius, y + radius)), (0, -0.02), WHITE, 0.4),
        )
    ]
    return stacked(
        down(cube, darker(body, 0.2), darker(body, 0.5)),
        down(top, lighter(body, 0.6), darker(body, 0.1)),
        rim(top, (0.0, 0.02), WHITE, 0.7),
        *pips,
    )


def _medallion(path: str) -> Image.Image:
    symbol = ink(drawing(path), (0.2, 0.2, 0.8, 0.8))
    return medallion(symbol, rgb(theme.TEXT), (199, 146, 234), (52, 36, 74))


def _disc(*, star: bool) -> Image.Image:
    """Draw a round token, plain or with the symbol of a Starbase."""
    front, face = ellipse((0.05, 0.09, 0.95, 0.97)), ellipse((0.05, 0.03, 0.95, 0.91))
    layers = [
        even(front, darker(_HULL, 0.6)),
        down(face, lighter(_HULL, 0.5), darker(_HULL, 0.16)),
        rim(face, (0.0, 0.02), WHITE, 0.6),
    ]
    if star:
        symbol = ink(drawing("ring 50,47,25; rays/10 50,47,25,38,4,45"))
        layers += engraved(symbol, darker(_HULL, 0.8), _HULL)
    return stacked(*layers)


def _ship(*hull: Point, stripes: tuple[tuple[Point, ...], ...] = ()) -> Image.Image:
    """Draw a ship seen from above, pointing up, from its right half."""
    right = tuple(hull)
    left = tuple((1 - x, y) for x, y in hull)
    whole = polygon(*right, *reversed(left))
    shade = polygon(*right, (0.5, hull[-1][1]), (0.5, hull[0][1]))
    layers = [
        down(whole, WHITE, darker(_HULL, 0.1)),
        even(shade, darker(_HULL, 0.45), 0.55),
    ]
    for points in stripes:
        layers.append(even(polygon(*points), darker(_HULL, 0.65)))
        layers.append(even(polygon(*((1 - x, y) for x, y in points)), darker(_HULL, 0.65)))
    layers.append(rim(whole, (0.015, 0.015), WHITE, 0.7))
    return stacked(*layers)


def _fighter() -> Image.Image:
    return _ship(
        (0.5, 0.16), (0.58, 0.40), (0.86, 0.74), (0.84, 0.82), (0.60, 0.72), (0.56, 0.84),
        stripes=(((0.5, 0.34), (0.54, 0.50), (0.5, 0.58)),),
    )  # fmt: skip


def _cruiser() -> Image.Image:
    return _ship(
        (0.5, 0.06), (0.60, 0.22), (0.62, 0.46), (0.82, 0.62), (0.82, 0.84), (0.62, 0.78),
        (0.60, 0.94),
        stripes=(
            ((0.5, 0.20), (0.55, 0.30), (0.5, 0.40)),
            ((0.66, 0.62), (0.74, 0.68), (0.74, 0.76), (0.66, 0.72)),
        ),
    )  # fmt: skip


def _dreadnought() -> Image.Image:
    return _ship(
        (0.5, 0.02), (0.62, 0.10), (0.66, 0.30), (0.76, 0.30), (0.78, 0.14), (0.84, 0.14),
        (0.90, 0.50), (0.98, 0.60), (0.98, 0.90), (0.84, 0.84), (0.76, 0.98), (0.60, 0.90),
        (0.58, 0.98),
        stripes=(
            ((0.5, 0.14), (0.57, 0.22), (0.57, 0.34), (0.5, 0.40)),
            ((0.64, 0.46), (0.82, 0.54), (0.82, 0.62), (0.64, 0.56)),
            ((0.64, 0.66), (0.88, 0.74), (0.88, 0.80), (0.64, 0.76)),
        ),
    )  # fmt: skip


def _sun() -> Image.Image:
    globe = ellipse((0.16, 0.16, 0.84, 0.84))
    return stacked(
        even(ink(drawing("fill star:50,50,49,32,12")), (250, 176, 60), 0.85),
        around(globe, (255, 244, 190), (246, 150, 40), (0.42, 0.4), 0.55),
    )


def _black_hole() -> Image.Image:
    return stacked(
        around(ellipse((0.02, 0.02, 0.98, 0.98)), (150, 110, 240), (36, 24, 70), (0.5, 0.5), 0.52),
        even(ellipse((0.14, 0.14, 0.86, 0.86)), (240, 190, 120), 0.9),
        around(ellipse((0.19, 0.19, 0.81, 0.81)), BLACK, (20, 12, 34), (0.5, 0.5), 0.5),
    )


def _tile(*, back: bool) -> Image.Image:
    """Draw a hexagonal tile without planets, or its back."""
    face, inner = polygon(*hexagon(0.47, 0.48)), polygon(*hexagon(0.41, 0.48))
    first: Rgb = (92, 78, 130) if back else (30, 44, 74)
    last: Rgb = (48, 38, 76) if back else (12, 16, 30)
    stars = [
        even(ellipse((x - r, y - r, x + r, y + r)), WHITE, 0.8)
        for x, y, r in ((0.34, 0.3, 0.02), (0.66, 0.4, 0.03), (0.45, 0.62, 0.02), (0.6, 0.7, 0.02))
    ]  # fmt: skip
    return stacked(
        even(polygon(*hexagon(0.47, 0.53)), darker(_HULL, 0.7)),
        even(face, darker(_HULL, 0.35)),
        down(inner, first, last),
        *([] if back else stars),
    )


def _sector() -> Image.Image:
    """Draw a hexagonal tile that somebody may hold, to be tinted."""
    return stacked(
        even(polygon(*hexagon(0.47, 0.53)), darker(_HULL, 0.75)),
        even(polygon(*hexagon(0.47, 0.48)), WHITE),
        down(polygon(*hexagon(0.42, 0.48)), darker(_HULL, 0.5), darker(_HULL, 0.68)),
    )


def _table(seats: int) -> Image.Image:
    """Draw a round table from above with so many seats around it; the first one is below."""
    colours = [rgb(colour) for colour in theme.SEAT_COLOURS.values()][:seats]
    turns = (tau * (0.25 + index / seats) for index in range(seats))
    places = [(0.5 + 0.39 * cos(turn), 0.5 + 0.39 * sin(turn)) for turn in turns]
    return stacked(
        *(down(ellipse((x - 0.11, y - 0.11, x + 0.11, y + 0.11)), lighter(colour, 0.2), colour)
          for colour, (x, y) in zip(colours, places, strict=True)),
        *plate(ellipse((0.18, 0.18, 0.82, 0.82)), _WOOD, 0.25, 0.25, 0.5),
    )  # fmt: skip


def _pill(*, wide: bool) -> Image.Image:
    """Draw the ground of a small label, to be tinted; a round one, or one twice as wide as high."""
    low, high = (0.23, 0.77) if wide else (0.02, 0.98)
    outer = rounded((0.01, low, 0.99, high), (high - low) / 2)
    inner = rounded((0.05, low + 0.04, 0.95, high - 0.04), (high - low) / 2 - 0.04)
    return stacked(even(outer, (8, 12, 20)), down(inner, WHITE, darker(_HULL, 0.08)))


def _throne() -> Image.Image:
    back = polygon((0.24, 0.10), (0.38, 0.22), (0.5, 0.02), (0.62, 0.22), (0.76, 0.10),
                   (0.72, 0.62), (0.28, 0.62))  # fmt: skip
    seat = rounded((0.16, 0.58, 0.84, 0.76), 0.05)
    legs = (polygon((0.18, 0.74), (0.32, 0.74), (0.28, 0.98), (0.16, 0.98)),
            polygon((0.82, 0.74), (0.68, 0.74), (0.72, 0.98), (0.84, 0.98)))  # fmt: skip
    return stacked(
        *(down(leg, darker(_GOLD, 0.2), darker(_GOLD, 0.5)) for leg in legs),
        down(back, lighter(_GOLD, 0.45), darker(_GOLD, 0.15)),
        down(polygon((0.34, 0.30), (0.66, 0.30), (0.64, 0.58), (0.36, 0.58)), (168, 52, 74),
             (112, 30, 52)),
        down(seat, lighter(_GOLD, 0.3), darker(_GOLD, 0.25)),
        rim(seat, (0.0, 0.02), WHITE, 0.5),
    )  # fmt: skip


_SWORDS: Final = (
    "line/12 14,10 74,72; line/12 86,10 26,72; line/10 58,86 90,56; line/10 42,86 10,56; "
    "line/12 78,76 92,92; line/12 22,76 8,92"
)
_ROLES: Final[Mapping[str, str]] = MappingProxyType({
    "explorer": (
        "ring 50,50,42; fill 50,18 62,50 50,82 38,50; line/8 16,50 30,50; line/8 70,50 84,50"
    ),
    "merchant": (
        "line/10 50,8 50,86; line/10 14,24 86,24; line/12 28,90 72,90; fill 0,56 34,56 26,72 8,72; "
        "fill 66,56 100,56 92,72 74,72; line/5 2,56 17,26 32,56; line/5 68,56 83,26 98,56"
    ),
    "steward": (
        "line/8 50,96 50,34; fill 50,54 20,44 20,24 44,38; fill 50,54 80,44 80,24 56,38; "
        "fill 50,76 20,66 20,46 44,60; fill 50,76 80,66 80,46 56,60; fill 50,98 20,88 20,68 44,82; "
        "fill 50,98 80,88 80,68 56,82; fill 50,2 62,18 50,36 38,18"
    ),
    "engineer": "ring/14 50,50,24; rays/15 50,50,28,44,8,0",
    "warlord": _SWORDS,
    "second_warlord": f"{_SWORDS}; line/7 44,6 44,30; line/7 56,6 56,30",
    "regent": "fill 4,22 29,48 50,10 71,48 96,22 86,72 14,72; line/12 16,86 84,86",
    "scientist": (
        "line 40,6 40,40 12,86 20,94 80,94 88,86 60,40 60,6; line/10 30,6 70,6; "
        "fill 30,62 70,62 82,88 18,88"
    ),
})  # fmt: skip
_OTHERS: Final[dict[str, Callable[[], Image.Image]]] = {
    "token/empire": partial(_disc, star=False),
    "token/starbase": partial(_disc, star=True),
    "ship/fighter": _fighter,
    "ship/cruiser": _cruiser,
    "ship/dreadnought": _dreadnought,
    "tile/empty": partial(_tile, back=False),
    "tile/back": partial(_tile, back=True),
    "sun": _sun,
    "black_hole": _black_hole,
    "throne": _throne,
    "tile/sector": _sector,
    **{f"table/{seats}": partial(_table, seats) for seats in range(1, 7)},
    "pill": partial(_pill, wide=True),
    "dot": partial(_pill, wide=False),
}
