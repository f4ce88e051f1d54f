"""A camera over printed mats, computed: where everything must be found is known exactly."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.mats.layout import MARKER_DICTIONARY, MatLayout

PRINT_PX_PER_MM = 6.0
WIDTH_PX, HEIGHT_PX = 1536, 864
GROUND = (70, 90, 110)


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera over the table; the world is in millimetres, z up from the table.

    Attributes:
        intrinsics: (3, 3).
        rotation: (3, 3), world to camera, for a world with x right, y down, z INTO the table.
        translation: (3,) in millimetres.
    """

    intrinsics: F64
    rotation: F64
    translation: F64

    def project(self, points: F64) -> F64:
        """World points (N, 3), z up, to pixels (N, 2)."""
        world = np.asarray(points, dtype=np.float64) * (1.0, 1.0, -1.0)
        camera = world @ self.rotation.T + self.translation
        image = camera @ self.intrinsics.T
        return np.asarray(image[:, :2] / image[:, 2:], dtype=np.float64)

    def homography(self) -> F64:
        """Table millimetres to pixels, (3, 3)."""
        columns = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], self.translation])
        return np.asarray(self.intrinsics @ columns, dtype=np.float64)


def look_at(
    target_mm: tuple[float, float],
    *,
    tilt_deg: float = 0.0,
    around_deg: float = 0.0,
    roll_deg: float = 0.0,
    distance_mm: float = 420.0,
    fov_deg: float = 66.0,
    size_px: tuple[int, int] = (WIDTH_PX, HEIGHT_PX),
) -> View:
    """A camera whose axis meets the table at *target_mm*, tilted from the vertical."""
    focal = size_px[0] / 2 / np.tan(np.radians(fov_deg / 2))
    intrinsics = np.array([[focal, 0, size_px[0] / 2], [0, focal, size_px[1] / 2], [0, 0, 1.0]])
    tilt, around, roll = np.radians([tilt_deg, around_deg, roll_deg])
    axis = np.array([np.cos(around), np.sin(around), 0.0]) * tilt
    tilted, _ = cv2.Rodrigues(axis)
    rolled, _ = cv2.Rodrigues(np.array([0.0, 0.0, roll]))
    rotation = np.asarray(rolled @ tilted, dtype=np.float64)
    centre = np.array([*target_mm, 0.0])
    translation = np.array([0.0, 0.0, distance_mm]) - rotation @ centre
    return View(intrinsics, rotation, translation)


def print_mat(mat: MatLayout) -> ImageU8:
    """The mat's markers and patches on white paper, at ``PRINT_PX_PER_MM``."""
    width, height = (round(side * PRINT_PX_PER_MM) for side in mat.paper.value)
    sheet = np.full((height, width), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    for level, rect in mat.patches:
        x0, y0, x1, y1 = (round(v * PRINT_PX_PER_MM) for v in (rect.x0, rect.y0, rect.x1, rect.y1))
        sheet[y0:y1, x0:x1] = level
    for marker in mat.markers:
        side = round(marker.rect.width * PRINT_PX_PER_MM)
        x, y = round(marker.rect.x0 * PRINT_PX_PER_MM), round(marker.rect.y0 * PRINT_PX_PER_MM)
        sheet[y : y + side, x : x + side] = cv2.aruco.generateImageMarker(
            dictionary, marker.marker_id, side
        )
    return cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR).astype(np.uint8, copy=False)


def shift(dx_mm: float, dy_mm: float, turn_deg: float = 0.0) -> F64:
    """Mat millimetres to table millimetres, (3, 3)."""
    c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    return np.array([[c, -s, dx_mm], [s, c, dy_mm], [0, 0, 1.0]])


def photograph(
    mats: list[tuple[MatLayout, F64]],
    view: View,
    *,
    size_px: tuple[int, int] = (WIDTH_PX, HEIGHT_PX),
    noise: float = 2.0,
) -> ImageU8:
    """The mats lying on a plain table as *view* sees them, with a little blur and noise."""
    picture: F32 = np.full((size_px[1], size_px[0], 3), GROUND, np.float32)
    for mat, placed in mats:
        sheet = print_mat(mat)
        # The centre of print pixel i lies at (i + 0.5) / PRINT_PX_PER_MM.
        to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, PRINT_PX_PER_MM]]) / PRINT_PX_PER_MM
        warp = view.homography() @ placed @ to_mm
        paper = np.full(sheet.shape[:2], 255, np.uint8)
        cover = cv2.warpPerspective(paper, warp, size_px, flags=cv2.INTER_LINEAR)
        inside = (cover.astype(np.float32) / 255.0)[..., None]
        seen = cv2.warpPerspective(sheet, warp, size_px, flags=cv2.INTER_LINEAR)
        picture = (picture * (1 - inside) + seen * inside).astype(np.float32)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7)
    return np.clip(soft * 0.9 + 8 + _grain(picture.shape) * noise, 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _grain(shape: tuple[int, ...]) -> F32:
    """The same noise in every picture of a size."""
    return np.random.default_rng(7).standard_normal(shape, dtype=np.float32)


def to_frame(view: View, placed: F64, points_mm: F64, height_mm: float = 0.0) -> F64:
    """Points (N, 2) of a mat, *height_mm* above its paper, in pixels of the picture."""
    flat = np.column_stack([points_mm, np.ones(len(points_mm))]) @ placed.T
    world = np.column_stack([flat[:, :2] / flat[:, 2:], np.full(len(flat), height_mm)])
    return view.project(world)
