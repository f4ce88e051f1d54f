"""Dice, mats and clutter, as Blender's objects and materials."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bmesh
import bpy
import cv2
import numpy as np
import numpy.typing as npt
from mathutils import Euler, Vector

from companion.games.roll.model.dice import FACES, DieType, Face
from models.training.evaluation.cycles.glyphs import coverage, pips, printed
from models.training.evaluation.cycles.placing import Die
from models.training.generator.colors import BODY_SRGB, INK_SRGB

_AXES = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))
"""Axis and sign of each side of a die; side 0 looks up."""


def picture_node(name: str, rgb: npt.NDArray[np.uint8]) -> Any:
    """Return a packed sRGB image of Blender's from RGB bytes."""
    height, width = rgb.shape[:2]
    image = bpy.data.images.new(name, width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = rgb[::-1] / np.float32(255)
    image.pixels.foreach_set(rgba.ravel())
    image.pack()
    return image


def plastic(name: str, colour: Any, *, roughness: float, coat: float = 0.0) -> Any:
    """Return a material; *colour* is an image or linear RGB."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.05
    if isinstance(colour, bpy.types.Image):
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = colour
        texture.extension = "EXTEND"
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    else:
        shader.inputs["Base Color"].default_value = (*colour, 1.0)
    return material


def add_die(rng: np.random.Generator, die: Die, edge: float, paint: dict[str, Any]) -> Any:
    """Put a die into the scene and return its object; side 0 of its mesh is the face's."""
    mesh = bpy.data.meshes.new("die")
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    radius = float(paint["radius"])
    bmesh.ops.bevel(
        shape,
        geom=[*shape.edges, *shape.verts],
        offset=radius,
        segments=5,
        profile=0.5,
        affect="EDGES",
        clamp_overlap=True,
    )
    layer = shape.loops.layers.uv.new("side")
    for polygon in shape.faces:
        polygon.smooth = True
        _lay_flat(polygon, layer)
    shape.to_mesh(mesh)
    shape.free()
    made = bpy.data.objects.new("die", mesh)
    made.scale = (edge,) * 3
    made.location = (die.x, die.y, die.z)
    turn = Euler((0, 0, die.yaw)).to_matrix() @ Euler((die.lean, 0, 0)).to_matrix()
    made.rotation_euler = turn.to_euler()
    atlas = picture_node("sides", _atlas(rng, die, paint))
    made.data.materials.append(
        plastic("die", atlas, roughness=paint["roughness"], coat=paint["coat"])
    )
    bpy.context.collection.objects.link(made)
    return made


def _lay_flat(polygon: Any, layer: Any) -> None:
    """Give a polygon its place in the atlas: three columns, two rows, side 0 top left."""
    normal = polygon.calc_center_median()
    axis = max(range(3), key=lambda i: abs(normal[i]))
    side = _AXES.index((axis, 1 if normal[axis] > 0 else -1))
    sign = _AXES[side][1]
    for loop in polygon.loops:
        p = loop.vert.co
        # Seen from outside: u to the right, v up; mirrored sides would show mirrored glyphs.
        u, v = {
            2: (p.x * sign, p.y),
            0: (p.y * sign, p.z),
            1: (-p.x * sign, p.z),
        }[axis]
        u, v = min(max(u + 0.5, 0.01), 0.99), min(max(v + 0.5, 0.01), 0.99)
        column, row = side % 3, side // 3
        loop[layer].uv = ((column + u) / 3, 1 - (row + 1 - v) / 2)


def _atlas(rng: np.random.Generator, die: Die, paint: dict[str, Any]) -> npt.NDArray[np.uint8]:
    if die.kind == "d6":
        values = [die.face, *(v for v in "123456" if v != die.face)]
        body, ink = paint["d6"][int(rng.integers(len(paint["d6"])))]
        radius = float(rng.uniform(0.07, 0.105))
        cells = [printed(pips(int(v), radius), body, ink, rng) for v in values]
    else:
        kind = DieType(die.kind)
        others = list(FACES[kind])
        others.remove(Face(die.face))
        faces = [Face(die.face), *(others[i] for i in rng.permutation(5))]
        width = float(rng.uniform(0.074, 0.092))
        body = tuple(
            np.clip(np.array(BODY_SRGB[kind.value]) + paint["shift"] + rng.normal(0, 2, 3), 0, 255)
        )
        cells = [printed(coverage(kind, f, width), body, INK_SRGB[kind.value], rng) for f in faces]
    return np.concatenate([np.concatenate(cells[:3], 1), np.concatenate(cells[3:], 1)], 0)


def draw_paint(rng: np.random.Generator) -> dict[str, Any]:
    """Return what all dice of a box have in common: shape of the edges, gloss, pigments."""
    bodies = rng.integers(0, 256, (3, 3)).tolist()
    pairs = [
        ((25, 35, 110), (215, 30, 40)),  # red pips on dark blue: hardly any difference in lightness
        ((235, 232, 220), (20, 20, 25)),
        ((150, 15, 25), (240, 240, 235)),
        ((25, 25, 28), (240, 240, 235)),
        ((30, 110, 60), (250, 215, 60)),
    ]
    for body in bodies:
        light = sum(body) > 380
        pairs.append((tuple(body), (25, 22, 28) if light else (240, 238, 230)))
    chosen = [pairs[i] for i in rng.permutation(len(pairs))[: int(rng.integers(1, 4))]]
    return {
        "radius": rng.uniform(0.08, 0.15),
        "roughness": float(rng.uniform(0.18, 0.5)),
        "coat": float(rng.choice([0.0, 0.3, 0.8])),
        "shift": rng.normal(0, 4, 3),
        "d6": chosen,
    }


def add_mat(path: Path, size_mm: tuple[float, float], turn: float) -> None:
    """Lay a printed mat in the middle, a third of a millimetre above the ground."""
    grey = np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.uint8)
    half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    image = picture_node("mat", np.repeat(half[..., None], 3, 2))
    bpy.ops.mesh.primitive_plane_add(size=1, location=(0, 0, 0.03))
    sheet = bpy.context.object
    sheet.scale = (size_mm[0] / 10, size_mm[1] / 10, 1)
    sheet.rotation_euler = (0, 0, turn)
    sheet.data.materials.append(plastic("paper", image, roughness=0.7))


