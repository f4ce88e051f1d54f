"""Sphere tracing of rounded boxes in perspective, one body at a time, into a linear image.

The signed distance of a rounded box is exact (Quilez, "distance functions"); only the pixels of
a body's bounding box are traced, so dozens of dice render in tens of milliseconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.training.arrays import F32, F64
from models.training.generator.camera import Camera

I16: TypeAlias = npt.NDArray[np.int16]

# Per face: normal, direction of texture x, direction of texture y; face 0 is up (z = -1).
FACE_AXES: tuple[tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    ((1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
)
_AXES = np.array(FACE_AXES, np.float32)
_ITERATIONS = 9


@dataclass(frozen=True, slots=True)
class Lamp:
    """A distant light source (lamp or window).

    Attributes:
        toward: unit vector from the table to the light source, world axes (z negative: up).
        color: linear RGB of its light on a surface that faces it.
        radius: sine of its angular radius: blur of its reflection.
        softness: blur of its shadows as a share of an edge.
        slope: change of its light across the image, (right, down), share at the border.
    """

    toward: F32
    color: F32
    radius: float
    softness: float
    slope: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Light:
    """All lighting of a scene: light sources and ambient light."""

    lamps: tuple[Lamp, ...]
    ambient: F32


@dataclass(frozen=True, slots=True)
class Body:
    """A rounded box on the table.

    Attributes:
        half_mm: half extents, (x, y, z).
        radius_mm: radius of edges and corners.
        rotation: body to world, shape ``(3, 3)``.
        center_mm: world position of its centre.
        atlas: linear albedo of the six faces one below the other, shape ``(6 * S, S, 3)``.
        gloss: strength of the specular reflection, 0 to about 1.5.
        roughness: width of specular reflections, 0.03 (polished) to 0.5 (matt).
        wrap: wrapped diffuse lighting (approximates subsurface scattering), 0 to 0.4.
    """

    half_mm: tuple[float, float, float]
    radius_mm: float
    rotation: F64
    center_mm: F64
    atlas: F32
    gloss: float = 0.5
    roughness: float = 0.15
    wrap: float = 0.1

    def corners(self) -> F64:
        """World corners of the unrounded box, shape ``(8, 3)``."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        world = signs * np.asarray(self.half_mm) @ self.rotation.T + self.center_mm
        return np.asarray(world, np.float64)

    def up_face(self) -> int:
        """Index of the face that points up most."""
        return int(np.argmin(_AXES[:, 0].astype(float) @ self.rotation.T[:, 2]))

    def face_corners(self, face: int) -> F64:
        """World corners of a face, clockwise from its texture's top left, shape ``(4, 3)``."""
        n, u, v = _AXES[face].astype(float)
        half = np.asarray(self.half_mm)
        quad = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        local = np.array([(n + a * u + b * v) * half for a, b in quad])
        return local @ self.rotation.T + self.center_mm


@dataclass(slots=True)
class Canvas:
    """Render target: linear colour, and index of body and face for each pixel."""

    rgb: F32
    owner: I16
    face: I16


def trace(
    canvas: Canvas, body: Body, number: int, camera: Camera, rays: F32, light: Light, bounce: F32
) -> None:
    """Render one body over the canvas.

    Args:
        number: written to ``canvas.owner`` where the body covers a pixel.
        bounce: light reflected by the background, linear RGB.
    """
    width, height = camera.size_px
    corners = camera.project(body.corners())
    x0, y0 = np.floor(corners.min(axis=0) - 2).astype(int)
    x1, y1 = np.ceil(corners.max(axis=0) + 3).astype(int)
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    if x0 >= x1 or y0 >= y1:
        return
    turn = body.rotation.astype(np.float32)
    direction = np.ascontiguousarray((rays[y0:y1, x0:x1].reshape(-1, 3) @ turn).T)
    origin = ((camera.position - body.center_mm) @ body.rotation).astype(np.float32)[:, None]
    point, travel, miss = _march(body, origin, direction)
    pixel_mm = travel / np.float32(camera.focal_px)
    cover = np.clip(1.05 - 1.1 * miss / pixel_mm, 0.0, 1.0)  # a ray that hits it has miss = 0
    hit = cover > 0
    if not hit.any():
        return
    point, direction, cover = point[:, hit], direction[:, hit], cover[hit]
    normal = _normal(body, point)
    albedo, face = _albedo(body, point)
    ys, xs = np.nonzero(hit.reshape(y1 - y0, x1 - x0))
    ys, xs = ys + y0, xs + x0
    place = ((camera.project(body.center_mm)[0] / (width, height)) * 2 - 1).astype(float)
    shade = _shade(body, albedo, normal, direction, point, light, bounce, place)
    old = canvas.rgb[ys, xs]
    canvas.rgb[ys, xs] = old + (shade - old) * cover[:, None]
    solid = cover > 0.6
    canvas.owner[ys[solid], xs[solid]] = number
    canvas.face[ys[solid], xs[solid]] = face[solid]


