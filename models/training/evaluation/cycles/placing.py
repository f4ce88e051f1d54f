"""Where dice, clutter and camera stand. Centimetres, z up, the ground at z = 0."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.games.roll.model.dice import FACES, DieType
from models.training.evaluation.rendered_sets import Spot, block, camera_place, is_free

_ODD_TRIES = 60  # most places beside a die in a row are taken


@dataclass(frozen=True, slots=True)
class Die:
    """One die: place of its middle, turn and lean in radians; *kind* and *face* as in the truth."""

    x: float
    y: float
    z: float
    yaw: float
    lean: float
    kind: str
    face: str


@dataclass(frozen=True, slots=True)
class View:
    """The camera: *size_px* and *focal_px* of the picture, where it stands and what it looks at."""

    size_px: tuple[int, int]
    focal_px: float
    position: tuple[float, float, float]
    roll: float


def draw_view(rng: np.random.Generator, edge: float, *, mat: bool) -> View:
    """Return a camera that sees dice of *edge* 35 to 75 pixels large, from up to 20 degrees."""
    size_px = (1536, 864) if rng.random() < 0.3 else (1280, 720)
    if mat:  # the sheet, 21 cm high, fills most of the picture
        die_px = size_px[1] * rng.uniform(0.74, 0.88) * edge / 21.0
    else:
        die_px = np.exp(rng.uniform(math.log(35), math.log(75)))
    focal = size_px[0] / 2 / math.tan(math.radians(rng.uniform(24, 36)))
    distance = focal * edge / die_px
    tilt, heading = math.radians(20 * math.sqrt(rng.random())), rng.uniform(0, 2 * math.pi)
    position = camera_place(distance, tilt, heading, edge)
    roll = rng.normal(0, 3) if mat else rng.uniform(-180, 180)
    return View(size_px, focal, position, math.radians(float(roll)))


def draw_dice(
    rng: np.random.Generator,
    edge: float,
    half: tuple[float, float],
    *,
    pips: bool,
    many_askew: bool = False,
) -> list[Die]:
    """Return 4 to 35 dice alone, in rows and in blocks, some leaning or lying on others.

    Up to two of them do so, or four to eight with *many_askew*.
    """
    wanted = int(rng.integers(4, 36))
    spots: list[Spot] = []
    for _ in range(500):
        group = _group(rng, edge, half)
        if all(is_free(spot, spots, edge, half) for spot in group):
            spots += group
        if len(spots) >= wanted:
            break
    draw = _pip_kinds(rng) if pips else _roll_kinds(rng)
    dice = [_upright(rng, spot, edge, *next(draw)) for spot in spots[:wanted]]
    odd_wanted = int(rng.integers(4, 9) if many_askew else rng.integers(0, 3))
    full = len(dice) + odd_wanted
    for _ in range(_ODD_TRIES if many_askew else odd_wanted):
        odd = _odd_one(rng, dice, edge, half, *next(draw)) if len(dice) < full else None
        if odd is not None:
            dice.append(odd)
    return dice


def _roll_kinds(rng: np.random.Generator) -> Iterator[tuple[str, str]]:
    """Mostly all types; a quarter of the pictures holds the types that are hard to tell apart."""
    types = list(DieType)
    if rng.random() < 0.25:
        hard = ((0, 2), (4, 6), (0, 3), (2, 3), (5, 6), (0, 2, 3), (4, 5, 6))
        types = [types[i] for i in hard[int(rng.integers(len(hard)))]]
    while True:
        kind = types[int(rng.integers(len(types)))]
        face = FACES[kind][int(rng.integers(6))]
        yield kind.value, face.value


def _pip_kinds(rng: np.random.Generator) -> Iterator[tuple[str, str]]:
    while True:
        yield "d6", str(int(rng.integers(1, 7)))


def _group(rng: np.random.Generator, edge: float, half: tuple[float, float]) -> list[Spot]:
    x, y = rng.uniform(-half[0], half[0]), rng.uniform(-half[1], half[1])
    yaw = rng.uniform(0, math.pi / 2)
    columns, rows = ((1, 1), (int(rng.integers(2, 7)), 1), tuple(rng.integers(2, 4, 2)))[
        int(rng.choice(3, p=(0.4, 0.35, 0.25)))
    ]
    gap = edge * (1.0 + float(rng.choice([0.003, 0.02, 0.08])))
    loose = gap > edge * 1.01
    return [
        (px, py, turn + (float(rng.normal(0, 0.02)) if loose else 0.0))
        for px, py, turn in block((x, y, yaw), int(columns), int(rows), gap)
    ]


def _upright(rng: np.random.Generator, spot: Spot, edge: float, kind: str, face: str) -> Die:
    yaw = spot[2] + math.pi / 2 * int(rng.integers(4))
    return Die(spot[0], spot[1], edge / 2, yaw, 0.0, kind, face)


def _odd_one(
    rng: np.random.Generator,
    dice: list[Die],
    edge: float,
    half: tuple[float, float],
    kind: str,
    face: str,
) -> Die | None:
    """Return a die that leans against another one, or lies across two; None where none fits."""
    if not dice:
        return None
    base = dice[int(rng.integers(len(dice)))]
    yaw = base.yaw + math.pi / 2 * int(rng.integers(4))
    if rng.random() < 0.3:
        shift = edge * rng.uniform(0.25, 0.5)
        x, y = base.x + shift * math.cos(yaw), base.y + shift * math.sin(yaw)
        return Die(x, y, edge * 1.5, float(rng.uniform(0, 6.3)), 0.0, kind, face)
    lean = float(rng.uniform(0.2, 0.75))
    reach = edge / 2 * (1 + math.cos(lean) + math.sin(lean)) * 1.01
    x, y = base.x + reach * math.cos(yaw), base.y + reach * math.sin(yaw)
    others = [d for d in dice if d is not base]
    if abs(x) > half[0] or abs(y) > half[1]:
        return None
    if any(math.dist((x, y), (d.x, d.y)) < edge * 1.45 for d in others):
        return None
    z = edge / 2 * (math.cos(lean) + math.sin(lean))
    return Die(x, y, z, yaw + math.pi / 2, lean, kind, face)
