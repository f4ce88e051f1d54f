"""Path-traced training images; in half of them most dice are tilted, stacked or partly hidden.

`models.training.generator` composites hands, cards and cups as flat layers over its dice and
approximates shadows; the pose of a die is best learned from correct lighting, contact and
occlusion. Dice are small, since a crop of one die has some 25 pixels per edge, and faces come from
a small cache, so that an image with 30 dice is traced in seconds.

The other half are plain tables, to avoid forgetting them: flat dice of 12 to 42 pixels, from
straight above to very oblique, underexposed or overexposed, next to flat prints, some of them
pushed together into a large block.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import mitsuba as mi
import numpy as np

from companion.games.roll.model.dice import DieType, Face
from models.training.arrays import F64, ImageU8, Random
from models.training.data.shards import DICE_LABELS
from models.training.data.traced_sets import PICTURES_PER_SET, TracedSet, set_path
from models.training.generator.background.floors import lay_prints
from models.training.generator.background.grounds import GROUNDS, ground
from models.training.generator.camera import Camera, look_at
from models.training.generator.frames import generator
from models.training.pathtraced import scene as tracing
from models.training.pathtraced.askew import Things, covers, odd_dice, thing, visible_share
from models.training.pathtraced.faces import face_texture
from models.training.pathtraced.geometry import (
    EDGE_MM,
    Cube,
    Spot,
    any_die,
    block,
    camera_above,
    is_free,
    lay_dice,
)
from vision.mats.layout import Paper, mat_layout

SEED: Final = 8008
SIZE_PX: Final = (768, 448)
_SAMPLES = 6
_PLAIN_SHARE = 0.5
_BLOCK_SHARE = 0.35  # share of the plain tables
_MISSING_SHARE = 0.08  # share of a block's dice
_DIE_PX = (22.0, 42.0)
_PLAIN_DIE_PX = (12.0, 42.0)
_MAT_SHARE = 0.2
_MAT_DIE_PX = (21.0, 28.0)  # the whole sheet is in view
_MAT_TILT_DEG = 12.0
_MOST_TILT_DEG = 48.0
_PLAIN_TILT_DEG = 58.0
_EXPOSURE_SPREAD = 0.15
_PLAIN_EXPOSURE_SPREAD = 0.45
_DENOISED_SHARE = 0.85  # the other images keep the path tracer's noise
_STOCK = 5  # prints per face
_PRINT_PX = (96, 96)
_COVER_ODDS = (0.5, 0.42, 0.08)  # a cup hides a whole group
_GROUND_PX = (640, 960)
_GROUND_EDGES = 30.0  # die edges across the background texture


@cache
def _stock(die: DieType, face: Face, number: int) -> ImageU8:
    """Return one of the face's few prints: drawing takes longer than tracing."""
    large = face_texture(die, face, np.random.default_rng(number))
    return np.asarray(cv2.resize(large, _PRINT_PX, interpolation=cv2.INTER_AREA), np.uint8)


def _printed(die: DieType, face: Face, rng: Random) -> ImageU8:
    """Return one of the prints; its colours vary a little."""
    tint = _stock(die, face, int(rng.integers(_STOCK))) + rng.normal(0, 5, 3)
    return np.asarray(np.clip(tint, 0, 255), np.uint8)


def traced_set(build: Path, number: int) -> TracedSet:
    """Return a set, traced unless it exists."""
    indices = range(number * PICTURES_PER_SET, (number + 1) * PICTURES_PER_SET)
    path = set_path(build, number)
    return TracedSet.kept(
        path, lambda: TracedSet.join([_table(generator(SEED, index)) for index in indices])
    )


def _table(rng: Random) -> TracedSet:
    """Return one image with the ground truth of its dice."""
    plain = bool(rng.random() < _PLAIN_SHARE)
    mat = bool(rng.random() < _MAT_SHARE)
    camera, die_px = _camera(rng, plain=plain, mat=mat)
    # Some dice lie on the image border.
    half = (SIZE_PX[0] / 2 / die_px * EDGE_MM, SIZE_PX[1] / 2 / die_px * EDGE_MM)
    half = (min(half[0], 140.0), min(half[1], 90.0)) if mat else half
    cubes, things = _plain_dice(rng, half) if plain else _disturbed_dice(rng, half)
    things += _boxes(rng, cubes, half)
    light = tracing.draw_lamp(rng, str(rng.choice(list(tracing.LAMPS))))
    content: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 4},
        "sensor": tracing.sensor_of(rng, camera, samples=_SAMPLES),
        "ground": _ground(rng),
        **light.lights,
        **{f"thing{k}": other for k, other in enumerate(things)},
    }
    if mat:
        content["mat"] = tracing.printed_sheet(mat_layout(f"strip-{rng.integers(1, 6)}", Paper.A4))
    placed = tracing.add_dice(content, rng, cubes, _printed)
    scene = mi.load_dict(content)
    image = tracing.traced(scene, denoised=bool(rng.random() < _DENOISED_SHARE))
    level = float(np.percentile((image * light.balance).max(axis=2), 97))
    spread = _PLAIN_EXPOSURE_SPREAD if plain else _EXPOSURE_SPREAD
    gain = light.white / level * float(np.exp(rng.normal(0, spread)))
    light = replace(light, blur_px=float(rng.uniform(0.3, 0.9)))
    picture = tracing.developed(image, light, gain, rng)
    rows = [
        _row(scene, camera, cube, tracing.TOP @ pose.T * EDGE_MM + place)
        for cube, (pose, place) in zip(cubes, placed, strict=True)
    ]
    normals = [camera.rotation @ pose[:, 2] for pose, _ in placed]
    return TracedSet.of_picture(picture, rows, normals, camera.focal_px)


