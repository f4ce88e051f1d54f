"""Places the labels of a picture so that they hide neither dice nor each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, lower edge, right, upper edge."""


def place_tags(dice: Sequence[Box], size: tuple[float, float], room: Box) -> tuple[Box, ...]:
    """Return a box of *size* beside each of *dice*, inside *room*.

    Each label takes the position (right, left, above, below) that overlaps least with dice and
    labels placed before.
    """
    placed: list[Box] = []
    for number, die in enumerate(dice):
        others = [box for index, box in enumerate(dice) if index != number]
        places = [_inside(box, room) for box in _places(die, size)]
        placed.append(
            min(
                places,
                key=lambda box: sum(_shared(box, other) for other in (die, *others, *placed)),
            )
        )
    return tuple(placed)


def bounds(points: Sequence[tuple[float, float]]) -> Box:
    """Return the smallest box around *points*."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _places(die: Box, size: tuple[float, float]) -> tuple[Box, ...]:
    left, low, right, high = die
    width, height = size
    x, y = (left + right - width) / 2, (low + high - height) / 2
    corners = ((right, y), (left - width, y), (x, high), (x, low - height))
    return tuple((x0, y0, x0 + width, y0 + height) for x0, y0 in corners)


def _inside(box: Box, room: Box) -> Box:
    x = max(room[0] - box[0], 0.0) or min(room[2] - box[2], 0.0)
    y = max(room[1] - box[1], 0.0) or min(room[3] - box[3], 0.0)
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _shared(one: Box, other: Box) -> float:
    """Return the overlap area of two boxes."""
    if one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]:
        return 0.0
    width = min(one[2], other[2]) - max(one[0], other[0])
    return width * (min(one[3], other[3]) - max(one[1], other[1]))
