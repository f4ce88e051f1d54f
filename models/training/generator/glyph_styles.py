"""Parametric glyph styles of the dice's faces: the printed shapes with random proportions.

Real dice differ from any single drawing. Each set of dice therefore gets a random style around
the measured extents: line width, corners, the eye's lids, the barrel's curves and panes, the
rocket's hull, fins and tail, the ends of the asterisk's arms.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.drawing.glyphs import BARREL_PANES, Fill, Part, Point, Stroke
from models.training.arrays import Random
from models.training.generator.paint import by_name

_ARC = 20


@dataclass(frozen=True, slots=True)
class GlyphStyle:
    """How one set of dice is printed; lengths as shares of the edge, strokes in line widths.

    Attributes:
        eye: left, right, height of a lid, power of its curve, thickness of a lid and of the ring,
            inset of the lens's corners, radius of the ring.
        rhombus: half width, half height, thickness, roundness of its corners.
        circle: radius, thickness, stretch.
        barrel: half width, half height, half height of the lid, bulge, thickness, how far the
            lower curves hang, share of a pane that is filled.
        rocket: half width of the hull, where it is widest, sharpness of the bow, reach and root of
            the fins, their sweep, thickness.
        fins, tail, window: variants of these parts of the rocket.
        asterisk: reach, hub, half widths outside and inside, roundness of the ends.
    """

    width: float
    eye: tuple[float, float, float, float, float, float, float, float]
    rhombus: tuple[float, float, float, float]
    circle: tuple[float, float, float]
    barrel: tuple[float, float, float, float, float, float, float]
    rocket: tuple[float, float, float, float, float, float, float]
    fins: str
    tail: str
    window: str
    asterisk: tuple[float, float, float, float, float]


def draw_style(rng: Random) -> GlyphStyle:
    """Return a random style for a set of dice."""
    u = rng.uniform
    return GlyphStyle(
        width=float(np.clip(rng.normal(0.07, 0.012), 0.046, 0.1)),
        eye=(u(0.08, 0.12), u(0.87, 0.91), u(0.225, 0.27), u(1.5, 2.4), u(0.9, 1.9), u(0.85, 1.4),
             u(0.5, 1.8), u(0.15, 0.188)),
        rhombus=(u(0.31, 0.36), u(0.36, 0.41), u(0.95, 1.5), u(0, 1) if u() < 0.4 else 0.0),
        circle=(u(0.35, 0.388), u(0.9, 1.5), u(0.97, 1.03)),
        barrel=(u(0.205, 0.265), u(0.365, 0.42), u(0.055, 0.12), u(0.0, 0.05), u(0.75, 1.4),
                u(0.4, 1.2), u(0.8, 1.0)),
        rocket=(u(0.1, 0.18), u(0.15, 0.4), u(0.7, 1.4), u(0.2, 0.29), u(-0.05, 0.12),
                u(0.0, 0.14), u(0.8, 1.3)),
        fins=str(rng.choice(["filled", "outline", "curved"], p=[0.5, 0.25, 0.25])),
        tail=str(rng.choice(["block", "flames", "point", "none"], p=[0.55, 0.15, 0.2, 0.1])),
        window=str(rng.choice(["none", "ring", "dot", "band"], p=[0.6, 0.18, 0.12, 0.1])),
        asterisk=(u(0.31, 0.35), u(0.0, 0.085), u(0.85, 1.5), u(0.1, 0.75), u(0, 1) if u() < 0.4
                  else 0.0),
    )  # fmt: skip


def styled_glyph(face: str, die: str, style: GlyphStyle, *, shift: Point, scale: Point,
                 turn_deg: float = 0.0) -> tuple[Part, ...]:  # fmt: skip
    """Return the drawing of a face in a style, scaled and turned about its middle, then moved."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    def move(point: Point) -> Point:
        x, y = (point[0] - 0.5) * scale[0], (point[1] - 0.5) * scale[1]
        return 0.5 + x * cos - y * sin + shift[0], 0.5 + x * sin + y * cos + shift[1]

    return tuple(_moved(part, move) for part in _DRAWERS[face](die, style))


def _moved(part: Part, move: Callable[[Point], Point]) -> Part:
    points = tuple(map(move, part.points))
    return Fill(points) if isinstance(part, Fill) else Stroke(points, part.width, part.closed)


