"""A sheet as a display list of marks in millimetres, for both print and raster images.

The origin is the sheet's top left corner, x to the right, y down. Grey levels run from 0 (full
ink) to 255 (bare paper). Marks are drawn in their order, labels after all others.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from vision.mats.layout import MatLayout, Rect

Point: TypeAlias = tuple[float, float]

BLACK = 0


class Anchor(Enum):
    """Which point of a label ``at`` refers to."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Blocks:
    """Filled axis-aligned rectangles of one grey; where they touch there is no seam."""

    rects: tuple[Rect, ...]
    grey: int


@dataclass(frozen=True, slots=True)
class Area:
    """A filled simple polygon."""

    points: tuple[Point, ...]
    grey: int


@dataclass(frozen=True, slots=True)
class StrokeMark:
    """A polyline of constant width with round caps and joins."""

    points: tuple[Point, ...]
    width_mm: float
    grey: int
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text.

    Attributes:
        at: of the anchor, on the baseline.
        size_mm: the font's size (em), not the height of its capitals.
        upwards: whether the text runs from the bottom to the top.
    """

    text: str
    at: Point
    size_mm: float
    grey: int = BLACK
    bold: bool = False
    anchor: Anchor = Anchor.START
    upwards: bool = False


Mark: TypeAlias = Blocks | Area | StrokeMark | Label


@dataclass(frozen=True, slots=True)
class MatSheet:
    layout: MatLayout
    marks: tuple[Mark, ...]

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return self.layout.paper.value


def rounded(rect: Rect, radius: float) -> tuple[Point, ...]:
    """Return the outline of *rect* with its corners rounded, clockwise in steps of 15 degrees."""
    centres = (
        (rect.x0 + radius, rect.y0 + radius, 180),
        (rect.x1 - radius, rect.y0 + radius, 270),
        (rect.x1 - radius, rect.y1 - radius, 0),
        (rect.x0 + radius, rect.y1 - radius, 90),
    )
    return tuple(
        (
            x + radius * math.cos(math.radians(start + step)),
            y + radius * math.sin(math.radians(start + step)),
        )
        for x, y, start in centres
        for step in range(0, 91, 15)
    )


def grown(rect: Rect, by: float) -> Rect:
    """Return *rect* with every side moved outwards by *by* (inwards where negative)."""
    return Rect(rect.x0 - by, rect.y0 - by, rect.x1 + by, rect.y1 + by)
