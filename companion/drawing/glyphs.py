"""Our own vector drawings of the die faces, as polygons and strokes in the unit square.

The unit square is a die's face: x to the right, y down, upright as printed. Print, screen and
training pictures use the same drawings. Nothing is copied from the publisher's artwork: the shapes
follow a written description and the measured extents of the printed symbols.

A renderer draws the parts in their order. Closed strokes of at most eight points have mitred
corners, all other strokes round ones.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

FACES = ("explore", "develop", "settle", "produce", "ship", "wild")
"""The six faces, in the order of the phases, then wild."""

D6_FACES = ("1", "2", "3", "4", "5", "6")

PIP_RADIUS = 0.095
"""Radius of a pip as a fraction of the face's edge length."""

BARREL_PANES = {
    "novelty": "upper left",
    "rare_elements": "upper right",
    "genes": "lower left",
    "alien_technology": "lower right",
}
"""Filled pane of the produce face by die type; on other dice no pane is filled."""

_ARC_STEPS = 24


@dataclass(frozen=True, slots=True)
class Stroke:
    """A polyline of constant width; *width* is a fraction of the face's edge length."""

    points: tuple[Point, ...]
    width: float
    closed: bool


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled simple polygon; it may be concave."""

    points: tuple[Point, ...]


Part: TypeAlias = Stroke | Fill


def glyph(
    face: str,
    *,
    die: str = "home",
    stroke_width: float = 0.07,
    shift: Point = (0.0, 0.0),
    scale: Point = (1.0, 1.0),
) -> tuple[Part, ...]:
    """Return the drawing of *face* as it is printed on a die of type *die*.

    Args:
        face: one of ``FACES``.
        die: key of the die type; selects the filled pane of the barrel and the rotation of wild.
        stroke_width: fraction of the face's edge length; the real dice have 0.06 to 0.08.
        shift: printing offset, added to all points after scaling.
        scale: scale factors about the face's centre, (x, y).

    Raises:
        KeyError: if there is no such face.
    """
    parts = _DRAWERS[face](die, stroke_width)
    if shift == (0.0, 0.0) and scale == (1.0, 1.0):
        return parts

    def move(point: Point) -> Point:
        return (
            0.5 + (point[0] - 0.5) * scale[0] + shift[0],
            0.5 + (point[1] - 0.5) * scale[1] + shift[1],
        )

    return tuple(replace(part, points=tuple(map(move, part.points))) for part in parts)


def pips(value: str, *, spread: float = 0.25, turned: bool = False) -> tuple[Point, ...]:
    """Return the pip centres of an ordinary die's face.

    Args:
        value: "1" to "6".
        spread: distance of the outer pips from the centre lines.
        turned: rotate by 90 degrees: 2, 3 and 6 are printed in two orientations.

    Raises:
        KeyError: if there is no such face.
    """
    grid = _PIP_GRID[value]
    cells = tuple((-row, column) for column, row in grid) if turned else grid
    return tuple((0.5 + column * spread, 0.5 + row * spread) for column, row in cells)


_PIP_GRID: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _arc(
    center: Point, radius: Point, start_deg: float, end_deg: float, steps: int = _ARC_STEPS
) -> tuple[Point, ...]:
    """Return points on an elliptical arc; 0 degrees is right, 90 degrees is down."""
    angles = [math.radians(start_deg + (end_deg - start_deg) * i / steps) for i in range(steps + 1)]
    return tuple(
        (center[0] + radius[0] * math.cos(a), center[1] + radius[1] * math.sin(a)) for a in angles
    )


def _circle(center: Point, radius: float) -> tuple[Point, ...]:
    return _arc(center, (radius, radius), 0.0, 360.0, 2 * _ARC_STEPS)[:-1]


def _bow(left: Point, right: Point, rise: float) -> tuple[Point, ...]:
    """Return points of a shallow arch from *left* to *right*; a negative *rise* curves upwards."""
    steps = _ARC_STEPS
    xs = [i / steps for i in range(steps + 1)]
    return tuple(
        (left[0] + (right[0] - left[0]) * t, left[1] + rise * math.pow(math.sin(math.pi * t), 0.9))
        for t in xs
    )


def _explore(_die: str, width: float) -> tuple[Part, ...]:
    """An eye: two lids that thicken towards the middle, and an open ring as pupil."""
    left, right, middle = 0.10, 0.89, 0.5
    lid = 1.7 * width
    inner_left, inner_right = left + 1.4 * width, right - 1.4 * width
    parts: list[Part] = []
    for side in (-1, 1):
        outer = _bow((left, middle), (right, middle), side * 0.25)
        inner = _bow((inner_left, middle), (inner_right, middle), side * (0.25 - lid))
        parts.append(Fill(outer + tuple(reversed(inner))))
    ring = 1.2 * width
    parts.append(Stroke(_circle((0.495, middle), 0.17 - ring / 2), ring, closed=True))
    return tuple(parts)


def _develop(_die: str, width: float) -> tuple[Part, ...]:
    """An upright rhombus with mitred corners, taller than wide."""
    wide = 1.22 * width
    half_x, half_y = 0.34, 0.39
    inset = wide / 2 * math.hypot(half_x, half_y)  # the mitre reaches past the centre line
    x, y = half_x - inset / half_y, half_y - inset / half_x
    points = ((0.5, 0.5 - y), (0.5 + x, 0.5), (0.5, 0.5 + y), (0.5 - x, 0.5))
    return (Stroke(points, wide, closed=True),)


def _settle(_die: str, width: float) -> tuple[Part, ...]:
    wide = 1.28 * width
    return (Stroke(_circle((0.5, 0.49), 0.37 - wide / 2), wide, closed=True),)


def _produce(die: str, width: float) -> tuple[Part, ...]:
    """A barrel with an open lid and four panes, one of them filled by die type."""
    left, right, top, bottom = 0.24, 0.72, 0.10, 0.90
    width *= 1.24
    half = width / 2
    x0, x1 = left + half, right - half
    middle = (x0 + x1) / 2
    radius = (x1 - x0) / 2
    lid = 0.085  # half height of the lid's ellipse, and sag of the lower curves
    lid_y = top + half + lid
    foot_y = bottom - half - lid
    waist_y = (lid_y + foot_y) / 2 + 0.01

    def curve(y: float, start: float, end: float) -> tuple[Point, ...]:
        return _arc((middle, y), (radius, lid), start, end)

    body = ((x0, lid_y), *curve(foot_y, 180.0, 0.0), (x1, lid_y))
    parts: list[Part] = [
        Stroke(curve(lid_y, 0.0, 360.0)[:-1], width, closed=True),
        Stroke(body, width, closed=False),
        Stroke(curve(waist_y, 180.0, 0.0), width, closed=False),
        Stroke(((middle, lid_y + lid), (middle, foot_y + lid)), width, closed=False),
    ]
    pane = BARREL_PANES.get(die)
    if pane is not None:
        upper_y, lower_y = (lid_y, waist_y) if pane.startswith("upper") else (waist_y, foot_y)
        start, end = (180.0, 90.0) if pane.endswith("left") else (90.0, 0.0)
        upper = curve(upper_y, start, end)
        parts.append(Fill(upper + tuple(reversed(curve(lower_y, start, end)))))
    return tuple(parts)


def _ship(_die: str, width: float) -> tuple[Part, ...]:
    """A rocket that flies to the upper right: open hull, two swept fins, dark tail."""
    # Defined in the rocket's own axes (across, ahead), then rotated by 45 degrees.
    turn = math.sqrt(0.5)
    stern, bow = -0.29, 0.535 - 0.6 * width

    def place(across: float, ahead: float) -> Point:
        return (0.481 + (across + ahead) * turn, 0.505 + (across - ahead) * turn)

    def hull_half(share: float) -> float:
        bulge = math.sin(math.pi * (0.24 + 0.76 * share))
        return (0.172 - 0.25 * width) * math.pow(bulge, 1.05)

    steps = [i / 14 for i in range(15)]
    side = [(hull_half(t) if t < 1.0 else 0.0, stern + (bow - stern) * t) for t in steps]
    right = tuple(place(x, a) for x, a in side)
    left = tuple(place(-x, a) for x, a in reversed(side[:-1]))
    parts: list[Part] = [Stroke(right + left, 1.1 * width, closed=True)]
    for sign in (-1.0, 1.0):
        fin = ((0.145, 0.07), (0.262, -0.10), (0.262, -0.305), (0.12, -0.195))
        parts.append(Fill(tuple(place(sign * x, a) for x, a in fin)))
    tail = ((-0.125, -0.24), (0.125, -0.24), (0.095, -0.39), (-0.095, -0.39))
    parts.append(Fill(tuple(place(x, a) for x, a in tail)))
    return tuple(parts)


def _wild(die: str, width: float) -> tuple[Part, ...]:
    """Six arms that taper towards the centre; a vertical pair, on novelty a horizontal one."""
    first_deg = 0.0 if die == "novelty" else 90.0
    reach, hub = 0.33, 0.045
    outer, inner = 1.25 * width, 0.26 * width
    parts: list[Part] = []
    for arm in range(6):
        angle = math.radians(first_deg + 60.0 * arm)
        cos, sin = math.cos(angle), math.sin(angle)
        corners = ((hub, inner), (reach, outer), (reach, -outer), (hub, -inner))
        parts.append(
            Fill(tuple((0.51 + r * cos - s * sin, 0.5 + r * sin + s * cos) for r, s in corners))
        )
    return tuple(parts)


_DRAWERS: dict[str, Callable[[str, float], tuple[Part, ...]]] = {
    "explore": _explore,
    "develop": _develop,
    "settle": _settle,
    "produce": _produce,
    "ship": _ship,
    "wild": _wild,
}
