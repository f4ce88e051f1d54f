"""Parts of a picture as they would be seen from straight above."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.table import Table

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
