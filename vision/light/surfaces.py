"""Body colours of dice relative to white paper in the same light."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F64, ImageU8
from vision.light.light_field import to_linear

FACE: Final = slice(14, 50, 2)
"""Rows and columns inside the rounded rim of a face, in a 64 pixel crop of 1.4 edges."""

OFFSET: Final = 0.02
"""Share of white that is added before a logarithm: it bounds that of a dark channel."""

_BODY_PERCENTILE = 45  # ink is darker than the body and covers less than a third
_CLIPPED_LEVEL = 250
_LINEAR: Final = to_linear(np.arange(256, dtype=np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class Surfaces:
    """Body colours of N dice.

    Attributes:
        linear: (N, 3), BGR, linear light relative to white paper.
        clipped: (N,), share of the face that is clipped in some channel.
    """

    linear: F64
    clipped: F64

    def __len__(self) -> int:
        return len(self.clipped)


def body_surfaces(crops: ImageU8, white: F64) -> Surfaces:
    """Return the bodies' colours.

    Args:
        crops: BGR, as captured, upright faces, shape (N, 64, 64, 3).
        white: (N, 3), BGR, linear level of white paper where each die lies.
    """
    body, clipped = body_levels(crops)
    linear = np.interp(body, np.arange(256), _LINEAR) / np.maximum(white, 1e-4)
    return Surfaces(linear, clipped)


def body_levels(crops: ImageU8) -> tuple[F64, F64]:
    """Return the bodies' levels, BGR, 0..255, (N, 3), and the clipped share of each face, (N,).

    A body's level is the median of the brighter pixels of the face.

    Args:
        crops: BGR, upright faces, shape (N, 64, 64, 3).
    """
    if len(crops) == 0:
        return np.empty((0, 3)), np.empty(0)
    pixels = crops[:, FACE, FACE].reshape(len(crops), -1, 3).transpose(2, 0, 1)
    planes = blue, green, red = np.ascontiguousarray(pixels, dtype=np.uint32)
    count = planes.shape[2]
    # Keys of brightness, then pixel index: one sort of integers finds the brighter pixels.
    keys = np.sort((blue + green + red) * count + np.arange(count, dtype=np.uint32), axis=1)
    bright = (keys[:, count * _BODY_PERCENTILE // 100 :] % count).astype(np.intp)
    levels = np.sort(np.take_along_axis(planes, bright[None], axis=2), axis=2)
    last = levels.shape[2] - 1
    middle = (levels[..., last // 2] + levels[..., (last + 1) // 2]) / 2
    clipped = (planes.max(axis=0) >= _CLIPPED_LEVEL).mean(axis=1)
    return np.asarray(middle.T, np.float64), np.asarray(clipped, np.float64)


def features(linear: F64) -> F64:
    """Return log R/G, log B/G and mean log brightness, shape (N, 3)."""
    blue, green, red = np.log(np.maximum(linear, 0.0) + OFFSET).T
    return np.stack([red - green, blue - green, (red + green + blue) / 3], axis=1)
