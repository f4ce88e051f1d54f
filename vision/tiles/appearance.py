"""What the tiles of one box look like, as their owner has shown them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid

SIDE_PX: Final = 40
"""Side of the small pictures that are kept and compared."""

MOST_KEPT: Final = 3
"""So many pictures and texts of a face are kept, the newest."""

_INSET: Final = 0.04  # corners are round, and never exact
_HUE_WEIGHT: Final = 1.5
_COVERED: Final = 0.3  # so much of a tile may lie under dice or glare
_LOOKED_AGAIN: Final = 4
_MANY: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class KnownTile:
    """How one face looks and what was read on it, newest last.

    Attributes:
        looks: Lab, (40, 40, 3) each.
    """

    looks: tuple[ImageU8, ...] = ()
    texts: tuple[str, ...] = ()

    def with_one(self, look: ImageU8, text: str) -> KnownTile:
        """Return it with one picture more."""
        texts = (*(t for t in self.texts if t != text), text) if text else self.texts
        return KnownTile((*self.looks, look)[-MOST_KEPT:], texts[-MOST_KEPT:])


@dataclass(frozen=True, slots=True, eq=False)
class TileBox:
    """The tiles of one box that a person has named, by the key of the face."""

    name: str
    tiles: Mapping[str, KnownTile] = field(default_factory=dict)

    def with_tile(self, key: str, look: ImageU8, text: str) -> TileBox:
        """Return the box with one more picture of a face."""
        known = self.tiles.get(key, KnownTile()).with_one(look, text)
        return TileBox(self.name, {**self.tiles, key: known})


def looks_of(picture: ImagePyramid, corners: F64) -> ImageU8:
    """Return small Lab pictures (N, 40, 40, 3) of tiles with *corners*, (N, 4, 2)."""
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
    """Compares tiles with those of a box.

    Args:
        box: what is known.
        keys: the faces, in the order of the scores.
    """

    def __init__(self, box: TileBox, keys: Sequence[str]) -> None:
        place = {key: number for number, key in enumerate(keys)}
        known = [(place[key], look) for key, tile in box.tiles.items() if key in place
                 for look in tile.looks]  # fmt: skip
        self._count = len(keys)
        self._owner = np.array([owner for owner, _ in known], np.intp)
        pictures = np.stack([look for _, look in known]) if known else np.empty((0, 40, 40, 3))
        vectors = _vectors(pictures)
        # All tiles of a box share a layout; what is common to many tells none from another.
        self._common = vectors.mean(axis=0) if len(vectors) >= _MANY else np.float32(0)
        self._vectors = _unit(vectors - self._common)

    def __bool__(self) -> bool:
        return len(self._owner) > 0

    def scores(self, look: ImageU8) -> F64:
        """Return how much a tile looks like each face, -1..1; NaN for faces that nobody showed."""
        found = np.full(self._count, np.nan)
        if not self:
            return found
        vector = _unit(_vectors(look[None]) - self._common)[0]
        alike = (self._vectors @ vector).astype(np.float64)
        for number in np.argsort(-alike)[:_LOOKED_AGAIN]:
            alike[number] = max(alike[number], _uncovered(self._vectors[number], vector))
        best = np.full(self._count, -2.0)
        np.maximum.at(best, self._owner, alike)
        known = best > -2.0
        found[known] = best[known]
        return found


def _vectors(looks: ImageU8 | F64) -> F32:
    """Return one vector of length 1 for each picture: no cast of the lamp, no contrast left."""
    values = looks.astype(np.float32).reshape(len(looks), SIDE_PX * SIDE_PX, 3)
    values = values - values.mean(axis=1, keepdims=True)
    values[..., 1:] *= _HUE_WEIGHT
    flat = values.reshape(len(looks), SIDE_PX * SIDE_PX * 3)
    return _unit(flat)


def _unit(rows: F32) -> F32:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))


def _uncovered(known: F32, seen: F32) -> float:
    """Return how alike they are without the part that differs most."""
    a, b = known.reshape(-1, 3), seen.reshape(-1, 3)
    apart = ((a - b) ** 2).sum(axis=1)
    kept = apart <= np.quantile(apart, 1 - _COVERED)
    a, b = a[kept] - a[kept].mean(axis=0), b[kept] - b[kept].mean(axis=0)
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    # Leaving out the worst third makes any two pictures more alike: half of the gain counts.
    plain = float(known @ seen)
    return plain + 0.5 * (float((a * b).sum()) / max(size, 1e-6) - plain)