def add_clutter(
    rng: np.random.Generator, dice: list[Die], half: tuple[float, float], edge: float
) -> None:
    """Lay tiles, chips, cups, pens and a hand beside the dice; a tile may hide a part of one."""
    for _ in range(int(rng.integers(0, 7))):
        make = (_tile, _chip, _cup, _pen, _hand)[int(rng.choice(5, p=(0.3, 0.25, 0.15, 0.2, 0.1)))]
        reach = {_tile: 4.2, _chip: 1.2, _cup: 4.2, _pen: 1.0, _hand: 5.5}[make]
        for _ in range(30):
            x, y = rng.uniform(-1.25, 1.25) * half[0], rng.uniform(-1.25, 1.25) * half[1]
            if all(math.dist((x, y), (d.x, d.y)) > reach + edge for d in dice):
                make(rng, x, y)
                break
    if dice and rng.random() < 0.2:
        die = dice[int(rng.integers(len(dice)))]
        away = rng.uniform(0, 2 * math.pi)
        reach = 2.3 + edge * rng.uniform(-0.25, 0.3)
        _tile(rng, die.x + reach * math.cos(away), die.y + reach * math.sin(away), edge * 1.05)


def _finish(rng: np.random.Generator, colour: Any) -> None:
    bpy.context.object.data.materials.append(
        plastic("thing", colour, roughness=float(rng.uniform(0.2, 0.7)))
    )


