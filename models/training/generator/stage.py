"""Background, shadows and bodies composed into one linear image with its ground truth."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from models.training.arrays import F32, F64
from models.training.generator.camera import Camera, Square, square_of
from models.training.generator.tracer import Body, Canvas, Lamp, Light, paint_order, trace

GROUND = -1
OCCLUDER = -2

FLAT_DEG = 7.0
"""A die tilted by more than this is cocked."""

READABLE_SHARE = 0.92
"""A die with a lower visible share of its top face is partly hidden."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A traced object. *label* names a die ("home/explore", "d6/3"); None is clutter."""

    body: Body
    label: str | None = None
    stacked: bool = False


Normal: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class DieTruth(Square):
    """Ground truth of one die in the image: its top face.

    Attributes:
        label: "type/face".
        visible: share of the top face that is in the image and not covered, 0 to 1.
        tilt_deg: angle between the top face and the table.
        normal: unit surface normal of the top face in the world, None if unknown.
        seen_deg: angle between that and the viewing ray: 0 is seen from straight above.
    """

    label: str
    visible: float
    tilt_deg: float
    normal: Normal | None
    seen_deg: float
    stacked: bool

    @property
    def readable(self) -> bool:
        """Flat and fully visible, so it should be read."""
        return self.tilt_deg < FLAT_DEG and self.visible >= READABLE_SHARE


def stage(
    camera: Camera,
    ground: F32,
    pieces: Sequence[Piece],
    light: Light,
    *,
    occlusion: float = 0.45,
    underlay: Callable[[F32], None] | None = None,
    overlay: Callable[[Canvas], None] | None = None,
) -> tuple[F32, tuple[DieTruth | None, ...]]:
    """Render bodies on a background.

    Returns the linear image and its dice in the order of the pieces; None where one is out of view.

    Args:
        ground: linear albedo as the camera sees it, shape ``(H, W, 3)``.
        occlusion: strength of the contact shadows.
        underlay: paints flat objects on the lit background before the bodies.
        overlay: paints over everything and marks what it covers as ``OCCLUDER``.
    """
    height, width = ground.shape[:2]
    bodies = [piece.body for piece in pieces]
    lit = _ground_light(camera, bodies, light, occlusion, (height, width))
    rgb = ground * lit
    if underlay is not None:
        underlay(rgb)
    canvas = Canvas(
        rgb.astype(np.float32),
        np.full((height, width), GROUND, np.int16),
        np.full((height, width), -1, np.int16),
    )
    rays = camera.rays()
    bounce = cv2.mean(cv2.resize(rgb, (16, 16), interpolation=cv2.INTER_AREA))[:3]
    for index in paint_order(bodies, camera):
        trace(canvas, bodies[index], index, camera, rays, light, np.asarray(bounce, np.float32))
    if overlay is not None:
        overlay(canvas)
    dice = [
        _truth(piece, index, camera, canvas)
        for index, piece in enumerate(pieces)
        if piece.label is not None
    ]
    return canvas.rgb, tuple(dice)


def _truth(piece: Piece, index: int, camera: Camera, canvas: Canvas) -> DieTruth | None:
    body = piece.body
    face = body.up_face()
    quad = camera.project(body.face_corners(face))
    seen_square = square_of(quad)
    top = camera.project(body.face_corners(face).mean(axis=0))[0]
    width, height = camera.size_px
    area = cv2.contourArea(quad.astype(np.float32))
    seen = int(np.count_nonzero((canvas.owner == index) & (canvas.face == face)))
    if seen == 0 or not (0 <= top[0] < width and 0 <= top[1] < height):
        return None
    # A rounded face keeps the part up to the middle of its round edges.
    kept = (1.0 - 0.6 * body.radius_mm / (2 * min(body.half_mm))) ** 2
    middle = body.face_corners(face).mean(axis=0)
    normal = middle - body.center_mm
    ray = camera.position - middle
    normal /= np.linalg.norm(normal)
    across, down, into = normal.tolist()
    return DieTruth(
        center_px=(float(top[0]), float(top[1])),
        edge_px=seen_square.edge_px,
        angle_rad=seen_square.angle_rad,
        label=str(piece.label),
        visible=min(1.0, seen / max(area * kept * 0.96, 1.0)),
        tilt_deg=math.degrees(math.acos(min(1.0, -into))),
        normal=(across, down, into),
        seen_deg=math.degrees(math.acos(float(np.clip(normal @ ray / np.linalg.norm(ray), -1, 1)))),
        stacked=piece.stacked,
    )


def _ground_light(
    camera: Camera, bodies: Sequence[Body], light: Light, occlusion: float, size: tuple[int, int]
) -> F32:
    """Irradiance of the background, linear RGB, shape ``(H, W, 3)``."""
    height, width = size
    contact = np.zeros(size, np.uint8)
    edge = 30.0
    for body in bodies:
        low = body.corners()
        foot = camera.project(np.column_stack([low[:, :2], np.zeros(8)]))
        _fill(contact, foot)
        edge = max(8.0, math.sqrt(cv2.contourArea(cv2.convexHull(foot.astype(np.float32)))))
    near = _soften(contact, 0.22 * edge) * occlusion
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    total = (1.0 - near)[..., None] * light.ambient
    for lamp in light.lamps:
        shadow = np.zeros(size, np.uint8)
        for body in bodies:
            _cast(shadow, body, camera, lamp)
        open_share = 1.0 - _soften(shadow, lamp.softness * edge)
        slope = np.maximum(0.1, 1.0 + lamp.slope[0] * x + lamp.slope[1] * y)
        strength = open_share * slope * np.float32(-lamp.toward[2])
        strength *= 1.0 - 0.4 * near
        total = total + strength[..., None] * lamp.color
    return np.asarray(total, np.float32)


def _cast(mask: cv2.typing.MatLike, body: Body, camera: Camera, lamp: Lamp) -> None:
    center = body.center_mm
    corners = center + (body.corners() - center) * 0.94  # rounded corners cast less shadow
    corners[:, 2] = np.minimum(corners[:, 2], 0.0)
    drop = corners[:, 2] / float(lamp.toward[2])
    fallen = corners - lamp.toward.astype(np.float64) * drop[:, None]
    _fill(mask, camera.project(fallen))


def _fill(mask: cv2.typing.MatLike, points: F64) -> None:
    hull = cv2.convexHull(np.clip(points, -4000, 4000).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def _soften(mask: cv2.typing.MatLike, sigma: float) -> F32:
    if sigma > 3.0:  # a wide blur loses nothing at half resolution
        small = cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), sigma / 2)
        soft = cv2.resize(soft, (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_LINEAR)
    else:
        soft = cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.5))
    return soft.astype(np.float32) / np.float32(255.0)
