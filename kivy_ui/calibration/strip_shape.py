"""Geometry of a player's strip in the picture: five columns in a quadrilateral, in perspective.

The strip is a rectangle on the table, so its image is a projection of the unit square (Heckbert
1989, "Fundamentals of texture mapping", section 2.2.3): u runs from the left to the right edge, v
from the upper to the lower one. Picture coordinates are fractions of its width and height, y down.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

from companion.session.calibration_ports import DrawnPlace

T = TypeVar("T")
Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, ...]
"""Four corners, clockwise from the upper left."""

PHASES: Final = ("explore", "develop", "settle", "produce", "ship")
DICTATE: Final = "dictate"
EVEN: Final = (0.2, 0.4, 0.6, 0.8)

LEAST_COLUMN: Final = 0.06
"""Minimum width of a column, as a share of the strip's width."""
_LEAST_AREA: Final = 0.0004
_SELECTIONS: Final = 0.3
_DIVIDER_V: Final = 0.85
"""v of the point on a column divider: away from the selection places."""
_LEAST_ROW, _MOST_ROW = 0.12, 0.7

_Matrix: TypeAlias = tuple[float, float, float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class StripShape:
    """Positions of the places of one mat in the picture.

    Attributes:
        dividers: u of the four lines between the columns; empty for a place without columns.
        select: v of the line below the selection places; None without selection places.
        dictate: corners of the Dictate place; None without one.
    """

    corners: Quad
    dividers: tuple[float, ...] = EVEN
    select: float | None = None
    dictate: Quad | None = None

    # --- changing --------------------------------------------------------------------------------

    @property
    def points(self) -> tuple[Point, ...]:
        """The corners, the column dividers, the line below the selection places, Dictate."""
        return (
            *self.corners,
            *(self.at(u, _DIVIDER_V) for u in self.dividers),
            *(() if self.select is None else (self.at(0.5, self.select),)),
            *(self.dictate or ()),
        )

    def pulled(self, point: int, to: Point) -> "StripShape":
        """Return the shape with one of its points moved, as far as it may."""
        corners, dictate = range(len(self.corners)), range(len(self.dictate or ()))
        pulls: tuple[Callable[[Point], StripShape], ...] = (
            *(partial(self.with_corner, number) for number in corners),
            *(partial(self.with_divider, number) for number in range(len(self.dividers))),
            *(() if self.select is None else (self.with_row,)),
            *(partial(self.with_dictate_corner, number) for number in dictate),
        )
        return pulls[point](to)

    def with_corner(self, number: int, to: Point) -> "StripShape":
        """Return the strip with a corner moved; unchanged if the result is invalid."""
        corners = _with(self.corners, number, to)
        return replace(self, corners=corners) if is_strip(corners) else self

    def with_dictate_corner(self, number: int, to: Point) -> "StripShape":
        """Return the shape with a corner of Dictate moved; unchanged if the result is invalid."""
        if self.dictate is None:
            return self
        corners = _with(self.dictate, number, to)
        return replace(self, dictate=corners) if is_strip(corners) else self

    def with_divider(self, number: int, to: Point) -> "StripShape":
        """Return the strip with a column divider moved, limited by its neighbours."""
        u, _ = self.inside(to)
        edges = (0.0, *self.dividers, 1.0)
        low, high = edges[number] + LEAST_COLUMN, edges[number + 2] - LEAST_COLUMN
        return replace(self, dividers=_with(self.dividers, number, min(max(u, low), high)))

    def with_row(self, to: Point) -> "StripShape":
        _, v = self.inside(to)
        return replace(self, select=min(max(v, _LEAST_ROW), _MOST_ROW))

    def with_selections(self, *, on: bool) -> "StripShape":
        return replace(self, select=_SELECTIONS if on else None)

    def with_dictate(self, *, on: bool) -> "StripShape":
        """Return the shape with or without a Dictate place, initially beside the strip."""
        return replace(self, dictate=self._beside() if on else None)

    def moved(self, right: float, down: float) -> "StripShape":
        """Return the shape translated; unchanged if it would leave the picture."""
        fresh = replace(
            self,
            corners=_shifted(self.corners, right, down),
            dictate=None if self.dictate is None else _shifted(self.dictate, right, down),
        )
        points = (*fresh.corners, *(fresh.dictate or ()))
        return fresh if all(0.0 <= p <= 1.0 for point in points for p in point) else self

    # --- places ----------------------------------------------------------------------------------

    def at(self, u: float, v: float) -> Point:
        """Return the picture coordinates of (u, v)."""
        a, b, c, d, e, f, g, h = _projection(self.corners)
        w = g * u + h * v + 1.0
        return (a * u + b * v + c) / w, (d * u + e * v + f) / w

    def inside(self, point: Point) -> Point:
        """Return (u, v) of a point in the picture."""
        a, b, c, d, e, f, g, h = _projection(self.corners)
        x, y = point
        # (a - g x) u + (b - h x) v = x - c, and the same for y
        p, q, r = a - g * x, b - h * x, x - c
        s, t, z = d - g * y, e - h * y, y - f
        determinant = p * t - q * s
        if abs(determinant) < 1e-12:
            return 0.5, 0.5
        return (r * t - q * z) / determinant, (p * z - r * s) / determinant

    def cell(self, column: int, top: float, bottom: float) -> Quad:
        """Return the part of a column between two values of v."""
        edges = (0.0, *self.dividers, 1.0)
        left, right = edges[column], edges[column + 1]
        return (
            self.at(left, top), self.at(right, top), self.at(right, bottom), self.at(left, bottom),
        )  # fmt: skip

    def places(self, mat: str) -> tuple[DrawnPlace, ...]:
        """Return the places to store; a shape without columns is one place named after the mat."""
        if not self.dividers:
            return (DrawnPlace(mat, mat, self.corners),)
        top = self.select or 0.0
        found = [DrawnPlace(mat, p, self.cell(k, top, 1.0)) for k, p in enumerate(PHASES)]
        if self.select is not None:
            found += [
                DrawnPlace(mat, f"select_{p}", self.cell(k, 0.0, top)) for k, p in enumerate(PHASES)
            ]
        if self.dictate is not None:
            found.append(DrawnPlace(mat, DICTATE, self.dictate))
        return tuple(found)

    def _beside(self) -> Quad:
        """Return a column-sized place right of the strip, or left of it if there is no room."""
        cell = self.cell(len(PHASES) - 1, 0.0, 1.0)
        width = cell[1][0] - cell[0][0]
        for shift in (1.6 * width, -5.9 * width):
            beside = _shifted(cell, shift, 0.0)
            if all(0.0 <= x <= 1.0 for x, _ in beside):
                return beside
        return cell


def shape_of(mat: str, places: tuple[DrawnPlace, ...]) -> "StripShape | None":
    """Return the shape that produced the stored places of a mat; None if no shape did."""
    corners = {place.zone: place.corners for place in places if place.mat == mat}
    if any(len(quad) != 4 for quad in corners.values()):
        return None
    if set(corners) == {mat}:
        return StripShape(corners[mat], dividers=())
    if not set(PHASES) <= set(corners):
        return None
    first, last = corners[PHASES[0]], corners[PHASES[-1]]
    selects = [corners.get(f"select_{phase}") for phase in PHASES]
    over_first, over_last = selects[0] or first, selects[-1] or last
    shape = StripShape((over_first[0], over_last[1], last[2], first[3]))
    if not is_strip(shape.corners):
        return None
    dividers = tuple(shape.inside(corners[phase][2])[0] for phase in PHASES[:-1])
    select = shape.inside(first[0])[1] if all(selects) else None
    return replace(shape, dividers=dividers, select=select, dictate=corners.get(DICTATE))


def is_strip(corners: Quad) -> bool:
    """Return whether corners are a clockwise convex quadrilateral, large enough, in the picture."""
    if not all(0.0 <= p <= 1.0 for point in corners for p in point):
        return False
    turns = []
    for k in range(4):
        (ax, ay), (bx, by), (cx, cy) = (corners[(k + i) % 4] for i in range(3))
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > _LEAST_AREA


def _projection(quad: Quad) -> _Matrix:
    """Return the projection of the unit square: x = (au + bv + c) / (gu + hv + 1), y with d..f."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    dx1, dx2, dx3 = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, dy3 = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    determinant = dx1 * dy2 - dx2 * dy1
    g = (dx3 * dy2 - dx2 * dy3) / determinant
    h = (dx1 * dy3 - dx3 * dy1) / determinant
    return x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h


def _with(values: tuple[T, ...], number: int, to: T) -> tuple[T, ...]:
    return (*values[:number], to, *values[number + 1 :])


def _shifted(quad: Quad, right: float, down: float) -> Quad:
    return tuple((x + right, y + down) for x, y in quad)
