"""The name on a tile: lines of text are detected, rectified and recognised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.networks import LINES_PX, TEXT_HEIGHT_PX, LinesNet, TextNet

MOST_LINES: Final = 5
"""Number of lines of a tile that are read, the largest letters first; the name is one of them."""

_MARGIN: Final = 0.1
"""Margin around a tile in its rectified image, as a share of the image."""

_INK: Final = 0.3
_LEAST_PX: Final = (8.0, 2.0)  # length and height of a line's core in an image of LINES_PX
_UNCLIP: Final = 1.6
"""The network marks the core of a line; it is expanded on all sides by this times area / perimeter
(Liao et al. 2020, differentiable binarisation)."""

_LONG: Final = 1.8
"""Lines with a smaller aspect ratio are costs and dice: they are read last."""

_SAME_LINE: Final = 0.5
"""Largest perpendicular offset of parts of a line that a die covers in the middle, in heights."""

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


def find_lines(
    net: LinesNet, picture: ImagePyramid, corners: F64, side_px: int = LINES_PX
) -> list[list[F64]]:
    """Return the lines of text on each tile, those of the largest letters first.

    Args:
        corners: of the tiles, (N, 4, 2), from their own top left clockwise.
        side_px: of the rectified image of a tile that is searched.

    Returns:
        For each tile the corners of its lines in the frame, (4, 2), from where the text begins if
        the tile is upright.
    """
    if not len(corners):
        return []
    low, high = side_px * _MARGIN, side_px * (1 - _MARGIN)
    target = np.array([(low, low), (high, low), (high, high), (low, high)]) - 0.5
    cuts = [straightened(picture, quad, target, (side_px, side_px)) for quad in corners]
    marked = net(np.stack([cut for cut, _ in cuts]))
    found = []
    for core, (_, to_cut) in zip(marked, cuts, strict=True):
        back = np.linalg.inv(to_cut)
        lines = _lines(core)
        found.append([cv2.perspectiveTransform(line[None], back)[0] for line in lines])
    return found


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


def _lines(core: F32) -> list[F64]:
    """Return the lines in the network's output, (4, 2) each, as the text runs, largest first."""
    contours, _ = cv2.findContours(
        (core > _INK).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    boxes = []
    for contour in contours:
        middle, (a, b), angle = cv2.minAreaRect(contour)
        if a < b:
            a, b, angle = b, a, angle + 90.0
        turn = (angle + 90.0) % 180.0 - 90.0  # the text runs to the right, or straight down
        inside = np.abs(np.array(middle) / (len(core) - 1) - 0.5).max() < 0.5 - _MARGIN
        if a + 1 >= _LEAST_PX[0] and b + 1 >= _LEAST_PX[1] and inside:
            boxes.append((np.array(middle), a + 1, b + 1, turn))
    boxes = _merged(sorted(boxes, key=_size, reverse=True))
    boxes.sort(key=lambda box: (box[1] > _LONG * box[2], _size(box)), reverse=True)
    return [_expanded(*box) for box in boxes[:MOST_LINES]]


_Box = tuple[F64, float, float, float]


def _size(box: _Box) -> float:
    return min(box[1], 6 * box[2]) * box[2] ** 2


def _merged(boxes: list[_Box]) -> list[_Box]:
    """Merge parts of one line."""
    kept: list[_Box] = []
    for middle, length, height, turn in boxes:
        for number, (other, its_length, its_height, its_turn) in enumerate(kept):
            way = np.array([np.cos(np.radians(its_turn)), np.sin(np.radians(its_turn))])
            x, y = (middle - other).tolist()
            along, beside = float(x * way[0] + y * way[1]), float(y * way[0] - x * way[1])
            gap = abs(along) - (length + its_length) / 2
            similar = 0.6 < height / its_height < 1.7 and length > 1.5 * height
            if abs(beside) < _SAME_LINE * its_height and gap < 4 * its_height and similar:
                ends = sorted(
                    (-its_length / 2, its_length / 2, along - length / 2, along + length / 2)
                )
                centre = other + way * (ends[0] + ends[-1]) / 2
                kept[number] = centre, ends[-1] - ends[0], max(height, its_height), its_turn
                break
        else:
            kept.append((middle, length, height, turn))
    return kept


def _expanded(middle: F64, length: float, height: float, turn: float) -> F64:
    grow = length * height * _UNCLIP / (2 * (length + height))
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    along = np.array([c, s]) * (length / 2 + grow)
    down = np.array([-s, c]) * (height / 2 + grow)
    return np.stack([middle - along - down, middle + along - down, middle + along + down,
                     middle - along + down])  # fmt: skip