def _march(body: Body, origin: F32, direction: F32) -> tuple[F32, F32, F32]:
    """Nearest points of the rays to the body: point, distance travelled, signed distance."""
    core = (np.asarray(body.half_mm, np.float32) - np.float32(body.radius_mm))[:, None]
    reach = np.float32(np.linalg.norm(body.half_mm))
    travel = -(origin * direction).sum(0) - reach
    best = np.full_like(travel, 1e9)
    best_travel = travel.copy()
    for _ in range(_ITERATIONS):
        q = np.abs(origin + direction * travel) - core
        outside = np.maximum(q, 0.0)
        distance = np.sqrt((outside * outside).sum(0)) + np.minimum(q.max(0), 0.0)
        distance -= np.float32(body.radius_mm)
        better = distance < best
        best = np.where(better, distance, best)
        best_travel = np.where(better, travel, best_travel)
        travel = travel + distance
    return origin + direction * best_travel, best_travel, best


def _normal(body: Body, point: F32) -> F32:
    core = (np.asarray(body.half_mm, np.float32) - np.float32(body.radius_mm))[:, None]
    outside = np.maximum(np.abs(point) - core, 0.0)
    length = np.sqrt((outside * outside).sum(0)) + 1e-6
    return np.asarray(np.sign(point) * outside / length, np.float32)


def _albedo(body: Body, point: F32) -> tuple[F32, I16]:
    scaled = point / np.asarray(body.half_mm, np.float32)[:, None]
    face: I16 = np.argmax(_AXES[:, 0] @ scaled, axis=0).astype(np.int16)
    side = body.atlas.shape[1]
    u = (_AXES[face, 1].T * scaled).sum(0) * 0.5 + 0.5
    v = (_AXES[face, 2].T * scaled).sum(0) * 0.5 + 0.5
    x = np.clip(u * side - 0.5, 0, side - 1)
    y = np.clip(v * side - 0.5, 0, side - 1) + face * side
    rows = 4096  # remap does not accept images wider than 32767
    count = len(x)
    pad = (-count) % rows
    grid = np.pad(np.stack([x, y]), ((0, 0), (0, pad))).astype(np.float32).reshape(2, -1, rows)
    texture = cv2.remap(body.atlas, grid[0], grid[1], cv2.INTER_LINEAR)
    return np.asarray(texture, np.float32).reshape(-1, 3)[:count], face


def _shade(
    body: Body,
    albedo: F32,
    normal: F32,
    direction: F32,
    point: F32,
    light: Light,
    bounce: F32,
    place: F64,
) -> F32:
    """Wrapped diffuse light, occlusion near the table, specular reflections of light sources."""
    turn = body.rotation.astype(np.float32)
    n = turn @ normal
    d = turn @ direction
    down = turn[2] @ point + np.float32(body.center_mm[2])  # z in the world; 0 is the table
    up = -n[2]
    near = np.exp(down / np.float32(max(body.half_mm[2], 1.0) * 0.8))
    open_sky = (0.5 + 0.5 * up) * (1.0 - 0.55 * near * (1.0 - np.maximum(up, 0)))
    irradiance = open_sky[:, None] * light.ambient
    irradiance += ((0.5 - 0.5 * up) * 0.6)[:, None] * bounce
    facing = np.clip(-(d * n).sum(0), 0.0, 1.0)
    mirror = d + 2.0 * facing * n
    fresnel = 0.04 + 0.96 * (1.0 - facing) ** 5
    glare = (fresnel * body.gloss * 0.6)[:, None] * light.ambient
    for lamp in light.lamps:
        strength = max(0.1, 1.0 + lamp.slope[0] * place[0] + lamp.slope[1] * place[1])
        cosine = (lamp.toward[:, None] * n).sum(0)
        lit = np.clip((cosine + body.wrap) / (1.0 + body.wrap), 0.0, None)
        lit *= 1.0 - 0.35 * near * (1.0 - np.maximum(up, 0))
        irradiance += (lit * strength)[:, None] * lamp.color
        away = 1.0 - (lamp.toward[:, None] * mirror).sum(0)
        spread = lamp.radius**2 / 2 + body.roughness**2 / 2
        edge = body.roughness**2 / 4 + 0.002
        lobe = 1.0 / (1.0 + np.exp(np.clip((away - spread) / edge, -30.0, 30.0)))
        peak = min(60.0, 0.5 / spread)
        glare += (fresnel * body.gloss * lobe * peak * strength)[:, None] * lamp.color
    return np.asarray(albedo * irradiance + glare, np.float32)


def paint_order(bodies: Sequence[Body], camera: Camera) -> list[int]:
    """Return indices of *bodies*, the farthest first."""
    gaps = [float(np.linalg.norm(b.center_mm - camera.position)) for b in bodies]
    return sorted(range(len(bodies)), key=lambda i: -gaps[i])
