"""A pinhole camera over a table.

World: millimetres, x to the right and y down on the table as on a printed mat, z *into* the table,
so a point at height h has z = -h. Camera: x right, y down, z forward, as in OpenCV.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.training.arrays import F32, F64


@dataclass(frozen=True, slots=True)
class Square:
    """A square in an image, such as a top face.

    Attributes:
        edge_px: mean length of its four edges.
        angle_rad: direction of its edges against the image's x axis, y down, in [0, pi/2).
    """

    center_px: tuple[float, float]
    edge_px: float
    angle_rad: float

    def holds(self, spot: tuple[float, float], reach: float) -> bool:
        """Return whether *spot* is less than *reach* edges from the centre."""
        return math.dist(self.center_px, spot) < reach * self.edge_px


def square_of(quad: F64) -> Square:
    """Return the square that fits four corners, ``(4, 2)``."""
    center = quad.mean(axis=0)
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.linalg.norm(sides, axis=1)
    directions = np.arctan2(sides[:, 1], sides[:, 0])
    fourfold = np.sum(lengths * np.exp(4j * directions))
    angle = (np.angle(fourfold) / 4) % (math.pi / 2)
    return Square((float(center[0]), float(center[1])), float(lengths.mean()), float(angle))


@dataclass(frozen=True, slots=True)
class Camera:
    """Intrinsics and pose.

    Attributes:
        rotation: world to camera, shape ``(3, 3)``.
        position: camera position in the world, shape ``(3,)``, millimetres.
    """

    size_px: tuple[int, int]
    focal_px: float
    center_px: tuple[float, float]
    rotation: F64
    position: F64

    def project(self, points: npt.ArrayLike) -> F64:
        """Return the pixel positions of world points, shape ``(N, 2)``."""
        cam = (
            np.asarray(points, dtype=np.float64).reshape(-1, 3) - self.position
        ) @ self.rotation.T
        pixels = cam[:, :2] / cam[:, 2:] * self.focal_px + np.asarray(self.center_px)
        return np.asarray(pixels, np.float64)

    def rays(self) -> F32:
        """Return unit viewing rays in the world for each pixel, shape ``(H, W, 3)``."""
        width, height = self.size_px
        x = (np.arange(width) - self.center_px[0]) / self.focal_px
        y = (np.arange(height) - self.center_px[1]) / self.focal_px
        grid = np.empty((height, width, 3), np.float32)
        grid[..., 0], grid[..., 1], grid[..., 2] = x[None, :], y[:, None], 1.0
        grid /= np.sqrt((grid**2).sum(-1, keepdims=True))
        return grid @ self.rotation.astype(np.float32)

    def ground_homography(self) -> F64:
        """Return the 3x3 homography from the table plane in millimetres to pixels."""
        k = np.array(
            [
                [self.focal_px, 0, self.center_px[0]],
                [0, self.focal_px, self.center_px[1]],
                [0, 0, 1],
            ]
        )
        shift = -self.rotation @ self.position
        return np.asarray(k @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], shift]))

    def ground_points(self, pixels: npt.ArrayLike, height_mm: float = 0.0) -> F64:
        """Intersect viewing rays of *pixels* with the plane at *height_mm*, shape ``(N, 2)``."""
        p = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        rays = np.column_stack([(p - self.center_px) / self.focal_px, np.ones(len(p))])
        world = rays @ self.rotation
        t = (-height_mm - self.position[2]) / world[:, 2]
        return np.asarray(self.position[:2] + world[:, :2] * t[:, None])


def mapped(matrix: F64, points: F64) -> F64:
    """Return points (N, 2) mapped by a homography."""
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def look_at(
    target_mm: tuple[float, float],
    *,
    distance_mm: float,
    tilt_deg: float,
    azimuth_deg: float,
    roll_deg: float,
    size_px: tuple[int, int],
    focal_px: float,
    center_px: tuple[float, float] | None = None,
) -> Camera:
    """Return a camera that looks at a point of the table.

    Args:
        tilt_deg: angle between the optical axis and straight down.
        azimuth_deg: direction from which a tilted camera looks (0: from larger y).
        roll_deg: rotation about the optical axis.
    """
    tilt = cv2.Rodrigues(np.array([math.radians(tilt_deg), 0.0, 0.0]))[0]
    turn = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(azimuth_deg)]))[0]
    roll = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(roll_deg - azimuth_deg)]))[0]
    rotation = roll.T @ tilt.T @ turn.T
    forward = rotation[2]
    position = np.array([target_mm[0], target_mm[1], 0.0]) - forward * distance_mm
    center = center_px or ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
    return Camera(size_px, focal_px, center, np.asarray(rotation), position)
