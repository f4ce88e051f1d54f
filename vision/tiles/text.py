"""Lines of text: detected in the whole picture, rectified and recognised."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.networks import TEXT_HEIGHT_PX, LinesNet, TextNet
from vision.tiles.table import Table, TopView, straightened

_TILE_PX: Final = 120.0
"""A tile's side in the image in which lines are detected: names are legible, small print is not."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The recognised text of a line.

    Attributes:
        steps: probability of each character in each step, (T, C).
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
    def reversed(self) -> "Spot":
        """The same line, read from its other end."""
        return replace(self, turn=self.turn + np.pi)

    def extended(self, before: float, after: float) -> "Spot":
        """The line with so much more at its beginning and its end, as shares of its length."""
        along = np.array([np.cos(self.turn), np.sin(self.turn)]) * self.length / 2
        length = self.length * (1 + before + after)
        return replace(self, middle=self.middle + along * (after - before), length=length)

    def moved(self, before: Table, table: Table) -> "Spot":
        """The line on another plane than that *before*, on which it has the same corners."""
        first, second, third, fourth = table.flat(before.seen(self.corners))
        along, down = second + third - first - fourth, third + fourth - first - second
        middle, turn = (first + second + third + fourth) / 4, float(np.arctan2(along[1], along[0]))
        length, height = float(np.hypot(*along)) / 2, float(np.hypot(*down)) / 2
        return replace(self, middle=middle, turn=turn, length=length, height=height)

    @property
    def corners(self) -> F64:
        """The corners on the table, (4, 2), from the beginning of the line."""
        along = np.array([np.cos(self.turn), np.sin(self.turn)]) * self.length / 2
        down = np.array([-np.sin(self.turn), np.cos(self.turn)]) * self.height / 2
        return np.stack([-along - down, along - down, along + down, down - along]) + self.middle


def find_lines(net: LinesNet, picture: ImagePyramid, table: Table, centres: F64) -> "list[Spot]":
    """Return the lines of text on and around tiles, each from its left or its top end.

    They are detected in the picture as it would be seen from above, where they are rectangles.

    Args:
        centres: of the detected tiles on the table, (P, 2).
    """
    view = TopView.of(picture, table, centres, around=_AROUND, tile_px=_TILE_PX, multiple=_MULTIPLE)
    contours, _ = cv2.findContours(
        (net(view.pixels[None])[0] > _INK).astype(np.uint8),
        cv2.RETR_EXTERNAL,
        cv2.CHAIN_APPROX_SIMPLE,
    )
    spots = [_spot(contour) for contour in contours]
    return [
        replace(spot, middle=view.on_table(spot.middle), length=spot.length / view.scale,
                height=spot.height / view.scale)
        for spot in spots if spot is not None
    ]  # fmt: skip


def _spot(contour: npt.NDArray[np.int32]) -> "Spot | None":
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
    steps = net.run(straightened(picture, quad, target, size))
    best = steps.argmax(axis=1)
    kept = (best != 0) & np.concatenate([[True], best[1:] != best[:-1]])
    text = "".join(net.characters[int(c)] for c in best[kept]).strip()
    return Line(steps, text, float(steps.max(axis=1)[kept].mean()) if kept.any() else 0.0)
