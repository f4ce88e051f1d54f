"""Poses of dice and clutter: scattered, touching in rows and groups, cocked, stacked."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.arrays import F64, Random


@dataclass(frozen=True, slots=True)
class Pose:
    """Body to world rotation and world centre of a cube, millimetres."""

    rotation: F64
    center_mm: F64
    stacked: bool = False


def flat_pose(
    x_mm: float, y_mm: float, angle_rad: float, edge_mm: float, lift_mm: float = 0.0
) -> Pose:
    """Return the pose of a die that lies flat; the angle turns x towards y."""
    rotation = cv2.Rodrigues(np.array([0.0, 0.0, angle_rad]))[0]
    return Pose(np.asarray(rotation), np.array([x_mm, y_mm, -edge_mm / 2 - lift_mm]))


def scatter(
    rng: Random,
    region: tuple[float, float, float, float],
    count: int,
    edge_mm: float,
    *,
    togetherness: float,
) -> list[Pose]:
    """Return poses of up to *count* dice whose footprints do not overlap.

    Args:
        region: x0, y0, x1, y1 in millimetres.
        togetherness: share of dice placed in contact with an earlier one.
    """
    placed: list[tuple[float, float, float]] = []
    common = rng.uniform(0, math.pi / 2)
    for _ in range(count * 6):
        if len(placed) >= count:
            break
        if placed and rng.random() < togetherness:
            spot = _beside(rng, placed[int(rng.integers(len(placed)))], edge_mm)
        else:
            angle = common if rng.random() < 0.3 else rng.uniform(0, 2 * math.pi)
            spot = (rng.uniform(region[0], region[2]), rng.uniform(region[1], region[3]), angle)
        if not any(_overlap(spot, other, edge_mm) for other in placed):
            placed.append(spot)
    return [
        flat_pose(x, y, angle + math.pi / 2 * int(rng.integers(4)), edge_mm)
        for x, y, angle in placed
    ]


def cocked_pose(rng: Random, pose: Pose, edge_mm: float) -> Pose:
    """Return *pose* tilted by 8 to 45 degrees, its lowest edge or corner on the table."""
    axis = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.5:  # on an edge, leaning against something
        turn = math.atan2(pose.rotation[1, 0], pose.rotation[0, 0])
        axis = turn + math.pi / 2 * int(rng.integers(4))
    lean = math.radians(rng.uniform(8.0, 45.0))
    tip = cv2.Rodrigues(np.array([math.cos(axis), math.sin(axis), 0.0]) * lean)[0]
    rotation = np.asarray(tip @ pose.rotation)
    reach = float(np.abs(rotation[2]).sum()) * edge_mm / 2 * 0.96
    center = np.array([pose.center_mm[0], pose.center_mm[1], -reach])
    return Pose(rotation, center)


def tipped_pose(rng: Random, pose: Pose, edge_mm: float, high_mm: float) -> tuple[Pose, float]:
    """Return *pose* with one side on a tile *high_mm* thick, and the direction to the tile.

    The direction is an angle in the table plane, from x towards y.
    """
    side = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.6:  # aligned with the tile's edge
        side = math.atan2(pose.rotation[1, 0], pose.rotation[0, 0])
    lean = math.asin(min(0.6, high_mm / (edge_mm * rng.uniform(0.7, 0.98))))
    axis = np.array([math.sin(side), -math.cos(side), 0.0]) * -lean
    rotation = np.asarray(cv2.Rodrigues(axis)[0] @ pose.rotation)
    reach = float(np.abs(rotation[2]).sum()) * edge_mm / 2 * 0.98
    return Pose(rotation, np.array([*pose.center_mm[:2], -reach])), side


def leaning_pose(rng: Random, base: Pose, others: Sequence[Pose], edge_mm: float) -> Pose | None:
    """Return a pose leaning against *base*, one edge on the table; None if there is no room."""
    turn = math.atan2(base.rotation[1, 0], base.rotation[0, 0])
    lean = math.radians(rng.uniform(9.0, 45.0))
    broad = (math.cos(lean) + math.sin(lean)) * edge_mm / 2
    away, along = edge_mm / 2 + broad, edge_mm * rng.uniform(-0.4, 0.4)
    for side in turn + math.pi / 2 * rng.permutation(4):
        x = base.center_mm[0] + away * math.cos(side) - along * math.sin(side)
        y = base.center_mm[1] + away * math.sin(side) + along * math.cos(side)
        gaps = [math.dist(other.center_mm[:2], (x, y)) for other in others if other is not base]
        if min(gaps, default=math.inf) < 1.4 * edge_mm:
            continue
        quarter = math.pi / 2 * int(rng.integers(4))
        spin = flat_pose(0.0, 0.0, side + quarter + rng.normal(0.0, 0.05), edge_mm).rotation
        axis = np.array([-math.sin(side), math.cos(side), 0.0]) * float(rng.choice([-1.0, 1.0]))
        tip = np.asarray(cv2.Rodrigues(axis * lean)[0])
        return Pose(tip @ spin, np.array([x, y, -broad]))
    return None


def stacked_pose(rng: Random, below: Pose, others: Sequence[Pose], edge_mm: float) -> Pose:
    """Return a pose on top of a die: centred, offset by up to half an edge, or on two dice."""
    away, toward = rng.uniform(0.0, 0.48) * edge_mm, rng.uniform(0, 2 * math.pi)
    x, y = below.center_mm[:2] + away * np.array([math.cos(toward), math.sin(toward)])
    near = [o for o in others if o is not below
            and math.dist(o.center_mm, below.center_mm) < 1.6 * edge_mm]  # fmt: skip
    if near and rng.random() < 0.5:
        share = rng.uniform(0.3, 0.7)
        x, y = below.center_mm[:2] * share + near[0].center_mm[:2] * (1 - share)
    pose = flat_pose(float(x), float(y), rng.uniform(0, 2 * math.pi), edge_mm, lift_mm=edge_mm)
    return Pose(pose.rotation, pose.center_mm, stacked=True)


def _beside(
    rng: Random, base: tuple[float, float, float], edge_mm: float
) -> tuple[float, float, float]:
    x, y, angle = base
    side = angle + math.pi / 2 * int(rng.integers(4))
    turn = rng.normal(0.0, 0.03) if rng.random() < 0.7 else rng.uniform(-0.8, 0.8)
    half = 0.5 * (abs(math.cos(turn)) + abs(math.sin(turn)))
    away = edge_mm * (0.5 + half + abs(rng.normal(0.0, 0.03)) + 0.004)
    along = edge_mm * (0.0 if rng.random() < 0.5 else rng.uniform(-0.7, 0.7))
    return (
        x + away * math.cos(side) - along * math.sin(side),
        y + away * math.sin(side) + along * math.cos(side),
        angle + turn,
    )


def _overlap(a: tuple[float, float, float], b: tuple[float, float, float], edge: float) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if math.hypot(dx, dy) > edge * 1.45:
        return False
    turn = b[2] - a[2]
    reach = edge * 0.5 * (1.0 + abs(math.cos(turn)) + abs(math.sin(turn)))
    for angle in (a[2], b[2]):  # separating axes of two squares
        c, s = math.cos(angle), math.sin(angle)
        if abs(dx * c + dy * s) >= reach or abs(-dx * s + dy * c) >= reach:
            return False
    return True


def spread_faces(rng: Random, names: Sequence[str], count: int) -> list[str]:
    """Return *count* random names: of all, or in a quarter of the cases of only one to three."""
    if rng.random() < 0.25:
        few = rng.choice(list(names), int(rng.integers(1, 4)))
        return [str(rng.choice(few)) for _ in range(count)]
    return [str(rng.choice(list(names))) for _ in range(count)]
