"""Dice that are not flat and uncovered.

They are tilted on the edges of tiles, lean against others, lie on one or two others, or are covered
by fingers, cards and cups.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import mitsuba as mi
import numpy as np

from models.training.arrays import F64, Random
from models.training.generator.camera import Camera
from models.training.pathtraced.geometry import EDGE_MM, Cube, lay_dice

_SKIN = ((0.55, 0.33, 0.24), (0.30, 0.17, 0.11), (0.66, 0.45, 0.36), (0.12, 0.07, 0.05))
_GRID = 15
Things = list[dict[str, Any]]


def odd_dice(rng: Random, cubes: list[Cube]) -> tuple[list[Cube], Things]:
    """Return *cubes*, most of them not flat, and the tiles on which some are tilted."""
    laid, things = list(cubes), []
    for k, cube in enumerate(cubes):
        kind = rng.choice(["flat", "tipped", "leaning", "stacked", "bridge"], p=_ODDS)
        if kind == "tipped":
            laid[k], tile = _tipped(rng, cube)
            things.append(tile)
        elif kind == "leaning":
            laid.append(_leaning(rng, cube))
        elif kind == "stacked":
            laid.append(_on_top(rng, cube))
        elif kind == "bridge":
            step = EDGE_MM * rng.uniform(1.02, 1.3)
            across = cube.yaw + math.pi / 2 * int(rng.integers(4))
            x, y = cube.x_mm + step * math.cos(across), cube.y_mm + step * math.sin(across)
            laid.append(replace(_other(rng, cube), x_mm=x, y_mm=y, yaw=cube.yaw))
            middle = replace(cube, x_mm=(x + cube.x_mm) / 2, y_mm=(y + cube.y_mm) / 2)
            laid.append(_on_top(rng, middle))
    return _without_collisions(laid), things


_ODDS = (0.35, 0.25, 0.18, 0.17, 0.05)


def _other(rng: Random, cube: Cube) -> Cube:
    """Return a copy of *cube* with random type and face."""
    any_die = lay_dice(rng, 1, (EDGE_MM, EDGE_MM))[0]
    return replace(cube, type=any_die.type, face=any_die.face)


def _tipped(rng: Random, cube: Cube) -> tuple[Cube, dict[str, Any]]:
    """Return *cube* with one side on a tile's edge or a stack of tiles, and that tile."""
    high = float(rng.uniform(1.8, 6.0))
    side = rng.uniform(0, 2 * math.pi) if rng.random() < 0.4 else cube.yaw + math.pi / 2
    reach = EDGE_MM * rng.uniform(0.75, 0.98)
    lean = math.asin(min(0.7, high / reach))
    tipped = replace(cube, lean=lean, axis=side - cube.yaw - math.pi / 2)
    # The raised side is the one towards *side*.
    half = float(rng.uniform(12, 28))
    away = half + EDGE_MM * 0.32
    x, y = cube.x_mm + away * math.cos(side), cube.y_mm + away * math.sin(side)
    t = mi.ScalarTransform4f
    place = t().translate([x, y, high / 2]).rotate([0, 0, 1], math.degrees(side))
    return tipped, thing(
        "cube", place.scale([half, half * 0.8, high / 2]), rng.uniform(0.03, 0.8, 3)
    )


def _leaning(rng: Random, cube: Cube) -> Cube:
    """Return a die with one edge on the table and one against *cube*."""
    lean = math.radians(rng.uniform(9, 42))
    side = cube.yaw + math.pi / 2 * int(rng.integers(4))
    away = EDGE_MM / 2 * (1 + math.cos(lean) + math.sin(lean))
    along = EDGE_MM * rng.uniform(-0.4, 0.4)
    x = cube.x_mm + away * math.cos(side) - along * math.sin(side)
    y = cube.y_mm + away * math.sin(side) + along * math.cos(side)
    quarter = math.pi / 2 * int(rng.integers(4))
    yaw = side + quarter
    sign = float(rng.choice([-1.0, 1.0]))
    return replace(_other(rng, cube), x_mm=x, y_mm=y, yaw=yaw, lean=sign * lean,
                   axis=math.pi / 2 - quarter)  # fmt: skip


def _on_top(rng: Random, cube: Cube) -> Cube:
    away, toward = rng.uniform(0.0, 0.45) * EDGE_MM, rng.uniform(0, 2 * math.pi)
    x, y = cube.x_mm + away * math.cos(toward), cube.y_mm + away * math.sin(toward)
    yaw = cube.yaw + rng.normal(0, 0.1) if rng.random() < 0.3 else rng.uniform(0, 6.3)
    return replace(_other(rng, cube), x_mm=x, y_mm=y, yaw=float(yaw), foot_mm=EDGE_MM)


