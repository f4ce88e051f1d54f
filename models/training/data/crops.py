"""The reader's crops: squares around a top face, rotated so that its edges are axis-aligned."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from models.labels import LABELS, NONE
from models.training.data.light_codes import coded
from models.training.generator.camera import F32
from models.training.generator.frames import Frame
from models.training.generator.sensor import ImageU8
from models.training.generator.stage import DieTruth

CROP_PX = 64
CROP_SPAN = 1.4
"""Side of the reader's crop in edges of the top face."""

STORED_PX = 96
STORED_SPAN = CROP_SPAN * STORED_PX / CROP_PX
"""Training stores a wider crop at the same scale, as a margin for jitter."""

STEEP_DEG = 62.0
"""A top face viewed at a larger angle is not readable, unless its die is flat."""

LARGEST_EDGE_PX = 100.0
"""Of larger dice only parts are cut, labelled none: a finder gets them in a reduced image."""

_INDEX = {label: i for i, label in enumerate(LABELS)}
_Image = TypeVar("_Image", ImageU8, F32)
_Place = tuple[tuple[float, float], float, float, str]


@dataclass(frozen=True, slots=True)
class LabelledCrop:
    """A stored crop, RGB, shape ``(STORED_PX, STORED_PX, 3)``, and its label's index.

    The image is the camera's, or linear light before the camera model (``light_codes``).
    """

    image: ImageU8
    label: int


def cut(
    image: _Image,
    center_px: tuple[float, float],
    edge_px: float,
    angle_rad: float,
    *,
    size_px: int = CROP_PX,
    span: float = CROP_SPAN,
) -> _Image:
    """Return the square of ``span * edge_px`` around a centre, rotated by ``-angle_rad``.

    Pixel centres are at integer coordinates; outside the image its border is replicated.
    """
    scale = span * edge_px / size_px
    c, s = math.cos(angle_rad) * scale, math.sin(angle_rad) * scale
    half = (size_px - 1) / 2
    matrix = np.array(
        [
            [c, -s, center_px[0] - c * half + s * half],
            [s, c, center_px[1] - s * half - c * half],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(
        image, matrix, (size_px, size_px), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, image.dtype)


def crops_of(
    frame: Frame, rng: np.random.Generator, *, light: bool = False
) -> Iterator[LabelledCrop]:
    """Yield the labelled crops of a frame: its dice, and negatives without a readable die.

    Args:
        light: cut from the linear light, not from the camera image.
    """
    for center, edge, angle, label in _places(frame, rng):
        if light:
            wide = cut(frame.rgb, center, edge, angle, size_px=STORED_PX, span=STORED_SPAN)
            crop = coded(wide, rng)
        else:
            crop = cut(frame.image, center, edge, angle, size_px=STORED_PX, span=STORED_SPAN)
        yield LabelledCrop(crop, _INDEX[label])


def _places(frame: Frame, rng: np.random.Generator) -> Iterator[_Place]:
    for die in frame.dice:
        if die.edge_px > LARGEST_EDGE_PX:
            yield from _part_places(die, rng)
            continue
        turn = die.angle_rad + math.pi / 2 * int(rng.integers(4))
        if die.readable:
            yield die.center_px, die.edge_px, turn, die.label
        elif (
            die.visible < 0.55
            or die.seen_deg > STEEP_DEG
            or (
                # A flat die viewed obliquely looks the same: an output between both.
                die.tilt_deg > 24.0 and rng.random() < 0.5
            )
        ):
            yield die.center_px, die.edge_px, turn, NONE
        if rng.random() < 0.12:  # hard negative: between dice, at a corner, half a die off
            away = die.edge_px * rng.uniform(0.5, 1.1)
            angle = rng.uniform(0, 2 * math.pi)
            spot = (
                die.center_px[0] + away * math.cos(angle),
                die.center_px[1] + away * math.sin(angle),
            )
            if _clear(frame, spot) and not _on_side(frame, spot):
                yield spot, die.edge_px, turn + rng.normal(0, 0.3), NONE
    height, width = frame.image.shape[:2]
    for _ in range(1 if rng.random() < 0.8 else 2):
        spot = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        if _clear(frame, spot):
            edge = float(np.exp(rng.uniform(math.log(24), math.log(76))))
            yield spot, edge, rng.uniform(0, 6.3), NONE
    yield from _lookalike_places(frame, rng)


def _lookalike_places(frame: Frame, rng: np.random.Generator) -> Iterator[_Place]:
    """Yield hard negatives: squares that resemble a top face, cut as precisely as one.

    Printed glyphs are rare: within so narrow a crop they hardly differ from a die's.
    """
    left = 3
    for k in rng.permutation(len(frame.hard_negatives)):
        like = frame.hard_negatives[int(k)]
        if like.edge_px > LARGEST_EDGE_PX:
            continue
        if left and rng.random() < (0.7 if like.blank else 0.3) and _clear(frame, like.center_px):
            left -= 1
            turn = like.angle_rad + math.pi / 2 * int(rng.integers(4))
            edge = like.edge_px * float(np.exp(rng.normal(0.0, 0.08)))
            yield like.center_px, edge, turn, NONE


def _part_places(die: DieTruth, rng: np.random.Generator) -> Iterator[_Place]:
    """Yield parts of a die in a close-up: strokes, panes and corners that resemble small dice."""
    for _ in range(3):
        reach = die.edge_px * 0.6
        x, y = np.asarray(die.center_px) + rng.uniform(-reach, reach, 2)
        edge = die.edge_px * float(rng.uniform(0.12, 0.32))
        yield (float(x), float(y)), edge, die.angle_rad + float(rng.normal(0, 0.2)), NONE


def _on_side(frame: Frame, spot: tuple[float, float]) -> bool:
    """Whether *spot* is on the side of a die, which only context distinguishes from a top face."""
    return any(math.dist(side.center_px, spot) < 0.4 * side.edge_px for side in frame.sides)


def _clear(frame: Frame, spot: tuple[float, float]) -> bool:
    return all(
        math.hypot(d.center_px[0] - spot[0], d.center_px[1] - spot[1]) > 0.45 * d.edge_px
        for d in frame.dice
    )
