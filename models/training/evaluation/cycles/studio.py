"""One scene from end to end: placed, lit, traced, and what the camera truly sees of each die."""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"  # read when OpenCV is loaded

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

from models.training.evaluation.cycles import things
from models.training.evaluation.cycles.ground import add_ground
from models.training.evaluation.cycles.lens import photograph
from models.training.evaluation.cycles.placing import Die, View, draw_dice, draw_view

LIGHTS = ("neutral", "warm", "cool", "mixed", "dim", "hard", "glare")
GROUNDS = ("wood", "felt", "cloth", "plain")
KELVIN = {
    "neutral": (4800, 6000),
    "warm": (2600, 3200),
    "cool": (7000, 9500),
    "mixed": (2700, 3200),
    "dim": (2700, 4500),
    "hard": (3500, 5500),
    "glare": (3500, 6500),
}
SAMPLES = 10
STACKED_CM = 1.2
"""A die whose middle is higher lies on another one."""

VISIBLE_SHARE = 0.875
"""A die counts as flat and in full view if the camera sees this share of its top face."""


def shoot(
    rng: np.random.Generator,
    light: str,
    ground: str,
    *,
    mats: Path | None,
    pips: bool,
    many_askew: bool = False,
) -> tuple[Any, list[dict[str, Any]]]:
    """Return a BGR picture and the truth about its dice.

    Args:
        rng: decides everything that is not named.
        light: one of LIGHTS.
        ground: one of GROUNDS.
        mats: folder with ``mats.json`` to lay a mat from; None lays none.
        pips: ordinary dice instead of the game's.
        many_askew: several dice lean or lie on others, instead of two at most.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    edge = float(np.clip(rng.normal(1.4, 0.08), 1.2, 1.6))
    view = draw_view(rng, edge, mat=mats is not None)
    camera = _camera(view)
    scale = math.hypot(*view.position) / view.focal_px
    half = (view.size_px[0] / 2 * scale * 0.88, view.size_px[1] / 2 * scale * 0.84)
    turn = view.roll
    add_ground(rng, ground)
    if mats is not None:
        size = _lay_mat(rng, mats, -turn)
        half = (size[0] / 20 - 4.6, size[1] / 20 - 2.2)  # between the markers
    laid = draw_dice(rng, edge, half, pips=pips, many_askew=many_askew)
    dice = [_turned(die, -turn) for die in laid]
    paint = things.draw_paint(rng)
    made = [things.add_die(rng, die, edge, paint) for die in dice]
    if mats is None:
        things.add_clutter(rng, dice, half, edge)
    lamp_rgb = _lights(rng, light, view)
    picture = photograph(_trace(view, int(rng.integers(1 << 30))), lamp_rgb, light, rng)
    truth = [_truth(die, thing, camera, view) for die, thing in zip(dice, made, strict=True)]
    return picture, truth


def _turned(die: Die, angle: float) -> Die:
    c, s = math.cos(angle), math.sin(angle)
    x, y = die.x * c - die.y * s, die.x * s + die.y * c
    return Die(x, y, die.z, die.yaw + angle, die.lean, die.kind, die.face)


def _camera(view: View) -> Any:
    data = bpy.data.cameras.new("camera")
    data.sensor_width = 36.0
    data.lens = 36.0 * view.focal_px / view.size_px[0]
    camera = bpy.data.objects.new("camera", data)
    place = Vector(view.position)
    forward = -place.normalized()
    right = forward.cross(Vector((0, 1, 0))).normalized()
    up = right.cross(forward)
    axes = Matrix((right, up, -forward)).transposed()
    camera.matrix_world = Matrix.LocRotScale(
        place, (axes @ Matrix.Rotation(view.roll, 3, "Z")).to_quaternion(), None
    )
    bpy.context.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    return camera


def _lay_mat(rng: np.random.Generator, mats: Path, turn: float) -> tuple[float, float]:
    listed = json.loads((mats / "mats.json").read_text())["mats"]
    usable = [mat for mat in listed if mat["kind"] in ("strip", "tray")]
    mat = usable[int(rng.integers(len(usable)))]
    width, height = mat["size_mm"]
    things.add_mat(mats / mat["png"], (width, height), turn + float(rng.normal(0, 0.03)))
    return float(width), float(height)


def _lights(rng: np.random.Generator, kind: str, view: View) -> Any:
    """A main lamp and the room's light; returns the main lamp's colour as linear RGB."""
    kelvin = float(rng.uniform(*KELVIN[kind]))
    side, height = rng.uniform(0, 2 * math.pi), rng.uniform(60, 120)
    away = height * rng.uniform(0.3, 1.1)
    place = (away * math.cos(side), away * math.sin(side), height)
    size = float(rng.uniform(15, 60))
    if kind == "hard":
        size = float(rng.uniform(1.0, 4.0))
    if kind == "glare":  # stands where a level mirror would throw it into the camera
        far = height / view.position[2]
        place = (-view.position[0] * far + rng.normal(0, 8), -view.position[1] * far, height)
        size = float(rng.uniform(6, 20))
    power = 4.0e4 * (height / 90) ** 2
    _area(place, size, kelvin, power)
    share = {"hard": 0.08, "glare": 0.35, "dim": 0.4}.get(kind, float(rng.uniform(0.2, 0.6)))
    room = float(rng.uniform(6500, 9000)) if kind == "mixed" else kelvin * rng.uniform(0.9, 1.2)
    if kind == "mixed":
        window = (-place[0] * 1.5, -place[1] * 1.5, 60.0)
        _area(window, 70, room, power * rng.uniform(0.3, 1.0))
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    warm = world.node_tree.nodes.new("ShaderNodeBlackbody")
    warm.inputs["Temperature"].default_value = room
    world.node_tree.links.new(warm.outputs["Color"], back.inputs["Color"])
    back.inputs["Strength"].default_value = share * 1.2
    return _blackbody(kelvin)


def _area(place: Sequence[float], size: float, kelvin: float, power: float) -> None:
    lamp = bpy.data.lights.new("lamp", "AREA")
    lamp.shape, lamp.size, lamp.energy = "DISK", size, power
    lamp.color = _blackbody(kelvin)
    thing = bpy.data.objects.new("lamp", lamp)
    thing.location = place
    thing.rotation_euler = (-Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.collection.objects.link(thing)


def _blackbody(kelvin: float) -> Any:
    """Return linear sRGB of a black body (Kim et al. 2002, its chromaticity), green = 1."""
    t = 1000.0 / kelvin
    if kelvin < 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    xyz = np.array([x / y, 1.0, (1 - x - y) / y])
    matrix = np.array(
        [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]]
    )
    rgb = np.clip(matrix @ xyz, 0.01, None)
    return np.asarray(rgb / rgb[1], np.float32)


def _trace(view: View, seed: int) -> Any:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = view.size_px
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    cycles = scene.cycles
    cycles.samples, cycles.seed = SAMPLES, seed
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter, cycles.denoising_quality = "FAST", "BALANCED"
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "light.exr")
        bpy.ops.render.render(write_still=True)
        light = np.asarray(cv2.imread(scene.render.filepath, cv2.IMREAD_UNCHANGED), np.float32)
    return np.ascontiguousarray(light[..., 2::-1])


def _truth(die: Die, thing: Any, camera: Any, view: View) -> dict[str, Any]:
    scene, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    width, height = view.size_px
    eye = camera.matrix_world.translation

    def pixel(point: Vector) -> tuple[float, float]:
        seen = world_to_camera_view(scene, camera, point)
        return seen.x * width - 0.5, (1 - seen.y) * height - 0.5

    world = thing.matrix_world
    points = [world @ p for p in things.top_points()]
    seen = 0
    for point in points:
        x, y = pixel(point)
        ray = (point - eye).normalized()
        hit, _, _, _, what, _ = scene.ray_cast(graph, eye, ray)
        seen += hit and what.name == thing.name and 0 <= x < width and 0 <= y < height
    corners = [
        pixel(world @ Vector((u / 2, v / 2, 0.5))) for u, v in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]
    sides = [math.dist(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    centre = pixel(world @ Vector((0, 0, 0.5)))
    share = seen / len(points)
    state = _state(die, share)
    return {
        "centre_px": [round(v, 1) for v in centre],
        "size_px": round(sum(sides) / 4, 1),
        "type": die.kind,
        "face": die.face,
        "flat": state == "flat",
        "state": state,
        "visible": round(share, 2),
    }


def _state(die: Die, share: float) -> str:
    if share < VISIBLE_SHARE:
        return "hidden"
    if die.lean:
        return "cocked"
    return "stacked" if die.z > STACKED_CM else "flat"