def _arc(center: Point, radius: Point, start_deg: float, end_deg: float) -> tuple[Point, ...]:
    turns = np.radians(np.linspace(start_deg, end_deg, _ARC + 1))
    return tuple((center[0] + radius[0] * math.cos(a), center[1] + radius[1] * math.sin(a))
                 for a in turns)  # fmt: skip


def _lens(left: float, right: float, rise: float, power: float) -> tuple[Point, ...]:
    """Points of an arch from left to right; a negative *rise* bows upwards."""
    across = np.linspace(-1.0, 1.0, 2 * _ARC + 1)
    middle, half = (left + right) / 2, (right - left) / 2
    return tuple((middle + half * float(t), 0.5 + rise * (1.0 - abs(float(t)) ** power))
                 for t in across)  # fmt: skip


def _explore(_die: str, style: GlyphStyle) -> tuple[Part, ...]:
    left, right, height, power, lid, ring, inset, radius = style.eye
    width = style.width
    parts: list[Part] = []
    for side in (-1, 1):
        outer = _lens(left, right, side * height, power)
        inner = _lens(left + inset * width, right - inset * width,
                      side * (height - lid * width), power)  # fmt: skip
        parts.append(Fill(outer + tuple(reversed(inner))))
    band = ring * width
    circle = _arc((0.495, 0.5), (radius - band / 2,) * 2, 0, 360)[:-1]
    parts.append(Stroke(circle, band, closed=True))
    return tuple(parts)


def _develop(_die: str, style: GlyphStyle) -> tuple[Part, ...]:
    half_x, half_y, thick, rounding = style.rhombus
    wide = thick * style.width
    inset = wide / 2 * math.hypot(half_x, half_y)
    x, y = half_x - inset / half_y, half_y - inset / half_x
    corners = ((0.5, 0.5 - y), (0.5 + x, 0.5), (0.5, 0.5 + y), (0.5 - x, 0.5))
    if rounding == 0.0:
        return (Stroke(corners, wide, closed=True),)
    points: list[Point] = []  # more points than raster mitres: round joins
    cut = 0.02 + 0.1 * rounding
    for k, corner in enumerate(corners):
        before, after = (
            (corner[0] + (x - corner[0]) * cut, corner[1] + (y - corner[1]) * cut)
            for x, y in (corners[k - 1], corners[(k + 1) % 4])
        )
        points += [before, corner if rounding < 0.3 else after, after]
    return (Stroke(tuple(points), wide, closed=True),)


def _settle(_die: str, style: GlyphStyle) -> tuple[Part, ...]:
    radius, thick, stretch = style.circle
    wide = thick * style.width
    r = radius - wide / 2
    return (Stroke(_arc((0.5, 0.49), (r * stretch, r / stretch), 0, 360)[:-1], wide, closed=True),)


def _produce(die: str, style: GlyphStyle) -> tuple[Part, ...]:
    half_x, half_y, lid, bulge, thick, hang, share = style.barrel
    width = thick * style.width
    middle, top, bottom = 0.48, 0.5 - half_y, 0.5 + half_y
    radius = half_x - width / 2
    drop = lid * hang
    lid_y, foot_y = top + width / 2 + lid, bottom - width / 2 - drop
    waist_y = (lid_y + foot_y) / 2

    def out(y: float) -> float:
        return radius + bulge * math.sin(math.pi * (y - lid_y) / (foot_y - lid_y))

    def curve(y: float, start: float, end: float, rise: float) -> tuple[Point, ...]:
        return _arc((middle, y), (out(y), rise), start, end)

    levels = [lid_y + (foot_y - lid_y) * k / 8 for k in range(9)]
    left = tuple((middle - out(y), y) for y in levels)
    right = tuple((middle + out(y), y) for y in reversed(levels))
    parts: list[Part] = [
        Stroke(curve(lid_y, 0, 360, lid)[:-1], width, closed=True),
        Stroke(left + curve(foot_y, 180, 0, drop) + right, width, closed=False),
        Stroke(curve(waist_y, 180, 0, drop), width, closed=False),
        Stroke(((middle, lid_y + lid), (middle, foot_y + drop)), width, closed=False),
    ]
    pane = BARREL_PANES.get(die)
    if pane is not None:
        upper = pane.startswith("upper")
        y0, y1 = (lid_y, waist_y) if upper else (waist_y, foot_y)
        rise = lid if upper else drop
        start, end = (180.0, 90.0) if pane.endswith("left") else (90.0, 0.0)
        shape = curve(y0, start, end, rise) + tuple(reversed(curve(y1, start, end, drop)))
        x, y = np.mean(shape, axis=0)
        parts.append(Fill(tuple((x + (a - x) * share, y + (b - y) * share) for a, b in shape)))
    return tuple(parts)


