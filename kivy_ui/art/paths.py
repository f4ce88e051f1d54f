"""Path data: drawings of lines and fills as short texts, for tables of symbols.

A drawing is a list of parts with ``;`` between them; numbers are hundredths of the unit square, x
to the right and y down.

- ``line``, ``loop``: an open and a closed line of points ``x,y``; ``fill``: a filled polygon.
- ``ring``, ``dot``: empty and filled circles ``x,y,radius``.
- ``rays``: lines away from a centre, ``x,y,inner,outer,count,degrees of the first``.

``/`` and the width in hundredths may follow these words. Among points, ``arc:x,y,radius,from,to``
stands for those of an arc in degrees, clockwise from the right, ``oval:x,y,across,down`` for an
ellipse with two radii, and ``star:x,y,outer,inner,tips`` for the corners of a star.
"""

import math
from collections.abc import Iterator
from typing import Final

from companion.drawing.glyphs import Fill, Part, Point, Stroke

WIDTH: Final = 0.09
"""Width of a line as a share of the edge, if none is given."""
_ARC_STEPS: Final = 28


def drawing(text: str) -> tuple[Part, ...]:
    """Return the parts of a drawing.

    Raises:
        ValueError: the text is no path data.
    """
    return tuple(part for each in text.split(";") for part in _parts(*each.split()))


def around(
    x: float, y: float, radius: float, steps: int, start_deg: float = 0.0, turn_deg: float = 360.0
) -> tuple[Point, ...]:
    """Return the ends of equal steps on an arc; the last point of a whole turn is the first one."""
    angles = (math.radians(start_deg + turn_deg * i / steps) for i in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def circle(x: float, y: float, radius: float, steps: int = _ARC_STEPS) -> tuple[Point, ...]:
    """Return points of a circle; with few steps, a polygon that begins at the right."""
    return around(x, y, radius, steps)[:-1]


def star(x: float, y: float, outer: float, inner: float, tips: int) -> tuple[Point, ...]:
    """Return the corners of a star, the first one above; a polygon if both radii are equal."""
    corners = []
    for i in range(2 * tips):
        length, angle = inner if i % 2 else outer, math.pi * i / tips
        corners.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return tuple(corners)


def hexagon(radius: float, y: float = 0.5) -> tuple[Point, ...]:
    """Return the corners of a hexagon that stands on a corner."""
    return star(0.5, y, radius, radius, 3)


def rays(
    x: float, y: float, inner: float, outer: float, count: int, start_deg: float, width: float
) -> Iterator[Stroke]:  # fmt: skip
    """Yield lines away from a centre."""
    ends = (around(x, y, radius, count, start_deg)[:-1] for radius in (inner, outer))
    for line in zip(*ends, strict=True):
        yield Stroke(line, width, closed=False)


def _parts(word: str, *tokens: str) -> Iterator[Part]:
    kind, _, given = word.partition("/")
    width = float(given) / 100 if given else WIDTH
    match kind:
        case "line" | "loop":
            yield Stroke(_points(tokens), width, closed=kind == "loop")
        case "fill":
            yield Fill(_points(tokens))
        case "ring":
            yield from (Stroke(_circle(each), width, closed=True) for each in tokens)
        case "dot":
            yield from (Fill(_circle(each)) for each in tokens)
        case "rays":
            for each in tokens:
                x, y, inner, outer = map(_share, each.split(",")[:4])
                count, start_deg = map(int, each.split(",")[4:])
                yield from rays(x, y, inner, outer, count, start_deg, width)
        case _:
            raise ValueError(word)


def _circle(token: str) -> tuple[Point, ...]:
    x, y, radius = map(_share, token.split(","))
    return circle(x, y, radius)


def _points(tokens: tuple[str, ...]) -> tuple[Point, ...]:
    return tuple(point for each in tokens for point in _expanded(each))


def _expanded(token: str) -> tuple[Point, ...]:
    kind, _, data = token.rpartition(":")
    match kind, data.split(","):
        case "", [x, y]:
            return ((_share(x), _share(y)),)
        case "arc", [x, y, radius, first, last]:
            start, turn = float(first), float(last) - float(first)
            return around(_share(x), _share(y), _share(radius), _ARC_STEPS, start, turn)
        case "oval", [x, y, across, down]:
            middle, flat = _share(x), float(across) / float(down)
            whole = circle(middle, _share(y), _share(down))
            return tuple((middle + (at - middle) * flat, to) for at, to in whole)
        case "star", [x, y, outer, inner, tips]:
            return star(_share(x), _share(y), _share(outer), _share(inner), int(tips))
        case _:
            raise ValueError(token)


def _share(hundredths: str) -> float:
    return float(hundredths) / 100
