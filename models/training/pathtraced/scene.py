"""One scene: dice, background, light sources and clutter, path-traced by Mitsuba and denoised."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import mitsuba as mi
import numpy as np
import numpy.typing as npt
from pyoidn import denoise

from companion.games.roll.model.dice import FACES, DieType, Face
from models.training.pathtraced.faces import face_texture
from models.training.pathtraced.geometry import (
    EDGE_MM,
    HEIGHT_PX,
    WIDTH_PX,
    Camera,
    Cube,
    lay_dice,
    rounded_cube,
)
from models.training.pathtraced.light import develop, ground_texture, lamp
from models.training.pathtraced.rendered_sets import camera_place

mi.set_variant("llvm_ad_rgb")

Print: TypeAlias = Callable[[DieType, Face, np.random.Generator], npt.NDArray[np.uint8]]

F64: TypeAlias = npt.NDArray[np.float64]

KELVIN = {"neutral": 5500, "warm": 2800, "cool": 7500, "mixed": 3000, "dim": 3600, "hard": 4800}
"""Colour temperature of the key light by kind of lighting."""

LIGHTS = tuple(KELVIN)
GROUNDS = ("plain", "wood", "felt", "cloth", "paper")
SAMPLES = 16

TOP = np.array(
    [[0, 0, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [-0.5, -0.5, 0.5]]
)
"""Centre and corners of the top face of a unit cube."""


def render(
    rng: np.random.Generator, light: str, ground: str
) -> tuple[npt.NDArray[np.uint8], list[dict[str, Any]]]:
    """Return one camera image (BGR) and the ground truth of its dice."""
    size_px = rng.uniform(37, 72)
    camera = camera_above(rng, size_px)
    half = (WIDTH_PX / 2 / size_px * EDGE_MM * 0.86, HEIGHT_PX / 2 / size_px * EDGE_MM * 0.80)
    cubes = lay_dice(rng, int(rng.integers(4, 36)), half)
    main = lamp(KELVIN[light])
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 6},
        "sensor": sensor_of(rng, camera),
        "ground": ground_plane(rng, ground),
        **lights_of(rng, light, main),
    }
    truth = []
    for cube, (pose, place) in zip(cubes, add_dice(scene, rng, cubes), strict=True):
        truth.append(truth_of(cube, camera.project(top_of(pose, place))))
    for k in range(int(rng.integers(0, 6))):
        scene[f"clutter{k}"] = _clutter(rng, half, cubes)
    return develop(traced(mi.load_dict(scene)), main, light, rng), truth


def traced(scene: Any, *, denoised: bool = True) -> npt.NDArray[np.float32]:
    """Return the linear light that the sensor of a loaded scene sees, shape ``(H, W, 3)``."""
    image = np.array(mi.render(scene), np.float32)
    return np.asarray(denoise(image, hdr=True), np.float32) if denoised else image


def top_of(pose: F64, place: F64) -> F64:
    """Return the world points of ``TOP``, ``(5, 3)`` in mm, for *pose* ``(3, 3)`` and *place*."""
    return TOP @ pose.T * EDGE_MM + place


def add_dice(
    scene: dict[str, Any],
    rng: np.random.Generator,
    cubes: Sequence[Cube],
    printed: Print = face_texture,
) -> list[tuple[F64, F64]]:
    """Add *cubes* to a scene; return rotation and position of each."""
    placed = [pose_of(cube) for cube in cubes]
    for k, (cube, (pose, place)) in enumerate(zip(cubes, placed, strict=True)):
        scene[f"die{k}"] = die_mesh(rng, cube, pose, place, printed)
    return placed


def bitmap(pixels: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Return sRGB *pixels*, shape ``(H, W, 3)``, as a texture."""
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(pixels)), "raw": False}


def _rgb(values: npt.NDArray[Any], share: float = 1.0) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) * share for v in values]}


def camera_above(
    rng: np.random.Generator,
    die_px: float,
    *,
    most_tilt_deg: float = 20.0,
    size_px: tuple[int, int] = (WIDTH_PX, HEIGHT_PX),
) -> Camera:
    """Return a camera that sees a die at the image centre with edges of *die_px*."""
    focal = size_px[0] / 2 / math.tan(math.radians(rng.uniform(28, 38)))
    distance = focal * EDGE_MM / die_px
    tilt, heading = math.radians(rng.uniform(0, most_tilt_deg)), rng.uniform(0, 2 * math.pi)
    x, y, z = camera_place(distance, tilt, heading, EDGE_MM)
    return Camera(focal, (x, y - 1e-3, z), (0.0, 0.0, EDGE_MM), size_px)


def sensor_of(
    rng: np.random.Generator, camera: Camera, *, samples: int = SAMPLES
) -> dict[str, Any]:
    """Return the sensor of *camera*, with *samples* paths per pixel."""
    seed = int(rng.integers(1 << 30))
    width_px, height_px = camera.size_px
    return {
        "type": "perspective",
        "fov": math.degrees(2 * math.atan(width_px / 2 / camera.focal_px)),
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(
            origin=list(camera.origin), target=list(camera.target), up=[0, 1, 0]
        ),
        "film": {
            "type": "hdrfilm",
            "width": width_px,
            "height": height_px,
            # A wider filter correlates the noise, and the denoiser then does not remove it.
            "rfilter": {"type": "box"},
            "pixel_format": "rgb",
        },
        "sampler": {"type": "independent", "sample_count": samples, "seed": seed},
    }