def _camera(rng: Random, *, plain: bool, mat: bool) -> tuple[Camera, float]:
    """Return a camera and the edge in pixels of a die at the image centre."""
    low, high = _MAT_DIE_PX if mat else _PLAIN_DIE_PX if plain else _DIE_PX
    die_px = math.exp(rng.uniform(math.log(low), math.log(high)))
    if mat:
        tilt = _MAT_TILT_DEG
    elif plain:
        tilt = _PLAIN_TILT_DEG
    else:  # most look nearly straight down
        tilt = max(float(rng.uniform(0, _MOST_TILT_DEG) ** 2 / _MOST_TILT_DEG), 1.0)
    return camera_above(rng, die_px, tilt, SIZE_PX), die_px


def _plain_dice(rng: Random, half: tuple[float, float]) -> tuple[list[Cube], Things]:
    """Return single dice and small groups, in some images next to a large block of others."""
    loose = lay_dice(rng, int(rng.integers(3, 36)), half)
    if rng.random() >= _BLOCK_SHARE:
        return loose, []
    spots = _large_block(rng, half)
    cubes = [cube for cube in loose if is_free((cube.x_mm, cube.y_mm, 0.0), spots, EDGE_MM, half)]
    return cubes + [any_die(rng, spot) for spot in spots], []


def _large_block(rng: Random, half: tuple[float, float]) -> list[Spot]:
    """Return positions of dice pushed together by hand: they touch, few are missing."""
    x, y = rng.uniform(-half[0], half[0]) * 0.6, rng.uniform(-half[1], half[1]) * 0.6
    columns, rows = int(rng.integers(3, 8)), int(rng.integers(2, 7))
    pitch = EDGE_MM * (1.002 + abs(rng.normal(0, 0.012)))
    spots = block((x, y, rng.uniform(0, 2 * math.pi)), columns, rows, pitch)
    inside = [spot for spot in spots if abs(spot[0]) < half[0] and abs(spot[1]) < half[1]]
    return [spot for spot in inside if rng.random() > _MISSING_SHARE]


def _disturbed_dice(rng: Random, half: tuple[float, float]) -> tuple[list[Cube], Things]:
    """Return dice, most of them not flat, and the objects that tilt and cover them."""
    # A tenth of the images show a few dice, the others as many as there is room for.
    count = int(rng.integers(4, 16) if rng.random() < 0.1 else rng.integers(24, 60))
    cubes, things = odd_dice(rng, lay_dice(rng, count, half))
    things += covers(rng, cubes, int(rng.poisson(len(cubes) / 9)), odds=_COVER_ODDS)
    for _ in range(int(rng.poisson(len(cubes) / 20))):
        things.append(
            _LAID[int(rng.integers(len(_LAID)))](rng, cubes[int(rng.integers(len(cubes)))])
        )
    return cubes, things


def _row(
    scene: Any,
    camera: Camera,
    cube: Cube,
    top: F64,
) -> tuple[float, ...]:
    """Return a die's ground truth, columns `TRUTH_FIELDS`; pixel centres at integer coordinates.

    Args:
        top: world points of its ``TOP``, ``(5, 3)`` in mm.
    """
    seen = camera.project(top)
    sides = np.roll(seen[1:], -1, axis=0) - seen[1:]
    edge = float(np.linalg.norm(sides, axis=1).mean())
    turns = 4 * np.arctan2(sides[:, 1], sides[:, 0])
    angle = math.atan2(np.sin(turns).mean(), np.cos(turns).mean()) / 4 % (math.pi / 2)
    visible = visible_share(scene, camera, top[1:])
    label = DICE_LABELS.index(f"{cube.type.value}/{cube.face.value}")
    tilt = abs(math.degrees(cube.lean))
    return (0, *seen[0], edge, angle, visible, tilt, float(cube.foot_mm > 0), label)


