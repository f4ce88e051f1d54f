"""The plane of the table, from the sizes of the tiles on it, and its view from straight above."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid

_FOCAL: Final = 0.8
"""Focal length as a share of the longer side: telephones 0.75, the Pi's cameras 0.74 to 0.95."""

_NOISE: Final = 0.05
"""Standard error of a detected tile's size to the power of 2/3, as a share."""

_SLOPE: Final = 0.25
"""Standard deviation of the slope of that power from the middle to the border of a picture."""

_STEEPEST: Final = 0.6
_OUTLIER: Final = 3.0  # standard errors
_ROUNDS: Final = 6
_UNIT: Final = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


class Table:
    """Maps pixels to the table's plane and back; a tile's side is the unit of length there.

    Args:
        level: a tile's side, in pixels to the power of 2/3, at the middle of the picture.
        slope: by how much that grows to the right and down, as a share for half the longer side.
    """

    def __init__(self, size_px: tuple[int, int], level: float, slope: F64) -> None:
        self.size_px, self.level, self.slope = size_px, level, slope
        middle, reach = (np.array(size_px) - 1) / 2, max(size_px) / 2
        focal_px = 2 * _FOCAL * reach
        normal = np.array([*(slope * 2 * _FOCAL), 1.0])
        normal /= np.linalg.norm(normal)
        right = np.array([1.0, 0, 0]) - normal[0] * normal
        right /= np.linalg.norm(right)
        away = focal_px * normal[2] ** 1.5 / level**1.5
        rays = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, focal_px]]) / focal_px
        self._flat = np.stack([away * right, away * np.cross(normal, right), normal]) @ rays
        self._seen = np.linalg.inv(self._flat)

    @classmethod
    def of_sizes(cls, size_px: tuple[int, int], places: Detections) -> "Table":
        """Return the plane on which one or more detected tiles have one size.

        An area on a plane with the normal n is seen along the ray r with a size that is
        proportional to (n r) cubed. A side to the power of 2/3 is therefore linear in the pixels'
        coordinates.
        """
        at = (places.centres_px - (np.array(size_px) - 1) / 2) / (max(size_px) / 2)
        values = places.edges_px.astype(np.float64) ** (2 / 3)
        return cls(size_px, *_fitted(at, values, places.scores))

    def flat(self, points_px: F32 | F64) -> F64:
        """Return the points (..., 2) of the table under pixels."""
        return _mapped(self._flat, points_px)

    def seen(self, points: F64) -> F64:
        """Return the pixels of points (..., 2) of the table."""
        return _mapped(self._seen, points)

    def square(self, centre: F64, turn_rad: float) -> F64:
        """Return the corners in pixels, (4, 2), of the tile at *centre* on the table.

        Args:
            turn_rad: direction of its upper side on the table.
        """
        c, s = np.cos(turn_rad), np.sin(turn_rad)
        return self.seen(_UNIT @ np.array([(c, s), (-s, c)]) + centre)

    def sizes(self, places: Detections) -> F64:
        """Return the side of each detected tile on the table, (N,); 1 is that of a usual one."""
        flat = self.flat(places.centres_px)
        quads = [self.square(centre, 0.0).astype(np.float32) for centre in flat]
        return places.edges_px / np.sqrt([cv2.contourArea(quad) for quad in quads])


def _fitted(at: F64, values: F64, weights: F32) -> tuple[float, F64]:
    """Fit level * (1 + at @ slope) to *values* (N,), without outliers; return level and slope."""
    level, slope = float(np.median(values)), np.zeros(2)
    for _ in range(_ROUNDS):
        off = values / (level * (1 + at @ slope)) - 1
        kept = weights / (1 + (off / (_OUTLIER * _NOISE)) ** 4)
        rows = np.column_stack([np.ones(len(at)), at])
        prior = np.diag([0.0, 1.0, 1.0]) * (_NOISE / _SLOPE) ** 2
        scaled = values / level
        found = np.linalg.solve((rows.T * kept) @ rows + prior, rows.T @ (kept * scaled))
        level, slope = level * float(found[0]), np.clip(found[1:] / found[0], -_STEEPEST, _STEEPEST)
    return level, np.asarray(slope)


def _mapped(matrix: npt.NDArray[Any], points: F32 | F64) -> F64:
    found = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(found[..., :2] / found[..., 2:])


_MOST_PX: Final = 1440
"""Largest side of a view."""

_FINEST: Final = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """The part of the table with the tiles.

    Attributes:
        pixels: BGR, (H, W, 3).
        scale: of a tile's side, in pixels.
        corner: the upper left on the table, (2,).
    """

    pixels: ImageU8
    scale: float
    corner: F64

    @classmethod
    def of(
        cls, picture: ImagePyramid, table: Table, centres: F64, *, around: float, tile_px: float,
        multiple: int = 1,
    ) -> "TopView":  # fmt: skip
        """Return the view of tiles and what is around them in the picture.

        Args:
            centres: of the tiles on the table, (P, 2).
            around: how far from the centres, in sides.
            tile_px: a tile's side in the view, or less where the view would be too large.
            multiple: of this the sides of the view are multiples.
        """
        right, bottom = picture.size_px[0] - 1.0, picture.size_px[1] - 1.0
        border = table.flat(np.array([(0, 0), (right, 0), (right, bottom), (0, bottom)]))
        low = np.maximum(centres.min(axis=0) - around, border.min(axis=0))
        high = np.minimum(centres.max(axis=0) + around, border.max(axis=0))
        scale = min(tile_px, _MOST_PX / float((high - low).max()))
        width, height = (np.ceil((high - low) * scale / multiple).astype(int) * multiple).tolist()
        target = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - 0.5
        seen = table.seen((target + 0.5) / scale + low)
        return cls(straightened(picture, seen, target, (width, height)), scale, low)

    def on_table(self, points_px: F64) -> F64:
        """Return pixels of the view, (..., 2), as points of the table."""
        return (points_px + 0.5) / self.scale + self.corner


def straightened(
    picture: ImagePyramid, quad: F64, target: F64, size_px: tuple[int, int]
) -> ImageU8:
    """Return a rectified part of the frame.

    Args:
        quad: corners in the frame, (4, 2).
        target: the same in the rectified image.
    """
    area = cv2.contourArea(quad.astype(np.float32)) / cv2.contourArea(target.astype(np.float32))
    step = max(1, int(np.sqrt(max(area, 1e-6)) / _FINEST + 0.5))
    width, height = picture.size_px
    small = picture.part(0, 0, width, height, step)
    reduce = np.array([[1 / step, 0, 0.5 / step - 0.5], [0, 1 / step, 0.5 / step - 0.5], [0, 0, 1]])
    to_new = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    made = cv2.warpPerspective(
        small, to_new @ np.linalg.inv(reduce), size_px,
        flags=cv2.INTER_CUBIC if step == 1 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(made, np.uint8)
