"""Rendered images of a printed mat with dice under a given camera, for the demo and the tests.

``render_mat`` takes the printed mat, dice positions on it in millimetres, a camera and lighting,
and returns the camera's image with its ground truth. The same arguments give the same image.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np

from models.training.arrays import F32, F64, ImageU8, Random
from models.training.generator.background.clutter import paint_hand
from models.training.generator.background.grounds import ground
from models.training.generator.camera import Camera, look_at
from models.training.generator.frames import generator
from models.training.generator.layouts import cocked_pose, flat_pose
from models.training.generator.lights import draw_light, white_level
from models.training.generator.paint import MAX_ALBEDO, linear
from models.training.generator.sensor import Sensor, expose
from models.training.generator.skins import die_piece, draw_game_set, draw_pip_set
from models.training.generator.stage import DieTruth, Piece, stage
from models.training.generator.tracer import Light

_FIELD_DEG = 66.0  # horizontal field of view


@dataclass(frozen=True, slots=True)
class SceneDie:
    """A die on the mat.

    Attributes:
        die: key of the type, or "d6".
        x_mm, y_mm: its centre on the mat, origin at the mat's top left, y down.
        angle_deg: rotation of its print from x towards y.
        cocked: tilted on an edge or corner instead of flat.
    """

    die: str
    face: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    edge_mm: float = 14.0
    cocked: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """Camera pose and size of the image.

    Attributes:
        tilt_deg, azimuth_deg, roll_deg: see ``camera.look_at``.
        margin: share of the image's width or height left free around the mat.
    """

    size_px: tuple[int, int] = (1536, 864)
    tilt_deg: float = 0.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    margin: float = 0.04


@dataclass(frozen=True, slots=True)
class Look:
    """Lighting, background and camera of a scene; the seed determines the rest.

    Attributes:
        light: one of ``lights.LIGHTS``.
        table: background under the mat, one of ``grounds.GROUNDS``.
        exposure: linear level of white paper in the image, about 0.3 to 1.
    """

    seed: int = 1
    light: str = "neutral"
    table: str = "wood"
    exposure: float = 0.8
    hand: bool = False


@dataclass(frozen=True, slots=True)
class MatScene:
    """One rendered image with its ground truth.

    Attributes:
        image: RGB, shape ``(H, W, 3)``.
        mat_corners_px: the mat's corners, clockwise from its top left, shape ``(4, 2)``.
        dice: ground truth of the dice in the order given; None where one is out of view.
        camera: maps millimetres on the mat to pixels.
    """

    image: ImageU8
    mat_corners_px: F64
    dice: tuple[DieTruth | None, ...]
    camera: Camera = field(repr=False)


def camera_over(size_mm: tuple[float, float], view: View) -> Camera:
    """Return a camera that sees the whole mat, as near as the margin allows."""
    width, height = view.size_px
    focal = width / 2 / math.tan(math.radians(_FIELD_DEG) / 2)
    target = (size_mm[0] / 2, size_mm[1] / 2)
    corners = np.array([[0, 0], [size_mm[0], 0], [size_mm[0], size_mm[1]], [0, size_mm[1]]])
    corners = np.column_stack([corners, np.zeros(4)])
    place = partial(
        look_at,
        target,
        tilt_deg=view.tilt_deg,
        azimuth_deg=view.azimuth_deg,
        roll_deg=view.roll_deg,
        size_px=view.size_px,
        focal_px=focal,
    )
    near, far = 50.0, 5000.0
    border = np.array([width, height]) * view.margin
    for _ in range(40):  # bisection: smallest distance with all corners inside
        middle = (near + far) / 2
        camera = place(distance_mm=middle)
        pixels = camera.project(corners)
        behind = (corners - camera.position) @ camera.rotation[2] <= 1.0
        out = (pixels < border).any() or (pixels > np.array([width, height]) - border).any()
        near, far = (middle, far) if out or behind.any() else (near, middle)
    return place(distance_mm=far)


def render_mat(
    mat_rgb: ImageU8,
    size_mm: tuple[float, float],
    dice: Sequence[SceneDie],
    *,
    view: View | None = None,
    camera: Camera | None = None,
    look: Look | None = None,
) -> MatScene:
    """Return the camera's image of a mat with dice.

    Args:
        mat_rgb: the mat as printed, shape ``(h, w, 3)``, any resolution (12 px/mm is usual).
        size_mm: its width and height.
        view: used when no *camera* is given.
    """
    look = look or Look()
    camera = camera or camera_over(size_mm, view or View())
    rng = generator(look.seed, 77)
    light = draw_light(rng, look.light)
    floor = _mat_on_table(mat_rgb, size_mm, camera, look.table, rng)
    pieces = _pieces(dice, rng)
    edge_px = camera.focal_px * 14.0 / abs(float(camera.position[2]))
    overlay = partial(paint_hand, rng=rng, edge_px=edge_px) if look.hand else None
    rgb, seen = stage(camera, floor, pieces, light, overlay=overlay)
    image = _photograph(rgb, light, look, rng)
    width, height = size_mm
    corners = np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]], float)
    return MatScene(image, camera.project(corners), seen, camera)


def _photograph(rgb: F32, light: Light, look: Look, rng: Random) -> ImageU8:
    white = white_level(light)
    gains = (white.mean() / white) ** np.float32(0.9)  # automatic white balance, 90 %
    sensor = Sensor(
        gains=(float(gains[0]), float(gains[1]), float(gains[2])),
        exposure=look.exposure, contrast=0.2, vignette=0.15, blur_px=0.6,
        noise=(0.012, 0.003), sharpen=0.4, jpeg=92,
    )  # fmt: skip
    level = float((white * np.asarray(sensor.gains, np.float32)).mean())
    return expose(rgb, sensor, level * MAX_ALBEDO, rng)


def _mat_on_table(
    mat_rgb: ImageU8, size_mm: tuple[float, float], camera: Camera, table: str, rng: Random
) -> F32:
    width, height = camera.size_px
    to_picture = camera.ground_homography()
    scale = 3.0  # pixels per millimetre; the background needs less detail than the mat
    side = 900.0
    texture = ground(table, rng, (int(side * scale), int(side * scale)), 14.0 * scale)
    middle = (size_mm[0] / 2 - side / 2, size_mm[1] / 2 - side / 2)
    place = np.array([[1 / scale, 0, middle[0]], [0, 1 / scale, middle[1]], [0, 0, 1]])
    floor = cv2.warpPerspective(
        texture, to_picture @ place, (width, height), flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )  # fmt: skip
    sheet = _fitting(mat_rgb, size_mm, camera)
    to_mm = np.diag([size_mm[0] / sheet.shape[1], size_mm[1] / sheet.shape[0], 1.0])
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    matrix = to_picture @ to_mm @ half
    paper = cv2.warpPerspective(linear(sheet) * np.float32(MAX_ALBEDO), matrix, (width, height))
    inside = cv2.warpPerspective(np.ones(sheet.shape[:2], np.float32), matrix, (width, height))
    return np.asarray(floor + (paper - floor * inside[..., None]), np.float32)


def _fitting(mat_rgb: ImageU8, size_mm: tuple[float, float], camera: Camera) -> ImageU8:
    """The mat's image at about the camera's resolution, so that warping does not alias."""
    px_per_mm = camera.focal_px / abs(float(camera.position[2]))
    factor = min(1.0, 1.3 * px_per_mm / (mat_rgb.shape[1] / size_mm[0]))
    if factor >= 0.95:
        return mat_rgb
    small = cv2.resize(mat_rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _pieces(dice: Sequence[SceneDie], rng: Random) -> list[Piece]:
    sets = (draw_game_set(rng), draw_pip_set(rng))
    pieces = []
    for die in dice:
        pose = flat_pose(die.x_mm, die.y_mm, math.radians(die.angle_deg), die.edge_mm)
        if die.cocked:
            pose = cocked_pose(rng, pose, die.edge_mm)
        pieces.append(die_piece(rng, pose, f"{die.die}/{die.face}", sets, die.edge_mm))
    return pieces
