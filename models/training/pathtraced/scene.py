"""Dice, lighting, printed mat and camera of a scene, path-traced by Mitsuba and denoised."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt
from pyoidn import denoise

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from companion.games.roll.model.dice import FACES, DieType, Face
from models.training.arrays import F32, F64, ImageU8, Random
from models.training.generator.camera import Camera
from models.training.generator.paint import linear
from models.training.pathtraced.geometry import EDGE_MM, TARGET, Cube, rounded_cube
from vision.mats.layout import MatLayout

mi.set_variant("llvm_ad_rgb")

Print: TypeAlias = Callable[[DieType, Face, Random], ImageU8]

TOP = np.array(
    [[0, 0, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [-0.5, -0.5, 0.5]]
)
"""Centre and corners of the top face of a unit cube."""


def traced(scene: Any, *, denoised: bool = True) -> F32:
    """Return the linear light that the sensor of a loaded scene sees, shape ``(H, W, 3)``."""
    image = np.array(mi.render(scene), np.float32)
    return np.asarray(denoise(image, hdr=True), np.float32) if denoised else image


LAMPS = {
    "neutral": ("neutral", 5500),
    "warm": ("warm", 2800),
    "cool": ("cool", 7500),
    "mixed": ("mixed", 3000),
    "dim": ("dim", 3600),
    "hard": ("hard", 4800),
    "warm cast": ("warm", 2600),
    "cool cast": ("cool", 9500),
    "dim cast": ("warm", 2800),
    "candle cast": ("warm", 2000),
    "shade cast": ("cool", 16000),
}
"""Kinds of lighting: a simpler kind and the colour temperature of the key light. "Cast" is an
illuminant that white balance does not compensate (strongest: candle light and shade under a blue
sky); "dim" is two stops darker."""

_MAT_PX_PER_MM = 8


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lighting condition and the camera's settings for it.

    Attributes:
        balance: white-balance gains for red, green and blue.
        white: linear level of the brightest parts of the image.
        blur_px, noise, jpeg: parameters of the camera.
    """

    lights: dict[str, Any]
    balance: npt.NDArray[Any]
    white: float
    blur_px: float
    noise: float
    jpeg: int


def draw_lamp(rng: Random, kind: str) -> Lamp:
    """Return random lighting of a kind, one of ``LAMPS``, with camera settings for it."""
    plain, kelvin = LAMPS[kind]
    main = lamp(kelvin * float(np.exp(rng.normal(0, 0.06))))
    cast = kind.endswith("cast")
    low, high = (0.0, 0.2) if cast else (0.85, 1.0) if plain in ("neutral", "hard") else (0.5, 0.95)
    balance = main ** -rng.uniform(low, high) * np.exp(rng.normal(0, 0.03, 3))
    dim = kind.startswith("dim")
    made = Lamp(
        lights=lights_of(rng, plain, main),
        balance=np.asarray(balance, np.float32),
        white=float(rng.uniform(0.16, 0.24) if dim else rng.uniform(0.6, 0.95)),
        blur_px=float(rng.uniform(0.4, 0.9)),
        noise=float(rng.uniform(0.004, 0.012) if dim else rng.uniform(0.001, 0.006)),
        jpeg=int(rng.integers(78, 96)),
    )
    rng.integers(5)  # the recipe's random stream has this draw
    return made


def lights_of(rng: Random, light: str, main: npt.NDArray[Any]) -> dict[str, Any]:
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


def _rgb(values: npt.NDArray[Any], share: float = 1.0) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) * share for v in values]}


def developed(image: F32, light: Lamp, gain: float, rng: Random) -> ImageU8:
    """Return the camera's RGB image with its fixed white balance and exposure."""
    level = image * light.balance * np.float32(gain)
    level = np.asarray(cv2.GaussianBlur(level, (0, 0), light.blur_px), np.float32)
    spread = np.sqrt(np.maximum(level, 0) * light.noise * 0.3 + light.noise**2 * 0.2)
    noise: npt.NDArray[Any] = rng.normal(0, 1, level.shape).astype(np.float32)
    taken = np.asarray(np.clip(encoded(level + noise * spread), 0, 255)[..., ::-1], np.uint8)
    _, data = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]


def printed_sheet(mat: MatLayout) -> dict[str, Any]:
    """Return the printed mat on the table, centred at the world origin."""
    grey = raster(draw_sheet(mat), _MAT_PX_PER_MM)[::-1]  # Mitsuba's first row is the lowest
    # White paper reflects about as much as the palest die.
    texture = np.repeat(grey[:, :, None], 3, axis=2)
    width, height = mat.paper.value
    place = mi.ScalarTransform4f().translate([0, 0, 0.15]).scale([width / 2, height / 2, 1])
    reflectance = bitmap(np.asarray(texture * 0.96, np.uint8))
    return {
        "type": "rectangle",
        "to_world": place,
        "bsdf": {"type": "diffuse", "reflectance": reflectance},
    }


def encoded(light: F32) -> F32:
    """Linear 0..1 to sRGB 0..255."""
    v = np.clip(light, 0, 1)
    return (np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055) * 255).astype(
        np.float32
    )


def lamp(kelvin: float) -> F32:
    """Linear RGB of a black body, green 1 (approximation after Helland, 2012, linearised)."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.1 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else max(138.52 * math.log(t - 10) - 305.04, 10.0)
    rgb = linear(np.clip(np.array([red, green, blue]), 0, 255))
    return np.asarray(rgb / rgb[1], np.float32)


def add_dice(
    scene: dict[str, Any], rng: Random, cubes: Sequence[Cube], printed: Print
) -> list[tuple[F64, F64]]:
    """Add *cubes* to a scene; return rotation and position of each."""
    placed = [pose_of(cube) for cube in cubes]
    for k, (cube, (pose, place)) in enumerate(zip(cubes, placed, strict=True)):
        scene[f"die{k}"] = die_mesh(rng, cube, pose, place, printed)
    return placed


def bitmap(pixels: ImageU8) -> dict[str, Any]:
    """Return sRGB *pixels*, shape ``(H, W, 3)``, as a texture."""
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(pixels)), "raw": False}


def sensor_of(rng: Random, camera: Camera, *, samples: int) -> dict[str, Any]:
    """Return the sensor of *camera*, with *samples* paths per pixel."""
    seed = int(rng.integers(1 << 30))
    width_px, height_px = camera.size_px
    return {
        "type": "perspective",
        "fov": math.degrees(2 * math.atan(width_px / 2 / camera.focal_px)),
        "fov_axis": "x",
        "to_world": mi.ScalarTransform4f().look_at(
            origin=camera.position.tolist(), target=TARGET, up=[0, 1, 0]
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


def die_mesh(rng: Random, cube: Cube, pose: F64, place: F64, printed: Print) -> Any:
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