def _tile(rng: np.random.Generator, x: float, y: float, z: float = 0.1) -> None:
    """A cardboard tile with coloured fields, rings, rhombs and numbers printed on it."""
    art = np.full((200, 200, 3), rng.integers(20, 235, 3), np.uint8)
    for _ in range(int(rng.integers(3, 9))):
        paint = tuple(int(v) for v in rng.integers(0, 255, 3))
        cx, cy, r = (int(v) for v in (*rng.integers(20, 180, 2), rng.integers(8, 38)))
        shape = int(rng.integers(4))
        thick = int(rng.choice([-1, 3, 6]))
        if shape == 0:
            cv2.circle(art, (cx, cy), r, paint, thick, cv2.LINE_AA)
        elif shape == 1:
            diamond = np.array([[cx, cy - r], [cx + r, cy], [cx, cy + r], [cx - r, cy]])
            cv2.fillPoly(art, [diamond], paint, cv2.LINE_AA)
        elif shape == 2:
            cv2.rectangle(art, (cx - r, cy - r), (cx + r, cy + r), paint, thick)
        else:
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(art, str(cx % 10), (cx, cy), font, r / 18, paint, 3, cv2.LINE_AA)
    bpy.ops.mesh.primitive_cube_add(size=1, location=(x, y, z))
    tile = bpy.context.object
    tile.scale = (4.5, 4.5, 0.2)
    tile.rotation_euler = (0, 0, float(rng.uniform(0, 6.3)))
    _finish(rng, picture_node("tile", art))


def _chip(rng: np.random.Generator, x: float, y: float) -> None:
    height = float(rng.uniform(0.2, 1.2))
    bpy.ops.mesh.primitive_cylinder_add(
        radius=float(rng.uniform(0.7, 1.3)), depth=height, location=(x, y, height / 2), vertices=48
    )
    _finish(rng, rng.uniform(0.02, 0.8, 3))


def _cup(rng: np.random.Generator, x: float, y: float) -> None:
    bpy.ops.mesh.primitive_cylinder_add(
        radius=3.2, depth=float(rng.uniform(3, 7)), location=(x, y, 2.5), end_fill_type="NOTHING"
    )
    _finish(rng, rng.uniform(0.02, 0.8, 3))


def _pen(rng: np.random.Generator, x: float, y: float) -> None:
    bpy.ops.mesh.primitive_cylinder_add(radius=0.4, depth=13, location=(x, y, 0.42))
    # Upright, so that it hides nothing but itself; from above a pen's end is a round spot.
    bpy.context.object.location.z = 6.5 if rng.random() < 0.3 else 0.42
    if bpy.context.object.location.z < 1:
        bpy.context.object.scale = (1, 1, 0.14)
        bpy.context.object.rotation_euler = (math.pi / 2, 0, float(rng.uniform(0, 6.3)))
    _finish(rng, rng.uniform(0.02, 0.8, 3))


def _hand(rng: np.random.Generator, x: float, y: float) -> None:
    """Five fingers and a palm of rounded rods in a skin's colour."""
    tone = np.array([0.62, 0.36, 0.25]) * rng.uniform(0.25, 1.1)
    turn = float(rng.uniform(0, 6.3))
    for k in range(6):
        bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=12, radius=1)
        part = bpy.context.object
        spread = (k - 2) * 0.16
        far = 0.0 if k == 5 else 4.2
        angle = turn + (0 if k == 5 else spread)
        part.location = (x + far * math.cos(angle), y + far * math.sin(angle), 1.2)
        part.scale = (3.0, 2.4, 1.0) if k == 5 else (2.6, 0.62, 0.6)
        part.rotation_euler = (0, 0, angle)
        for polygon in part.data.polygons:
            polygon.use_smooth = True
        _finish(rng, tone)


def top_points(steps: int = 9) -> list[Vector]:
    """Return points of a unit cube's upper side, a little within its edges."""
    ticks = np.linspace(-0.44, 0.44, steps)
    return [Vector((float(u), float(v), 0.5)) for u in ticks for v in ticks]