def ground_plane(rng: np.random.Generator, kind: str) -> dict[str, Any]:
    """Return a textured table of a kind, far wider than the image."""
    t = mi.ScalarTransform4f
    half_mm, tile_mm = 900.0, float(rng.uniform(120, 300))
    repeats = 2 * half_mm / tile_mm
    texture = {**bitmap(ground_texture(kind, rng)), "to_uv": t().scale([repeats, repeats, 1])}
    turn = float(rng.uniform(0, 90))
    return {
        "type": "rectangle",
        "to_world": t().rotate([0, 0, 1], turn).scale([half_mm, half_mm, 1]),
        "bsdf": {"type": "diffuse", "reflectance": texture},
    }


def lights_of(rng: np.random.Generator, light: str, main: npt.NDArray[Any]) -> dict[str, Any]:
    """A key light above and to the side (small and hard or large and soft) and ambient light."""
    fill = lamp(7000) if light == "mixed" else main
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(250, 700)
    spot = [reach * math.cos(angle), reach * math.sin(angle), float(rng.uniform(350, 800))]
    spread = 25.0 if light == "hard" else float(rng.uniform(70, 240))
    toward = mi.ScalarTransform4f().look_at(origin=spot, target=[0, 0, 0], up=[0, 0.3, 1])
    share = 0.12 if light == "hard" else float(rng.uniform(0.25, 0.6))
    return {
        "lamp": {
            "type": "rectangle",
            "to_world": toward.scale([spread, spread, 1]),
            "emitter": {"type": "area", "radiance": _rgb(main, 4.0e5 / spread**2)},
        },
        "sky": {"type": "constant", "radiance": _rgb(fill, share)},
    }


def pose_of(cube: Cube) -> tuple[F64, F64]:
    """Rotation ``(3, 3)`` and centre ``(3,)`` in mm; a tilted die stands on its lowest point."""
    cl, sl = math.cos(cube.lean), math.sin(cube.lean)
    leaning = np.array([[1, 0, 0], [0, cl, -sl], [0, sl, cl]])
    pose = _spin(cube.yaw + cube.axis) @ leaning @ _spin(-cube.axis)
    height = cube.foot_mm + EDGE_MM / 2 * float(np.abs(pose[2]).sum())
    return pose, np.array([cube.x_mm, cube.y_mm, height])


def _spin(angle: float) -> npt.NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def die_mesh(
    rng: np.random.Generator,
    cube: Cube,
    pose: npt.NDArray[np.float64],
    place: npt.NDArray[np.float64],
    printed: Print = face_texture,
) -> Any:
    """Return a die, *pose* as ``(3, 3)`` and *place* in mm; *printed* draws its faces."""
    vertices, triangles, uv = rounded_cube(float(rng.uniform(0.08, 0.16)))
    others = list(FACES[cube.type])
    others.remove(cube.face)
    order = [cube.face, *(others[i] for i in rng.permutation(5))]
    cells = [printed(cube.type, face, rng) for face in order]
    atlas = np.concatenate([np.concatenate(cells[:3], 1), np.concatenate(cells[3:], 1)], 0)
    glaze = mi.Properties()
    glaze["bsdf"] = mi.load_dict(
        {
            "type": "roughplastic",
            "distribution": "ggx",
            "alpha": float(rng.uniform(0.06, 0.35)),
            "int_ior": 1.5,
            "diffuse_reflectance": bitmap(atlas),
            "nonlinear": True,
        }
    )
    mesh = mi.Mesh("die", len(vertices), len(triangles), has_vertex_texcoords=True, props=glaze)
    params = mi.traverse(mesh)
    params["vertex_positions"] = (vertices @ pose.T * EDGE_MM + place).astype(np.float32).ravel()
    params["faces"] = triangles.ravel()
    params["vertex_texcoords"] = uv.ravel()
    params.update()
    return mesh


def truth_of(cube: Cube, top_px: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Return the label of a die; *top_px* are the image positions of ``TOP``."""
    corners = top_px[1:]
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return {
        "centre_px": [round(float(v), 1) for v in top_px[0]],
        "size_px": round(float(edges.mean()), 1),
        "type": cube.type.value,
        "face": cube.face.value,
        "flat": cube.state == "flat",
        "state": cube.state,
    }


def _clutter(
    rng: np.random.Generator, half: tuple[float, float], cubes: list[Cube]
) -> dict[str, Any]:
    """A tile, chip or pen next to the dice, never above one."""
    t = mi.ScalarTransform4f
    for _ in range(60):
        x, y = rng.uniform(-half[0], half[0]), rng.uniform(-half[1], half[1])
        if all((x - c.x_mm) ** 2 + (y - c.y_mm) ** 2 > 48**2 for c in cubes):
            break
    else:
        x, y = half[0] * 3, half[1] * 3
    bsdf = {"type": "plastic", "diffuse_reflectance": _rgb(rng.uniform(0.03, 0.8, 3))}
    kind = rng.integers(3)
    if kind == 0:
        side, turn = float(rng.uniform(12, 26)), float(rng.uniform(0, 90))
        place = t().translate([x, y, 1.0]).rotate([0, 0, 1], turn).scale([side, side, 1.0])
        return {"type": "cube", "to_world": place, "bsdf": bsdf}
    if kind == 1:
        r = float(rng.uniform(7, 13))
        place = t().translate([x, y, 2.0]).scale([r, r, 1])
        return {"type": "disk", "to_world": place, "bsdf": bsdf}
    a = rng.uniform(0, 2 * math.pi)
    end = [x + 45 * math.cos(a), y + 45 * math.sin(a), 4.0]
    return {"type": "cylinder", "p0": [x, y, 4.0], "p1": end, "radius": 4.0, "bsdf": bsdf}
