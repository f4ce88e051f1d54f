"""Dice and sensor of a scene, path-traced by Mitsuba and denoised."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import mitsuba as mi
import numpy as np
import numpy.typing as npt
from pyoidn import denoise

from companion.games.roll.model.dice import FACES, DieType, Face
from models.training.pathtraced.geometry import (
    EDGE_MM,
    F64,
    Camera,
    Cube,
    camera_place,
    rounded_cube,
)

mi.set_variant("llvm_ad_rgb")

Print: TypeAlias = Callable[[DieType, Face, np.random.Generator], npt.NDArray[np.uint8]]

TOP = np.array(
    [[0, 0, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [-0.5, -0.5, 0.5]]
)
"""Centre and corners of the top face of a unit cube."""


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
    printed: Print,
) -> list[tuple[F64, F64]]:
    """Add *cubes* to a scene; return rotation and position of each."""
    placed = [pose_of(cube) for cube in cubes]
    for k, (cube, (pose, place)) in enumerate(zip(cubes, placed, strict=True)):
        scene[f"die{k}"] = die_mesh(rng, cube, pose, place, printed)
    return placed


def bitmap(pixels: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """Return sRGB *pixels*, shape ``(H, W, 3)``, as a texture."""
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(pixels)), "raw": False}


def camera_above(
    rng: np.random.Generator,
    die_px: float,
    *,
    most_tilt_deg: float,
    size_px: tuple[int, int],
) -> Camera:
    """Return a camera that sees a die at the image centre with edges of *die_px*."""
    focal = size_px[0] / 2 / math.tan(math.radians(rng.uniform(28, 38)))
    distance = focal * EDGE_MM / die_px
    tilt, heading = math.radians(rng.uniform(0, most_tilt_deg)), rng.uniform(0, 2 * math.pi)
    x, y, z = camera_place(distance, tilt, heading, EDGE_MM)
    return Camera(focal, (x, y - 1e-3, z), (0.0, 0.0, EDGE_MM), size_px)


def sensor_of(rng: np.random.Generator, camera: Camera, *, samples: int) -> dict[str, Any]:
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


def pose_of(cube: Cube) -> tuple[F64, F64]:
    """Rotation ``(3, 3)`` and centre ``(3,)`` in mm; a tilted die stands on its lowest point."""
    cl, sl = math.cos(cube.lean), math.sin(cube.lean)
    leaning = np.array([[1, 0, 0], [0, cl, -sl], [0, sl, cl]])
    pose = _spin(cube.yaw + cube.axis) @ leaning @ _spin(-cube.axis)
    height = cube.foot_mm + EDGE_MM / 2 * float(np.abs(pose[2]).sum())
    return pose, np.array([cube.x_mm, cube.y_mm, height])


def _spin(angle: float) -> F64:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def die_mesh(
    rng: np.random.Generator,
    cube: Cube,
    pose: F64,
    place: F64,
    printed: Print,
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