def _ground(rng: Random) -> dict[str, Any]:
    """Return the table under the dice: the generator's background and prints, tiled."""
    kind = str(rng.choice(GROUNDS))
    edge_px = _GROUND_PX[1] / _GROUND_EDGES
    albedo = ground(kind, rng, _GROUND_PX, edge_px)
    far_mm = 1000.0
    above = look_at(
        (0.0, 0.0),
        distance_mm=far_mm,
        tilt_deg=0.0,
        azimuth_deg=0.0,
        roll_deg=0.0,
        size_px=_GROUND_PX[::-1],
        focal_px=far_mm * edge_px / EDGE_MM,
    )
    across, down = (side / edge_px * EDGE_MM * 0.45 for side in _GROUND_PX[::-1])
    lay_prints(albedo, above, rng, (-across, -down, across, down), (edge_px, EDGE_MM))
    bitmap = mi.Bitmap(np.ascontiguousarray(albedo, np.float32))
    texture = {"type": "bitmap", "bitmap": bitmap, "raw": True}
    repeats, t = 5, mi.ScalarTransform4f
    half_mm = np.array(_GROUND_PX[::-1]) / _GROUND_PX[1] * _GROUND_EDGES * EDGE_MM / 2 * repeats
    place = t().rotate([0, 0, 1], float(rng.uniform(0, 360))).scale([*map(float, half_mm), 1])
    reflectance = {**texture, "to_uv": t().scale([repeats, repeats, 1])}
    return {
        "type": "rectangle",
        "to_world": place,
        "bsdf": {"type": "diffuse", "reflectance": reflectance},
    }


def _boxes(rng: Random, cubes: list[Cube], half: tuple[float, float]) -> Things:
    """Return boxes between the dice."""
    things: Things = []
    for _ in range(int(rng.poisson(2.0))):
        x, y = rng.uniform(-half[0], half[0]), rng.uniform(-half[1], half[1])
        size = rng.uniform(3, 14, 2)
        if all(math.dist((x, y), (c.x_mm, c.y_mm)) > max(size) * 1.5 + EDGE_MM for c in cubes):
            place = mi.ScalarTransform4f().translate([float(x), float(y), float(size[1])])
            place = place.rotate([0, 0, 1], float(rng.uniform(0, 90)))
            box = place.scale([float(size[0]), float(rng.uniform(4, 14)), float(size[1])])
            things.append(thing("cube", box, _any_rgb(rng)))
    return things


def _pen(rng: Random, cube: Cube) -> dict[str, Any]:
    """A pen with one end on a die and the other beyond it."""
    turn, radius = rng.uniform(0, 2 * math.pi), float(rng.uniform(2.5, 5.5))
    high = cube.foot_mm + EDGE_MM * 1.05 + radius
    aside = rng.normal(0, EDGE_MM * 0.3, 2)
    x, y = cube.x_mm + aside[0], cube.y_mm + aside[1]
    ends = [
        [float(x + way * math.cos(turn)), float(y + way * math.sin(turn)), float(z)]
        for way, z in ((-rng.uniform(10, 40), high), (rng.uniform(60, 120), high * 0.6))
    ]
    pen = {"type": "cylinder", "p0": ends[0], "p1": ends[1], "radius": radius}
    return {**pen, "bsdf": thing("", None, _any_rgb(rng))["bsdf"]}


def _laid_tile(rng: Random, cube: Cube) -> dict[str, Any]:
    """A tile or card that lies on a die and covers a part of its face."""
    half = rng.uniform(12, 35, 2)
    turn = rng.uniform(0, 2 * math.pi)
    away = half[0] + EDGE_MM * rng.uniform(-0.2, 0.4)
    x, y = cube.x_mm + away * math.cos(turn), cube.y_mm + away * math.sin(turn)
    lean = math.degrees(math.asin(min(0.6, (cube.foot_mm + EDGE_MM) / (2 * half[0] + EDGE_MM))))
    place = mi.ScalarTransform4f().translate([float(x), float(y), cube.foot_mm + EDGE_MM * 0.62])
    place = place.rotate([0, 0, 1], math.degrees(turn)).rotate([0, 1, 0], lean)
    return thing(
        "cube", place.scale([*map(float, half), float(rng.uniform(0.3, 1.2))]), _any_rgb(rng)
    )


_LAID: tuple[Callable[[Random, Cube], dict[str, Any]], ...] = (_pen, _laid_tile)


def _any_rgb(rng: Random) -> F64:
    """Return a reflectance of any colour; many objects are grey, white or black."""
    if rng.random() < 0.35:
        return np.full(3, rng.uniform(0.02, 0.85))
    return np.asarray(rng.uniform(0.02, 0.85, 3))
