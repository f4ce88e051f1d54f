"""Camera pose above a mat, and the parallax of objects that stand on its paper.

The camera's focal length is unknown. A tilted view of a planar sheet constrains it (Zhang 2000: the
two axes of the paper must be orthogonal and of equal length); a view from straight above does not.
So the sheets' constraints are combined with a prior of table cameras.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F64
from vision.mats.fitting import FittedMat, transform

USUAL_FOV_DEG: Final = 66.0
"""Angle of view along the long side: Raspberry Pi Camera Module 3 (datasheet); phones and most
webcams lie within 15 degrees of it."""

DIE_EDGE_MM: Final = 14.0
"""Edge of a die where no calibration says otherwise; the real ones are 12-16 mm."""

_PRIOR_STD = 0.22  # of the logarithm of the focal length
_SHAPE_NOISE = 0.003  # shape error of a good print on a table
_CANDIDATES = 121
_RANGE = 4.0  # focal lengths from a quarter of the usual one to four times it
_RATIOS: Final = np.geomspace(1 / _RANGE, _RANGE, _CANDIDATES)
_PRIOR_COST: Final = (np.log(_RATIOS) / _PRIOR_STD) ** 2


@dataclass(frozen=True, slots=True, eq=False)
class MatPose:
    """A mat and the camera's pose above it.

    Attributes:
        camera_mm: (x, y, height) of the camera over the mat's paper.
        inverse: (3, 3), homography from pixels of the frame to millimetres of the paper.
        up: (3,), the paper's normal in camera coordinates: x right, y down, z forward.
    """

    mat: FittedMat
    camera_mm: tuple[float, float, float]
    inverse: F64
    focal_px: float
    up: F64

    def foot_points(self, points_px: F64, *, height_mm: float) -> F64:
        """Return the foot points on the paper of points that are seen *height_mm* above it.

        Args:
            points_px: shape (N, 2), in pixels of the frame.
            height_mm: of the seen points; for a die's top face the die's edge.

        Returns:
            Shape (N, 2), in millimetres of the mat.
        """
        paper = transform(self.inverse, points_px)
        x, y, camera_height = self.camera_mm
        share = height_mm / camera_height
        return np.asarray(paper + (np.array([x, y]) - paper) * share, dtype=np.float64)

    def project(self, points_mm: F64, *, height_mm: float) -> F64:
        """Project points *height_mm* above the paper into the image, shape (N, 2)."""
        x, y, camera_height = self.camera_mm
        share = height_mm / camera_height
        paper = (np.asarray(points_mm) - np.array([x, y]) * share) / (1.0 - share)
        return transform(self.mat.homography, np.asarray(paper, dtype=np.float64))


def poses(mats: Sequence[FittedMat], size_px: tuple[int, int]) -> tuple[MatPose, ...]:
    """Return the pose of every mat for one camera that took an image of *size_px*."""
    if not mats:
        return ()
    focal = focal_px(mats, size_px)
    return tuple(_pose(mat, focal, size_px) for mat in mats)


def usual_focal_px(size_px: tuple[int, int]) -> float:
    """Return the typical focal length of table cameras in pixels."""
    return float(max(size_px) / 2 / np.tan(np.radians(USUAL_FOV_DEG / 2)))


def focal_px(mats: Sequence[FittedMat], size_px: tuple[int, int]) -> float:
    """Return the most likely focal length in pixels; the principal point is the image centre."""
    candidates = usual_focal_px(size_px) * _RATIOS
    cost = _PRIOR_COST
    for mat in mats:
        skew, stretch = _shape_errors(_centred(mat, size_px), candidates)
        noise = _SHAPE_NOISE + mat.error_px / np.linalg.norm(mat.corners_px[2] - mat.corners_px[0])
        cost = cost + (skew**2 + stretch**2) / noise**2
    return float(candidates[int(np.argmin(cost))])


def _centred(mat: FittedMat, size_px: tuple[int, int]) -> F64:
    """Return the homography from millimetres of the paper to pixels from the image centre."""
    shift = np.array([[1, 0, -(size_px[0] - 1) / 2], [0, 1, -(size_px[1] - 1) / 2], [0, 0, 1.0]])
    return np.asarray(shift @ mat.homography, dtype=np.float64)


def _shape_errors(homography: F64, focal: F64) -> tuple[F64, F64]:
    """Return the paper axes' errors of orthogonality and equal length, for each focal length."""
    weight = 1.0 / focal**2
    a, b = homography[:, 0], homography[:, 1]
    aa = weight * (a[0] ** 2 + a[1] ** 2) + a[2] ** 2
    bb = weight * (b[0] ** 2 + b[1] ** 2) + b[2] ** 2
    ab = weight * (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]
    return 2 * ab / (aa + bb), (aa - bb) / (aa + bb)


def _pose(mat: FittedMat, focal: float, size_px: tuple[int, int]) -> MatPose:
    columns = np.diag([1 / focal, 1 / focal, 1.0]) @ _centred(mat, size_px)
    scale = (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2
    columns = columns / (scale if columns[2, 2] > 0 else -scale)
    across, down, place = columns.T
    u, _, vt = np.linalg.svd(np.column_stack([across, down, np.cross(across, down)]))
    rotation = u @ np.diag([1.0, 1.0, np.linalg.det(u @ vt)]) @ vt
    x, y, z = -rotation.T @ place  # z points into the table
    up = np.asarray(-rotation[:, 2], dtype=np.float64)
    return MatPose(mat, (float(x), float(y), float(abs(z))), mat.inverse, focal, up)
