"""Lines of text: detected in the whole picture, rectified and recognised."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.networks import TEXT_HEIGHT_PX, LinesNet, TextNet
from vision.tiles.table import Table

_TILE_PX: Final = 120.0
"""A tile's side in the image in which lines are detected: names are legible, small print is not."""

_MOST_PX: Final = 1440
"""Largest side of that image."""

_AROUND: Final = 1.2
"""How far from a detected tile's centre lines are detected, in sides: there may be others."""

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
    """A line on the table: centre, direction (radians), length and height in sides of a tile.

    Attributes:
        parted: whether it was cut from a longer one, so that its ends are not exact.
    """

    middle: F64
    turn: float
    length: float
    height: float
    parted: bool = False

    @property
    def reversed(self) -> Spot:
        """The same line, read from its other end."""
        return replace(self, turn=self.turn + np.pi)

    def extended(self, before: float, after: float) -> Spot:
        """The line with so much more at its beginning and its end, as shares of its length."""
        along = np.array([np.cos(self.turn), np.sin(self.turn)]) * self.length / 2
        length = self.length * (1 + before + after)
        return replace(self, middle=self.middle + along * (after - before), length=length)

    @property
    def corners(self) -> F64:
        """The corners on the table, (4, 2), from the beginning of the line."""
        along = np.array([np.cos(self.turn), np.sin(self.turn)]) * self.length / 2
        down = np.array([-np.sin(self.turn), np.cos(self.turn)]) * self.height / 2
        return np.stack([-along - down, along - down, along + down, down - along]) + self.middle


def find_lines(net: LinesNet, picture: ImagePyramid, table: Table, centres: F64) -> list[Spot]:
    """Return the lines of text on and around tiles, each from its left or its top end.

    They are detected in the picture as it would be seen from above, where they are rectangles.

    Args:
        centres: of the detected tiles on the table, (P, 2).
    """
    right, bottom = np.array(picture.size_px) - 1
    border = table.flat(np.array([(0, 0), (right, 0), (right, bottom), (0, bottom)], np.float64))
    low = np.maximum(centres.min(axis=0) - _AROUND, border.min(axis=0))
    high = np.minimum(centres.max(axis=0) + _AROUND, border.max(axis=0))
    scale = min(_TILE_PX, _MOST_PX / float((high - low).max()))
    width, height = (np.ceil((high - low) * scale / _MULTIPLE).astype(int) * _MULTIPLE).tolist()
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - 0.5
    seen = table.seen((target + 0.5) / scale + low)
    flat, _ = straightened(picture, seen, target, (width, height))
    contours, _ = cv2.findContours(
        (net(flat[None])[0] > _INK).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    spots = [_spot(contour) for contour in contours]
    return [
        Spot((spot.middle + 0.5) / scale + low, spot.turn, spot.length / scale, spot.height / scale)
        for spot in spots if spot is not None
    ]  # fmt: skip


def _spot(contour: npt.NDArray[np.int32]) -> Spot | None:
    """Return the rectangle around a line's core, expanded; None where it is no line."""
    middle, sides, angle = cv2.minAreaRect(contour)
    length, height = np.array(sides) + 1  # from the pixels' centres to their borders
    if length < height:
        length, height, angle = height, length, angle + 90.0
    if length < _LEAST_PX[0] or height < _LEAST_PX[1]:
        return None
    turn = np.radians((angle + 90.0) % 180.0 - 90.0)  # to the right, or straight down
    grow = length * height / (length + height)
    along, across = _UNCLIP
    length, height = length + along * grow, height + across * grow
    return Spot(np.array(middle), float(turn), length, height) if length > _LONG * height else None


def read_line(net: TextNet, picture: ImagePyramid, quad: F64) -> Line:
    """Return the text of a line with the corners *quad*, (4, 2), from its beginning."""
    across = (np.hypot(*(quad[1] - quad[0])) + np.hypot(*(quad[2] - quad[3]))) / 2
    down = (np.hypot(*(quad[3] - quad[0])) + np.hypot(*(quad[2] - quad[1]))) / 2
    width = TEXT_HEIGHT_PX * across / max(down, 1.0)
    width = int(np.clip(np.ceil(width / _WIDTH_STEP_PX) * _WIDTH_STEP_PX, *_WIDTHS_PX))
    size = width, TEXT_HEIGHT_PX
    target = np.array([(0, 0), (width, 0), size, (0, TEXT_HEIGHT_PX)]) - 0.5
    steps = net.run(straightened(picture, quad, target, size)[0])
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