def _without_collisions(cubes: list[Cube]) -> list[Cube]:
    """Drop dice that intersect an earlier one on the same level."""
    kept: list[Cube] = []
    for cube in cubes:
        near = [
            math.dist((cube.x_mm, cube.y_mm), (k.x_mm, k.y_mm))
            for k in kept
            if (k.foot_mm > 0) == (cube.foot_mm > 0)
        ]
        if min(near, default=math.inf) > EDGE_MM * 0.99:
            kept.append(cube)
    return kept


def thing(kind: str, place: Any, rgb: Any) -> dict[str, Any]:
    """Return a body of one colour; *kind* and *place* are Mitsuba's shape and transform."""
    bsdf = {
        "type": "plastic",
        "diffuse_reflectance": {"type": "rgb", "value": list(map(float, rgb))},
    }
    return {"type": kind, "to_world": place, "bsdf": bsdf}


def covers(rng: Random, cubes: list[Cube], count: int, *, odds: Sequence[float]) -> Things:
    """Return *count* occluders of random dice: fingers, cards, cups with probabilities *odds*."""
    things: Things = []
    t = mi.ScalarTransform4f
    for _ in range(count):
        cube = cubes[int(rng.integers(len(cubes)))]
        toward = rng.uniform(0, 2 * math.pi)
        way = np.array([math.cos(toward), math.sin(toward)])
        spot = np.array([cube.x_mm, cube.y_mm])
        over = EDGE_MM * rng.uniform(-0.2, 0.35)  # signed gap between die centre and cover
        kind = int(rng.choice(3, p=odds))
        if kind == 0:
            thick, skin = float(rng.uniform(6, 9)), _SKIN[int(rng.integers(len(_SKIN)))]
            high, tip = float(rng.uniform(24, 40)), spot + way * (over + thick)
            end = tip + way * 150
            ends = [[*tip, high], [*end, high + 40]]
            ball = {"type": "sphere", "center": ends[0], "radius": thick}
            rod = {"type": "cylinder", "p0": ends[0], "p1": ends[1], "radius": thick}
            bsdf = thing("", None, skin)["bsdf"]
            things += [{**ball, "bsdf": bsdf}, {**rod, "bsdf": bsdf}]
        elif kind == 1:
            half = rng.uniform(15, 45, 2)
            x, y = spot + way * (over + half[0])
            place = t().translate([x, y, float(rng.uniform(16, 40))])
            place = place.rotate([0, 0, 1], math.degrees(toward)).rotate(
                [0, 1, 0], float(rng.normal(0, 8))
            )
            things.append(
                thing("cube", place.scale([*map(float, half), 0.6]), rng.uniform(0.03, 0.8, 3))
            )
        else:
            radius = float(rng.uniform(28, 42))
            x, y = spot + way * (over + radius + EDGE_MM * 0.3)
            high = float(rng.uniform(60, 100))
            wall = {"p0": [x, y, 16.0], "p1": [x, y, high], "radius": radius}
            lid = t().translate([x, y, high]).scale([radius, radius, 1])
            foot = thing("disk", lid, rng.uniform(0.02, 0.6, 3))
            things += [{"type": "cylinder", **wall, "bsdf": foot["bsdf"]}, foot]
    return things


def visible_share(scene: Any, camera: Camera, top: F64) -> float:
    """Return the share of a top face, corners (4, 3) in mm, that *camera* sees in its image."""
    steps = (np.arange(_GRID) + 0.5) / _GRID * 0.8 + 0.1
    u, v = (each.ravel()[:, None] for each in np.meshgrid(steps, steps))
    normal = np.cross(top[1] - top[0], top[3] - top[0])
    normal *= np.sign(normal[2]) / np.linalg.norm(normal)
    points = top[0] + u * (top[1] - top[0]) + v * (top[3] - top[0]) + 0.2 * normal
    eye = camera.position
    toward = mi.Vector3f(*(points - eye).T.astype(np.float32))
    ray = mi.Ray3f(mi.Point3f(*map(float, eye)), toward)
    hidden = np.array(scene.ray_intersect(ray).t) < 0.999
    seen = ~hidden & ((points - eye) @ normal < 0)
    pixels = camera.project(points) + 0.5
    seen &= ((pixels >= 0) & (pixels < camera.size_px)).all(axis=1)
    return float(seen.mean())
