"""Appearance of the tiles of one box: templates that were enrolled by their owner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid

SIDE_PX: Final = 40
"""Side of the templates that are stored and compared."""

MOST_KEPT: Final = 3
"""Number of templates and texts that are kept for a face, the newest."""

_INSET: Final = 0.04  # share of a side cropped: corners are round and localised inexactly
_BLOCK_PX: Final = 8
"""Templates are compared in blocks of this side, so that gradients of the light do not count."""

_COVERED: Final = 0.3  # share of the blocks that may be covered by dice or glare
_SHIFTS_PX: Final = tuple((x, y) for y in (-2, 0, 2) for x in (-2, 0, 2))
"""Outlines have errors of some hundredths of a side: the best of these shifts counts."""

_MANY: Final = 12
_USUAL: Final = (0.75, 0.5)
"""Similarity of different tiles with few templates, and with ``_MANY``, less their mean."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownTile:
    """Templates of one face and the texts that were read on it, newest last.

    Attributes:
        looks: Lab, (40, 40, 3) each.
    """

    looks: tuple[ImageU8, ...] = ()
    texts: tuple[str, ...] = ()

    def with_one(self, look: ImageU8, text: str) -> "KnownTile":
        """Return it with one more template."""
        texts = (*(t for t in self.texts if t != text), text) if text else self.texts
        return KnownTile((*self.looks, look)[-MOST_KEPT:], texts[-MOST_KEPT:])


@dataclass(frozen=True, slots=True, eq=False)
class TileBox:
    """The enrolled tiles of one box, by the key of the face."""

    name: str
    tiles: "Mapping[str, KnownTile]" = field(default_factory=dict)

    def with_tile(self, key: str, look: ImageU8, text: str) -> "TileBox":
        """Return the box with one more template of a face."""
        known = self.tiles.get(key, KnownTile()).with_one(look, text)
        return TileBox(self.name, {**self.tiles, key: known})


def looks_of(picture: ImagePyramid, corners: F64) -> ImageU8:
    """Return rectified Lab templates (N, 40, 40, 3) of tiles with *corners*, (N, 4, 2)."""
    looks = np.empty((len(corners), SIDE_PX, SIDE_PX, 3), np.uint8)
    low, high = SIDE_PX * -_INSET, SIDE_PX * (1 + _INSET)
    to = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32) - 0.5
    width, height = picture.size_px
    for look, quad in zip(looks, corners, strict=True):
        edge = float(np.hypot(*(quad[2] - quad[0]))) / 1.414
        step = max(1, round(edge / SIDE_PX))
        small = picture.part(0, 0, width, height, step)
        source = ((quad + 0.5) / step - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, to)
        cut = cv2.warpPerspective(
            small, matrix, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE
        )
        look[:] = cv2.cvtColor(cut, cv2.COLOR_BGR2LAB)
    return looks


class Appearance:
    """Compares tiles with the templates of a box.

    Args:
        keys: the faces, in the order of the scores.

    Attributes:
        usual: typical upper bound of the similarity of two different tiles.
    """

    def __init__(self, box: "TileBox", keys: Sequence[str]) -> None:
        place = {key: number for number, key in enumerate(keys)}
        known = [(place[key], look) for key, tile in box.tiles.items() if key in place
                 for look in tile.looks]  # fmt: skip
        self._count = len(keys)
        self._owner = np.array([owner for owner, _ in known], np.intp)
        many = len(known) >= _MANY
        self.usual = _USUAL[many]
        pictures = (
            _normalised(np.stack([look for _, look in known]))
            if known
            else np.empty((0, 40, 40, 3))
        )
        # All tiles of a box share a layout: the mean of many does not discriminate.
        self._common = pictures.mean(axis=0) if many else np.float32(0)
        self._blocks = _blocks(pictures - self._common)

    def __bool__(self) -> bool:
        return len(self._owner) > 0

    def scores(self, look: ImageU8) -> F64:
        """Return the similarity of a tile to each face, -1..1; NaN for faces without template."""
        found = np.full(self._count, np.nan)
        if not self:
            return found
        moved = [
            cv2.warpAffine(look, np.array([[1.0, 0, x], [0, 1, y]]), (SIDE_PX, SIDE_PX),
                           borderMode=cv2.BORDER_REPLICATE)
            for x, y in _SHIFTS_PX
        ]  # fmt: skip
        seen = _blocks(_normalised(np.stack(moved)) - self._common)
        alike = np.sort(seen @ self._blocks.transpose(0, 2, 1), axis=0)
        alike = alike[int(len(alike) * _COVERED) :].mean(axis=0).max(axis=0)
        best = np.full(self._count, -2.0)
        np.maximum.at(best, self._owner, alike.astype(np.float64))
        known = best > -2.0
        found[known] = best[known]
        return found


def _normalised(looks: ImageU8) -> F32:
    """Return looks (N, 40, 40, 3) with zero mean and unit variance in each channel."""
    values = looks.astype(np.float32)
    values = values - values.mean(axis=(1, 2), keepdims=True)
    return np.asarray(values / (values.std(axis=(1, 2), keepdims=True) + 1e-3), np.float32)


def _blocks(looks: F32) -> F32:
    """Return the blocks of N looks as unit vectors, (25, N, 192)."""
    side = SIDE_PX // _BLOCK_PX
    parts = looks.reshape(-1, side, _BLOCK_PX, side, _BLOCK_PX, 3).transpose(1, 3, 0, 2, 4, 5)
    parts = parts.reshape(side * side, len(looks), _BLOCK_PX * _BLOCK_PX, 3)
    parts = parts - parts.mean(axis=2, keepdims=True)
    rows = parts.reshape(side * side, len(looks), 3 * _BLOCK_PX**2)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=2, keepdims=True), 0.05))
