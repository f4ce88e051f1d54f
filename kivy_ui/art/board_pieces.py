"""Draws the pieces of the other games as they look on the table, lit from the upper left.

Ships and tokens are light gray; they are tinted with the owner's colour when shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PIL import Image

from companion.drawing.glyphs import Fill, Part, Point, Stroke
from kivy_ui import theme
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
    polygon,
    rgb,
    rim,
    rounded,
    stacked,
)

_HULL: Final[Rgb] = (226, 230, 236)
_GOLD: Final = rgb(theme.WAITING)
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
    """Draw all pieces; yield names and pictures."""
    for good, colour in _CUBES.items():
        yield f"cube/{good}", _cube(colour)
    for value in _PIPS:
        yield f"d6/{value}", _die(value)
    for role, drawing in _ROLES.items():
        yield f"role/{role}", _medallion(drawing)
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


def _medallion(drawing: tuple[Part, ...]) -> Image.Image:
    """Draw a round metal plate with a symbol."""
    symbol = ink(drawing, (0.2, 0.2, 0.8, 0.8))
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
        base = Stroke(_ring(0.5, 0.47, 0.25, 36)[:-1], 0.09, closed=True)
        arms = tuple(
            Stroke(
                (
                    (0.5 + 0.25 * math.cos(a), 0.47 + 0.25 * math.sin(a)),
                    (0.5 + 0.38 * math.cos(a), 0.47 + 0.38 * math.sin(a)),
                ),
                0.1,
                closed=False,
            )
            for a in (math.radians(45 + 90 * i) for i in range(4))
        )
        layers += engraved(ink((base, *arms)), darker(_HULL, 0.8), _HULL)
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
    rays = tuple(
        Fill(
            (
                (0.5 + 0.49 * math.cos(a), 0.5 + 0.49 * math.sin(a)),
                (0.5 + 0.32 * math.cos(a + 0.2), 0.5 + 0.32 * math.sin(a + 0.2)),
                (0.5 + 0.32 * math.cos(a - 0.2), 0.5 + 0.32 * math.sin(a - 0.2)),
            )
        )
        for a in (math.radians(30 * i) for i in range(12))
    )
    globe = ellipse((0.16, 0.16, 0.84, 0.84))
    return stacked(
        even(ink(rays), (250, 176, 60), 0.85),
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

    def corners(radius: float, low: float = 0.0) -> tuple[Point, ...]:
        return tuple(
            (0.5 + radius * math.sin(math.radians(60 * i)), 0.48 + low
             - radius * math.cos(math.radians(60 * i)))
            for i in range(6)
        )  # fmt: skip

    face, inner = polygon(*corners(0.47)), polygon(*corners(0.41))
    first: Rgb = (92, 78, 130) if back else (30, 44, 74)
    last: Rgb = (48, 38, 76) if back else (12, 16, 30)
    stars = [
        even(ellipse((x - r, y - r, x + r, y + r)), WHITE, 0.8)
        for x, y, r in ((0.34, 0.3, 0.02), (0.66, 0.4, 0.03), (0.45, 0.62, 0.02), (0.6, 0.7, 0.02))
    ]  # fmt: skip
    return stacked(
        even(polygon(*corners(0.47, 0.05)), darker(_HULL, 0.7)),
        even(face, darker(_HULL, 0.35)),
        down(inner, first, last),
        *([] if back else stars),
    )


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


def _ring(x: float, y: float, radius: float, steps: int) -> tuple[Point, ...]:
    turns = (2 * math.pi * i / steps for i in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns)


def _line(*points: Point, width: float = 0.1, closed: bool = False) -> Stroke:
    return Stroke(points, width, closed)


_SWORDS: Final = (
    _line((0.14, 0.10), (0.74, 0.72), width=0.12), _line((0.86, 0.10), (0.26, 0.72), width=0.12),
    _line((0.58, 0.86), (0.90, 0.56)), _line((0.42, 0.86), (0.10, 0.56)),
    _line((0.78, 0.76), (0.92, 0.92), width=0.12), _line((0.22, 0.76), (0.08, 0.92), width=0.12),
)  # fmt: skip
_TEETH: Final = tuple(
    _line((0.5 + 0.28 * math.cos(a), 0.5 + 0.28 * math.sin(a)),
          (0.5 + 0.44 * math.cos(a), 0.5 + 0.44 * math.sin(a)), width=0.15)
    for a in (math.radians(45 * i) for i in range(8))
)  # fmt: skip
_ROLES: Final[dict[str, tuple[Part, ...]]] = {
    "explorer": (
        _line(*_ring(0.5, 0.5, 0.42, 40)[:-1], width=0.09, closed=True),
        Fill(((0.5, 0.18), (0.62, 0.5), (0.5, 0.82), (0.38, 0.5))),
        _line((0.16, 0.5), (0.30, 0.5), width=0.08), _line((0.70, 0.5), (0.84, 0.5), width=0.08),
    ),
    "merchant": (
        _line((0.5, 0.08), (0.5, 0.86)), _line((0.14, 0.24), (0.86, 0.24)),
        _line((0.28, 0.90), (0.72, 0.90), width=0.12),
        Fill(((0.0, 0.56), (0.34, 0.56), (0.26, 0.72), (0.08, 0.72))),
        Fill(((0.66, 0.56), (1.0, 0.56), (0.92, 0.72), (0.74, 0.72))),
        _line((0.02, 0.56), (0.17, 0.26), (0.32, 0.56), width=0.05),
        _line((0.68, 0.56), (0.83, 0.26), (0.98, 0.56), width=0.05),
    ),
    "steward": (
        _line((0.5, 0.96), (0.5, 0.34), width=0.08),
        *(Fill(((0.5, y + 0.16), (0.5 + s * 0.30, y + 0.06), (0.5 + s * 0.30, y - 0.14),
                (0.5 + s * 0.06, y))) for y in (0.38, 0.60, 0.82) for s in (-1, 1)),
        Fill(((0.5, 0.02), (0.62, 0.18), (0.5, 0.36), (0.38, 0.18))),
    ),
    "engineer": (_line(*_ring(0.5, 0.5, 0.24, 36)[:-1], width=0.14, closed=True), *_TEETH),
    "warlord": _SWORDS,
    "second_warlord": (
        *_SWORDS, _line((0.44, 0.06), (0.44, 0.30), width=0.07),
        _line((0.56, 0.06), (0.56, 0.30), width=0.07),
    ),
    "regent": (
        Fill(((0.04, 0.22), (0.29, 0.48), (0.5, 0.10), (0.71, 0.48), (0.96, 0.22), (0.86, 0.72),
              (0.14, 0.72))),
        _line((0.16, 0.86), (0.84, 0.86), width=0.12),
    ),
    "scientist": (
        _line((0.40, 0.06), (0.40, 0.40), (0.12, 0.86), (0.20, 0.94), (0.80, 0.94), (0.88, 0.86),
              (0.60, 0.40), (0.60, 0.06), width=0.09),
        _line((0.30, 0.06), (0.70, 0.06), width=0.10),
        Fill(((0.30, 0.62), (0.70, 0.62), (0.82, 0.88), (0.18, 0.88))),
    ),
}  # fmt: skip
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
    "pill": partial(_pill, wide=True),
    "dot": partial(_pill, wide=False),
}
