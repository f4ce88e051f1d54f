"""Triangle meshes of dice and objects, in millimetres, z up, and their poses.

A mesh is vertices, normals, texture coordinates in its square texture, and triangles.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

# Per face of a cube: outward normal, direction of texture x, direction of texture y (down).
CUBE: Final = np.array(
    [
        [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
        [[0, 0, -1], [1, 0, 0], [0, 1, 0]],
        [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, -1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
    ],
    float,
)


@dataclass
class Mesh:
    """Vertices (n, 3), normals (n, 3), texture coordinates (n, 2), triangles (m, 3)."""

    vertices: Array
    normals: Array
    coordinates: Array
    triangles: Array

    def posed(self, rotation: Array, centre: Array) -> "Mesh":
        """The mesh rotated, then translated."""
        return Mesh(
            self.vertices @ rotation.T + centre,
            self.normals @ rotation.T,
            self.coordinates,
            self.triangles,
        )

    def in_cell(self, column: int, row: int, columns: int, rows: int) -> "Mesh":
        """The mesh with its texture in one cell of an atlas."""
        at = (self.coordinates * 0.998 + 0.001 + [column, row]) / [columns, rows]
        return Mesh(self.vertices, self.normals, at, self.triangles)


def joined(meshes: "list[Mesh]") -> "Mesh":
    """Several meshes merged into one."""
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.coordinates for mesh in meshes]),
        np.concatenate([m.triangles + s for m, s in zip(meshes, starts, strict=True)]),
    )


def turn_z(angle: float) -> Array:
    """Rotation about the vertical axis."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def turn_y(angle: float) -> Array:
    """Rotation about y: a positive angle lowers the side of positive x."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def _grid(n: int) -> tuple[Array, Array]:
    """Coordinates (n*n, 2) in -1..1, denser near the borders, and triangles."""
    line = np.sin(np.linspace(-1, 1, n) * np.pi / 2)
    u, v = np.meshgrid(line, line)
    index = np.arange(n * n).reshape(n, n)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    # v runs down the face, so this order is counter-clockwise seen from outside.
    cells = [np.stack(t, -1).reshape(-1, 3) for t in ((a, c, b), (b, c, d))]
    return np.stack([u.ravel(), v.ravel()], 1), np.concatenate(cells)


def rounded_box(size: tuple[float, float, float], radius: float, n: int = 9) -> "list[Mesh]":
    """The six faces of a box with round edges, each with a separate square texture."""
    half = np.asarray(size) / 2
    at, triangles = _grid(n)
    faces = []
    for normal, right, down in CUBE:
        unit = normal + at[:, :1] * right + at[:, 1:] * down
        flat = unit * half
        core = np.clip(flat, radius - half, half - radius)
        away = flat - core
        length = np.linalg.norm(away, axis=1, keepdims=True)
        normals = np.where(length > 1e-9, away / np.maximum(length, 1e-9), normal)
        inside = np.abs(away).max(1, keepdims=True) < 1e-9
        normals = np.where(inside, normal, normals)
        vertices = np.where(inside, flat, core + normals * radius)
        faces.append(Mesh(vertices, normals, (at + 1) / 2, triangles))
    return faces


def _planar(vertices: Array, reach: float) -> Array:
    """Planar projection from above: sides take the colour of the texture's border."""
    return np.clip(vertices[:, :2] * [1, -1] / (2 * reach) + 0.5, 0.004, 0.996)


def slab(size: tuple[float, float, float], radius: float = 0.4) -> "Mesh":
    """A tile, card or block standing on z = 0, its texture on top (a square of its long side)."""
    box = joined(rounded_box(size, min(radius, size[2] * 0.45), 7))
    box.vertices = box.vertices + np.array([0, 0, size[2] / 2])
    box.coordinates = _planar(box.vertices, max(size[:2]) / 2)
    return box


def lathe(profile: list[tuple[float, float]], sides: int = 48) -> "Mesh":
    """A body of revolution about z of (radius, height) points; each piece is smooth-shaded."""
    pieces = []
    turn = np.linspace(0, 2 * np.pi, sides + 1)
    ring = np.stack([np.cos(turn), np.sin(turn)], 1)
    reach = max(radius for radius, _ in profile)
    k = np.arange(sides)
    a, b, c, d = k, k + 1, k + sides + 1, k + sides + 2
    triangles = np.concatenate([np.stack(t, 1) for t in ((a, b, c), (b, d, c))])
    for (r0, z0), (r1, z1) in pairwise(profile):
        low = np.column_stack([ring * r0, np.full(len(ring), z0)])
        high = np.column_stack([ring * r1, np.full(len(ring), z1)])
        slope = np.array([z1 - z0, r0 - r1]) / max(np.hypot(z1 - z0, r0 - r1), 1e-9)
        normal = np.column_stack([ring * slope[0], np.full(len(ring), slope[1])])
        vertices = np.concatenate([low, high])
        pieces.append(
            Mesh(vertices, np.concatenate([normal, normal]), _planar(vertices, reach), triangles)
        )
    return joined(pieces)


def capsule(start: Array, end: Array, r0: float, r1: float, sides: int = 24) -> "Mesh":
    """A finger or pen between two points; texture runs along it."""
    axis = end - start
    length = float(np.linalg.norm(axis))
    axis = axis / length
    side = np.cross(axis, [0.0, 0.0, 1.0] if abs(axis[2]) < 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    other = np.cross(axis, side)
    cap = np.linspace(-np.pi / 2, 0, 7)
    along = np.concatenate([r0 * np.sin(cap), length + r1 * np.sin(cap + np.pi / 2)])
    radii = np.concatenate([r0 * np.cos(cap), r1 * np.cos(cap + np.pi / 2)])
    lift = np.concatenate([np.sin(cap), np.sin(cap + np.pi / 2)])
    flat = np.concatenate([np.cos(cap), np.cos(cap + np.pi / 2)])
    turn = np.linspace(0, 2 * np.pi, sides + 1)
    around = np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * other
    vertices = start + along[:, None, None] * axis + radii[:, None, None] * around[None]
    normals = lift[:, None, None] * axis + flat[:, None, None] * around[None]
    rows, columns = len(along), sides + 1
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    triangles = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, c), (b, d, c))])
    u = np.clip((along - along.min()) / (along.max() - along.min()), 0.004, 0.996)
    coordinates = np.stack(np.broadcast_arrays(u[:, None], (turn / (2 * np.pi))[None]), -1)
    return Mesh(
        vertices.reshape(-1, 3), normals.reshape(-1, 3), coordinates.reshape(-1, 2), triangles
    )
