"""The reader's crops: squares around a top face, rotated so that its edges are axis-aligned."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np

from models.labels import LABELS, NONE
from models.training.arrays import F32, ImageU8, Random
from models.training.generator.camera import Square
from models.training.generator.frames import Frame
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
_Place = tuple[Square, str]


def resampled(
    image: _Image,
    center_px: tuple[float, float],
    step: float,
    turn: float,
    size_px: int,
    *,
    mirrored: bool = False,
    border: int = cv2.BORDER_REPLICATE,
) -> _Image:
    """Return a square of *size_px* pixels around a centre, rotated by ``-turn``.

    Pixel centres are at integer coordinates.

    Args:
        step: pixels of the image per pixel of the result.
        mirrored: horizontally, after the rotation.
        border: what is outside the image, one of OpenCV's border types.
    """
    c, s, side = math.cos(turn) * step, math.sin(turn) * step, -1.0 if mirrored else 1.0
    half, (x, y) = (size_px - 1) / 2, center_px
    matrix = np.array(
        [
            [c * side, -s, x - c * side * half + s * half],
            [s * side, c, y - s * side * half - c * half],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (size_px, size_px)
    return np.asarray(
        cv2.warpAffine(image, matrix, size, flags=flags, borderMode=border), image.dtype
    )


def cut(image: _Image, place: Square, *, size_px: int = CROP_PX, span: float = CROP_SPAN) -> _Image:
    """Return the square around *place*, *span* times as wide, with upright edges."""
    step = span * place.edge_px / size_px
    return resampled(image, place.center_px, step, place.angle_rad, size_px)


# Stored linear light takes one byte a channel, on a logarithmic scale: steps of 2 % near white, 4 %
# in ink, up to four times white paper, so that an overexposed image clips where a camera would.
_TOE = 0.03
_MOST = 4.0
_GAIN = 255.0 / math.log1p(_MOST / _TOE)
_TABLE = (_TOE * np.expm1(np.arange(256) / _GAIN)).astype(np.float32)


def coded(light: F32, rng: Random) -> ImageU8:
    """Return linear light 0..4 as bytes, dithered against banding."""
    level = np.log1p(np.maximum(light, 0.0) * np.float32(1.0 / _TOE)) * np.float32(_GAIN)
    level += rng.random(light.shape, dtype=np.float32)
    return np.asarray(np.minimum(level, 255.0), np.uint8)


def decoded(codes: ImageU8) -> F32:
    """Return the linear light of bytes."""
    return np.asarray(cv2.LUT(codes, _TABLE), np.float32)


def crops_of(frame: Frame, rng: Random, *, light: bool = False) -> Iterator[tuple[ImageU8, int]]:
    """Yield crops of a frame, RGB, (96, 96, 3), with the indices of their labels.

    They show its dice, and as negatives what is no readable die.

    Args:
        light: cut from the linear light (`coded`), not from the camera image.
    """
    for place, label in _places(frame, rng):
        if light:
            crop = coded(cut(frame.rgb, place, size_px=STORED_PX, span=STORED_SPAN), rng)
        else:
            crop = cut(frame.image, place, size_px=STORED_PX, span=STORED_SPAN)
        yield crop, _INDEX[label]


def _places(frame: Frame, rng: Random) -> Iterator[_Place]:
    for die in frame.dice:
        if die.edge_px > LARGEST_EDGE_PX:
            yield from _part_places(die, rng)
            continue
        turn = die.angle_rad + math.pi / 2 * int(rng.integers(4))
        if die.readable:
            yield Square(die.center_px, die.edge_px, turn), die.label
        elif (
            die.visible < 0.55
            or die.seen_deg > STEEP_DEG
            or (
                # A flat die viewed obliquely looks the same: an output between both.
                die.tilt_deg > 24.0 and rng.random() < 0.5
            )
        ):
            yield Square(die.center_px, die.edge_px, turn), NONE
        if rng.random() < 0.12:  # hard negative: between dice, at a corner, half a die off
            away = die.edge_px * rng.uniform(0.5, 1.1)
            angle = rng.uniform(0, 2 * math.pi)
            x, y = die.center_px
            spot = (x + away * math.cos(angle), y + away * math.sin(angle))
            # Only context distinguishes the side of a die from a top face.
            if _clear(frame, spot) and not any(side.holds(spot, 0.4) for side in frame.sides):
                yield Square(spot, die.edge_px, turn + rng.normal(0, 0.3)), NONE
    height, width = frame.image.shape[:2]
    for _ in range(1 if rng.random() < 0.8 else 2):
        spot = (float(rng.uniform(0, width)), float(rng.uniform(0, height)))
        if _clear(frame, spot):
            edge = float(np.exp(rng.uniform(math.log(24), math.log(76))))
            yield Square(spot, edge, rng.uniform(0, 6.3)), NONE
    yield from _lookalike_places(frame, rng)


def _lookalike_places(frame: Frame, rng: Random) -> Iterator[_Place]:
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
            yield replace(like, edge_px=edge, angle_rad=turn), NONE


def _part_places(die: DieTruth, rng: Random) -> Iterator[_Place]:
    """Yield parts of a die in a close-up: strokes, panes and corners that resemble small dice."""
    for _ in range(3):
        reach = die.edge_px * 0.6
        x, y = np.asarray(die.center_px) + rng.uniform(-reach, reach, 2)
        edge = die.edge_px * float(rng.uniform(0.12, 0.32))
        turn = die.angle_rad + float(rng.normal(0, 0.2))
        yield Square((float(x), float(y)), edge, turn), NONE


def _clear(frame: Frame, spot: tuple[float, float]) -> bool:
    return not any(die.holds(spot, 0.45) for die in frame.dice)
