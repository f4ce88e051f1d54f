"""Draws strokes and fills given in the unit square on a Kivy canvas, antialiased."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kivy.graphics import Color, Mesh, SmoothLine
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

from companion.drawing.glyphs import Fill, Part, Point, Stroke
from kivy_ui.theme import Rgba

_MITRED_UP_TO = 8  # closed strokes with at most this many points have mitred corners
_EDGE_PX = 0.6  # a thin smooth line around fills antialiases their edges


def paint(
    group: InstructionGroup,
    parts: Iterable[Part],
    origin: Point,
    edge_px: float,
    colour: Rgba,
) -> None:
    """Add *parts* to *group*, scaled to a square of *edge_px* with its lower left at *origin*."""
    group.add(Color(*colour))
    for part in parts:
        points = [
            value
            for x, y in part.points
            for value in (origin[0] + x * edge_px, origin[1] + (1.0 - y) * edge_px)
        ]
        if isinstance(part, Stroke):
            _add_stroke(group, points, part, edge_px)
        else:
            _add_fill(group, points, part, origin, edge_px)


def _add_stroke(
    group: InstructionGroup, points: list[float], stroke: Stroke, edge_px: float
) -> None:
    sharp = stroke.closed and len(stroke.points) <= _MITRED_UP_TO
    group.add(
        SmoothLine(
            points=points,
            width=max(0.75, stroke.width * edge_px / 2),
            close=stroke.closed,
            joint="miter" if sharp else "round",
            cap="round",
            overdraw_width=1.0,
        )
    )


def _add_fill(
    group: InstructionGroup, points: list[float], part: Fill, origin: Point, edge_px: float
) -> None:
    for corners, indices in _triangles(part):
        vertices: list[float] = []
        for x, y in corners:  # x, y, and no texture
            vertices += (origin[0] + x * edge_px, origin[1] + (1.0 - y) * edge_px, 0.0, 0.0)
        group.add(Mesh(vertices=vertices, indices=indices, mode="triangle_fan"))
    group.add(
        SmoothLine(
            points=points, width=_EDGE_PX, close=True, joint="bevel", cap="none", overdraw_width=1.0
        )
    )


@lru_cache(maxsize=512)
def _triangles(part: Fill) -> tuple[tuple[tuple[Point, ...], tuple[int, ...]], ...]:
    """Triangulate a polygon into fans of unit-square corners and indices; expensive, so cached."""
    tesselator = Tesselator()
    tesselator.add_contour([value for point in part.points for value in point])
    if not tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS):
        return ()
    return tuple(
        (tuple(zip(vertices[::4], vertices[1::4], strict=True)), tuple(indices))
        for vertices, indices in tesselator.meshes
    )