def _ship(_die: str, style: GlyphStyle) -> tuple[Part, ...]:
    half, widest, sharp, reach, root, sweep, thick = style.rocket
    width = thick * style.width
    turn = math.sqrt(0.5)
    stern, bow = -0.29, 0.535 - 0.55 * width

    def place(across: float, ahead: float) -> Point:
        return 0.481 + (across + ahead) * turn, 0.505 + (across - ahead) * turn

    def placed(points: list[Point], side: float = 1.0) -> tuple[Point, ...]:
        return tuple(place(side * x, a) for x, a in points)

    def hull(share: float) -> float:
        bulge = math.sin(math.pi * min(1.0, widest + (1.0 - widest) * share))
        return float(max(half - width / 2, 0.04) * max(bulge, 0.0) ** sharp)

    steps = [k / 14 for k in range(15)]
    right = [(hull(t), stern + (bow - stern) * t) for t in steps]
    outline = placed(right) + placed(list(reversed(right)), -1.0)
    parts: list[Part] = [Stroke(outline, width, closed=True)]
    for side in (-1.0, 1.0):
        fin = [(half * 0.85, root), (reach, root - 0.1 - sweep), (reach, -0.24 - sweep / 2),
               (half * 0.75, -0.19)]  # fmt: skip
        if style.fins == "curved":
            fin = [(half * 0.85, root), (reach * 0.85, root - 0.05), (reach, root - 0.17 - sweep),
                   (reach * 0.93, -0.3 - sweep / 2), (reach * 0.75, -0.21),
                   (half * 0.75, -0.17)]  # fmt: skip
        shape = placed(fin, side)
        parts.append(Stroke(shape, 0.8 * width, closed=True) if style.fins == "outline"
                     else Fill(shape))  # fmt: skip
    parts += _tail(style.tail, half, width, placed)
    if style.window == "band":
        across = hull(0.6)
        parts.append(Stroke((place(-across, 0.2), place(across, 0.2)), 0.8 * width, closed=False))
    elif style.window != "none":
        ring = _arc((0.0, 0.08), (half * 0.4,) * 2, 0, 360)
        hole = tuple(place(x, a) for x, a in ring)
        dot = style.window == "dot"
        parts.append(Fill(hole) if dot else Stroke(hole, 0.5 * width, closed=True))
    return tuple(parts)


def _tail(
    kind: str, half: float, width: float, placed: Callable[[list[Point]], tuple[Point, ...]]
) -> list[Part]:
    match kind:
        case "block":
            return [Fill(placed([(-0.8 * half, -0.24), (0.8 * half, -0.24), (0.6 * half, -0.39),
                                 (-0.6 * half, -0.39)]))]  # fmt: skip
        case "point":
            return [Fill(placed([(-0.8 * half, -0.25), (0.8 * half, -0.25), (0.0, -0.43)]))]
        case "flames":
            return [Stroke(placed([(x * half, -0.26), (x * half, y)]), 0.8 * width, closed=False)
                    for x, y in ((-0.6, -0.35), (0.0, -0.4), (0.6, -0.35))]  # fmt: skip
        case _:
            return [Fill(placed([(-0.8 * half, -0.22), (0.8 * half, -0.22), (0.8 * half, -0.3),
                                 (-0.8 * half, -0.3)]))]  # fmt: skip


def _wild(die: str, style: GlyphStyle) -> tuple[Part, ...]:
    reach, hub, outer, inner, rounding = style.asterisk
    first_deg = 0.0 if die == "novelty" else 90.0
    out, near = outer * style.width, inner * style.width
    parts: list[Part] = []
    for arm in range(6):
        angle = math.radians(first_deg + 60.0 * arm)
        cos, sin = math.cos(angle), math.sin(angle)
        tip = reach - rounding * out * 0.6
        end = [(tip + rounding * out * math.cos(t), out * math.sin(t))
               for t in np.linspace(math.pi / 2, -math.pi / 2, 9)]  # fmt: skip
        corners = [(hub, near), *end, (hub, -near)]
        parts.append(Fill(tuple((0.51 + r * cos - s * sin, 0.5 + r * sin + s * cos)
                                for r, s in corners)))  # fmt: skip
    return tuple(parts)


_DRAWERS = by_name(_explore, _develop, _settle, _produce, _ship, _wild)
