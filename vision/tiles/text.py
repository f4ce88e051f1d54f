"""Lines of text: detected in the whole picture, rectified and recognised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.networks import TEXT_HEIGHT_PX, LinesNet, TextNet
from vision.tiles.table import Table

_TILE_PX: Final = 112.0
"""A tile's side in the image in which lines are detected: names are legible, small print is not."""

_SIDES_PX: Final = (640, 1280)
"""Least and largest longer side of that image."""

_MULTIPLE: Final = 32
_INK: Final = 0.3
_LEAST_PX: Final = (8.0, 2.0)  # length and height of a line's core
_LONG: Final = 1.8
"""Lines with a smaller aspect ratio are costs and dice."""

_UNCLIP: Final = (1.6, 1.1)
"""The network marks the core of a line; it is expanded by this times area / perimeter along and
across the line (Liao et al. 2020, differentiable binarisation)."""

_WIDTHS_PX: Final = (64, 448)
_WIDTH_STEP_PX: Final = 16
_FINEST: Final = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The recognised text of a line.

    Attributes:
        steps: probability of each character in each step, (T, C).
        text: the most likely characters.
        clear: mean confidence of the characters, 0..1; low for letters upside down.
    """

    steps: F32
    text: str
    clear: float


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A line on the table: centre, direction (radians), length and height in sides of a tile."""

    middle: F64
    turn: float
    length: float
    height: float

    @property
    def reversed(self) -> Spot:
        """The same line, read from its other end."""
        return Spot(self.middle, self.turn + np.pi, self.length, self.height)

    @property
    def corners(self) -> F64:
        """The corners on the table, (4, 2), from the beginning of the line."""
        along = np.array([np.cos(self.turn), np.sin(self.turn)]) * self.length / 2
        down = np.array([-np.sin(self.turn), np.cos(self.turn)]) * self.height / 2
        return np.stack([-along - down, along - down, along + down, down - along]) + self.middle


def find_lines(net: LinesNet, picture: ImagePyramid, table: Table, tile_px: float) -> list[Spot]:
    """Return the lines of text, each from its left or its top end.

    They are rectangles on the table, which a camera that looks obliquely shears.

    Args:
        tile_px: side of the smaller tiles in the picture.
    """
    width, height = picture.size_px
    longer = max(width, height)
    side = min(float(np.clip(longer * _TILE_PX / tile_px, *_SIDES_PX)), longer)
    size = np.array([width, height]) * side / longer / _MULTIPLE
    size = np.maximum(size.round().astype(int), 1) * _MULTIPLE
    small = picture.part(0, 0, width, height, max(1, int(longer / side + 0.01)))
    small = np.asarray(cv2.resize(small, size.tolist(), interpolation=cv2.INTER_AREA), np.uint8)
    contours, _ = cv2.findContours(
        (net(small[None])[0] > _INK).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    scale = np.array([width, height]) / size
    spots = []
    for contour in contours:
        across, down = np.sort(np.array(cv2.minAreaRect(contour)[1]) + 1)[::-1]
        if across >= _LEAST_PX[0] and down >= _LEAST_PX[1]:
            spots.append(_spot(table.flat((_pixels_of(contour) + 0.5) * scale - 0.5)))
    return [spot for spot in spots if spot.length > _LONG * spot.height]


def _pixels_of(contour: npt.NDArray[np.int32]) -> F64:
    """Return the corners of a contour's pixels, (N, 2)."""
    around = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    return np.asarray((contour + around).reshape(-1, 2))


def _spot(outline: F64) -> Spot:
    """Return the rectangle around a line's core, (N, 2), expanded."""
    middle, (length, height), angle = cv2.minAreaRect(outline.astype(np.float32))
    if length < height:
        length, height, angle = height, length, angle + 90.0
    turn = np.radians((angle + 90.0) % 180.0 - 90.0)  # to the right, or straight down
    grow = length * height / (length + height)
    along, across = _UNCLIP
    return Spot(np.array(middle), float(turn), length + along * grow, height + across * grow)


def read_line(net: TextNet, picture: ImagePyramid, quad: F64) -> Line:
    """Return the text of a line with the corners *quad*, (4, 2), from its beginning."""
    across = (np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2
    down = (np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))) / 2
    width = TEXT_HEIGHT_PX * across / max(down, 1.0)
    width = int(np.clip(np.ceil(width / _WIDTH_STEP_PX) * _WIDTH_STEP_PX, *_WIDTHS_PX))
    size = width, TEXT_HEIGHT_PX
    target = np.array([(0, 0), (width, 0), size, (0, TEXT_HEIGHT_PX)]) - 0.5
    steps = net(straightened(picture, quad, target, size)[0])
    best = steps.argmax(axis=1)
    kept = (best != 0) & np.concatenate([[True], best[1:] != best[:-1]])
    text = "".join(net.characters[int(c)] for c in best[kept]).strip()
    return Line(steps, text, float(steps.max(axis=1)[kept].mean()) if kept.any() else 0.0)


def straightened(
    picture: ImagePyramid, quad: F64, target: F64, size_px: tuple[int, int]
) -> tuple[ImageU8, F64]:
    """Return a rectified part of the frame, and the homography from the frame to it, (3, 3).

    Args:
        quad: corners in the frame, (4, 2).
        target: the same in the rectified image.
        size_px: of the rectified image.
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
    return np.asarray(made, np.uint8), np.asarray(to_new)
