"""Rounded cubes, their places and the camera above them. World in mm, z up."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from companion.games.roll.model.dice import FACES, DieType, Face
from models.training.arrays import F32, Random
from models.training.generator.camera import Camera

EDGE_MM = 14.0
TARGET = (0.0, 0.0, EDGE_MM)
"""What the camera looks at."""

Spot: TypeAlias = tuple[float, float, float]
"""Position of a die on the table plane: x, y and rotation in radians."""

_TURNS = (
    np.eye(3),
    np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], float),
    np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], float),
    np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], float),
    np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0]], float),
    np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1]], float),
)
"""Proper rotations that bring the top face to each of the six sides: no face is ever mirrored."""


def rounded_cube(radius: float, steps: int = 14) -> tuple[F32, npt.NDArray[np.uint32], F32]:
    """Return vertices ``(V, 3)`` of a unit cube with rounded edges, triangles and atlas uv.

    The atlas has three columns and two rows; cell 0 (top left) belongs to the top face.
    """
    inner = 0.5 - radius
    ticks = np.concatenate(
        [
            np.linspace(-0.5, -inner, 5),
            np.linspace(-inner, inner, steps)[1:-1],
            np.linspace(inner, 0.5, 5),
        ]
    )
    u, v = np.meshgrid(ticks, ticks)
    flat = np.stack([u, -v, np.full_like(u, 0.5)], -1).reshape(-1, 3)
    core = np.clip(flat, -inner, inner)
    away = flat - core
    length = np.linalg.norm(away, axis=1, keepdims=True)
    points = core + away / np.maximum(length, 1e-9) * radius
    n = len(ticks)
    i = np.arange(n * n).reshape(n, n)
    a, b, c, d = (x.ravel() for x in (i[:-1, :-1], i[:-1, 1:], i[1:, 1:], i[1:, :-1]))
    quads = np.concatenate([np.stack([a, c, b], 1), np.stack([a, d, c], 1)])
    cell = np.stack([(u.ravel() + 0.5) * 0.98 + 0.01, (v.ravel() + 0.5) * 0.98 + 0.01], -1)
    verts, tris, uvs = [], [], []
    for k, turn in enumerate(_TURNS):
        verts.append(points @ turn.T)
        tris.append(quads + k * n * n)
        uvs.append(np.stack([(cell[:, 0] + k % 3) / 3, (cell[:, 1] + k // 3) / 2], -1))
    return (
        np.concatenate(verts).astype(np.float32),
        np.concatenate(tris).astype(np.uint32),
        np.concatenate(uvs).astype(np.float32),
    )


@dataclass(frozen=True, slots=True)
class Cube:
    """One die to render.

    Attributes:
        yaw: rotation about the vertical axis, radians.
        lean: angle between top face and table, radians.
        axis: tilt axis, measured from its own x axis, radians.
        foot_mm: height of its lowest point above the table.
    """

    x_mm: float
    y_mm: float
    yaw: float
    lean: float
    type: DieType
    face: Face
    axis: float = 0.0
    foot_mm: float = 0.0


def camera_above(
    rng: Random, die_px: float, most_tilt_deg: float, size_px: tuple[int, int]
) -> Camera:
    """Return a camera that sees a die at the image centre with edges of *die_px*."""
    focal = size_px[0] / 2 / math.tan(math.radians(rng.uniform(28, 38)))
    distance = focal * EDGE_MM / die_px
    tilt, heading = math.radians(rng.uniform(0, most_tilt_deg)), rng.uniform(0, 2 * math.pi)
    aside = distance * math.sin(tilt)
    position = np.array(
        [
            aside * math.cos(heading),
            aside * math.sin(heading) - 1e-3,
            distance * math.cos(tilt) + EDGE_MM,
        ]
    )
    forward = np.array(TARGET) - position
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 1.0, 0.0))
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    center = (size_px[0] - 1) / 2, (size_px[1] - 1) / 2
    return Camera(size_px, focal, center, rotation, position)


def block(first: Spot, columns: int, rows: int, pitch: float) -> list[Spot]:
    """Return positions in rows and columns, rotated like the first, centres *pitch* apart."""
    x, y, yaw = first
    c, s = pitch * math.cos(yaw), pitch * math.sin(yaw)
    return [
        (x + i * c - j * s, y + i * s + j * c, yaw) for j in range(rows) for i in range(columns)
    ]


def is_free(spot: Spot, others: Sequence[Spot], edge: float, half: tuple[float, float]) -> bool:
    """Whether a die of *edge* fits at *spot* next to the others, within +-*half*."""
    inside = abs(spot[0]) < half[0] and abs(spot[1]) < half[1]
    return inside and all(math.dist(spot[:2], other[:2]) >= edge * 1.42 for other in others)


def lay_dice(rng: Random, count: int, half: tuple[float, float]) -> list[Cube]:
    """Place single dice and touching rows and blocks within +-*half* mm, without overlaps."""
    spots: list[Spot] = []
    for _ in range(400):
        if len(spots) >= count:
            break
        group = _group(rng, half)
        if all(is_free(spot, spots, EDGE_MM, half) for spot in group):
            spots.extend(group[: count - len(spots)])
    return [any_die(rng, spot) for spot in spots]


def _group(rng: Random, half: tuple[float, float]) -> list[Spot]:
    x, y = rng.uniform(-half[0], half[0]), rng.uniform(-half[1], half[1])
    yaw = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.45:
        return [(x, y, yaw)]
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    return block((x, y, yaw), columns, rows, EDGE_MM * (1.0 + rng.choice([0.01, 0.06])))


def any_die(rng: Random, spot: Spot) -> Cube:
    """Return a die of random type and face at a position; one in a hundred is tilted."""
    kind = list(DieType)[int(rng.integers(7))]
    face = FACES[kind][int(rng.integers(6))]
    yaw = spot[2] + math.pi / 2 * int(rng.integers(4))
    lean = 0.0 if rng.random() > 0.01 else float(rng.uniform(0.3, 0.6))
    return Cube(spot[0], spot[1], yaw, lean, kind, face)
