"""How bright and how coloured white paper is in each part of a picture.

The mats carry grey ramps. Their paper and their lighter greys, in linear light, give a smooth field
of the logarithm of each channel: constant, slopes and a little curvature. How dark a printer makes
the greys is not known well, so each grey has an unknown factor of its own that is the same all over
the picture: greys measure slopes, and stand in for white where paper is overexposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F32, F64, ImageU8, relative
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import Rect

_USED_LEVELS: Final = (255, 204, 153, 102)
_PAPER: Final = 255
_GREY_SPREAD: Final = (0.0, 0.12, 0.2, 0.3)  # of the logarithm of a printed grey, level by level
_CLIPPED: Final = 250.0
_DARKEST: Final = 6.0
_NOISE: Final = 0.03  # of the logarithm of one patch
_SLOPE, _BEND = 0.8, 0.35  # how much light usually changes over a picture
_SAMPLES = 5
_COVERED = 14.0  # levels by which the samples of a bare patch vary at most (quartiles)
_ROUNDS = 3
_PULL = 2.5  # residuals beyond so many spreads count less


def to_linear(levels: F64 | F32 | ImageU8) -> F64:
    """Return linear light, 0..1, of sRGB levels 0..255 (IEC 61966-2-1)."""
    s = np.asarray(levels, dtype=np.float64) / 255.0
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)


def to_levels(linear: F64) -> F64:
    """Return sRGB levels of linear light; above 1 they go on beyond 255."""
    light = np.maximum(np.asarray(linear, dtype=np.float64), 0.0)
    return 255.0 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


@dataclass(frozen=True, slots=True, eq=False)
class LightField:
    """The level of white paper over the picture.

    Attributes:
        terms: (6, 3), BGR: logarithm of the linear level in the middle of the picture, then how it
            changes with x, y, x*y, x*x, y*y, where x and y run from -1 to 1.
        seen: left, top, right, bottom, in -1..1, of the part that the patches cover; beyond it the
            light is taken to stay as it is at the border.
        size_px: width and height of the picture that it belongs to.
    """

    terms: F64
    seen: tuple[float, float, float, float]
    size_px: tuple[int, int]

    def at(self, points_px: F64 | F32) -> F64:
        """Return the linear level of white, BGR, shape (N, 3), at points (N, 2) of the picture."""
        places = relative(np.asarray(points_px, np.float64), self.size_px)
        low, high = np.array(self.seen[:2]), np.array(self.seen[2:])
        return np.asarray(np.exp(_basis(np.clip(places, low, high)) @ self.terms))

    @property
    def middle(self) -> F64:
        """The linear level of white, BGR, shape (3,), in the middle of what was seen."""
        x0, y0, x1, y1 = self.seen
        place = np.array([[(x0 + x1) / 2, (y0 + y1) / 2]])
        return np.asarray(np.exp(_basis(place) @ self.terms)[0], np.float64)

    def resized(self, size_px: tuple[int, int]) -> LightField:
        """Return the same light over a picture of another size."""
        return LightField(self.terms, self.seen, size_px)


@dataclass(frozen=True, slots=True, eq=False)
class PatchSamples:
    """Neutral patches that are in view, bare and bright enough.

    Attributes:
        places_px: (P, 2), their middles.
        grey: (P,), their printed levels.
        colours: (P, 3), BGR 0..255, their middle colours.
    """

    places_px: F64
    grey: F64
    colours: F64

    def __len__(self) -> int:
        return len(self.grey)


def sample_patches(pixels: ImageU8, mats: Sequence[FittedMat]) -> PatchSamples:
    """Return the patches of *mats* that can be seen in BGR *pixels*, shape (H, W, 3)."""
    places, greys, colours = [], [], []
    for mat in mats:
        rects = [rect for _, rect in mat.layout.patches]
        grey = np.array([level for level, _ in mat.layout.patches], np.float64)
        points = transform(mat.homography, _grids(rects)).reshape(len(rects), -1, 2)
        columns, rows = np.rint(points).astype(np.intp).transpose(2, 0, 1)
        height, width = pixels.shape[:2]
        inside = ((columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)).all(axis=1)
        values = pixels[rows[inside], columns[inside]]
        ordered = np.sort(values, axis=1)  # np.percentile takes several times as long
        low, middle, high = (ordered[:, _SAMPLES**2 * part // 4] for part in (1, 2, 3))
        bare = (high - low).max(axis=1) <= _COVERED if len(values) else np.empty(0, bool)
        places.append(points[inside].mean(axis=1)[bare])
        greys.append(grey[inside][bare])
        colours.append(middle[bare].astype(np.float64))
    if not places:
        return PatchSamples(np.empty((0, 2)), np.empty(0), np.empty((0, 3)))
    return PatchSamples(np.concatenate(places), np.concatenate(greys), np.concatenate(colours))


def fit_light(samples: PatchSamples, size_px: tuple[int, int]) -> LightField | None:
    """Return the light that explains the patches, or None where no paper can be measured."""
    used = np.isin(samples.grey, _USED_LEVELS)
    grey, colours = samples.grey[used], samples.colours[used]
    places = relative(samples.places_px[used], size_px)
    basis = _basis(places)
    steps = (grey[:, None] == np.array(_USED_LEVELS[1:])).astype(np.float64)
    design = np.hstack([basis, steps])
    printed = np.log(to_linear(np.array(_USED_LEVELS[1:], np.float64)))
    expected = np.concatenate([np.zeros(basis.shape[1]), printed])
    spread = np.array([3.0, _SLOPE, _SLOPE, _BEND, _BEND, _BEND, *_GREY_SPREAD[1:]])
    terms = np.empty((basis.shape[1], 3))
    for channel in range(3):
        level = colours[:, channel]
        telling = (level < _CLIPPED) & (level > _DARKEST)
        if not telling.any():
            return None
        values = np.log(to_linear(level[telling]))
        solved = _robust(design[telling], values, expected, spread)
        terms[:, channel] = solved[: basis.shape[1]]
    x0, y0 = places.min(axis=0).tolist()
    x1, y1 = places.max(axis=0).tolist()
    return LightField(terms, (x0, y0, x1, y1), size_px)


def _robust(design: F64, values: F64, expected: F64, spread: F64) -> F64:
    """Solve for the terms; patches that a hand or a die shades pull less and less."""
    weights = np.ones(len(values))
    prior = np.diag(1.0 / spread**2)
    terms: F64 = expected
    for _ in range(_ROUNDS):
        pull = design.T * (weights / _NOISE**2)
        right = pull @ values + prior @ expected
        terms = np.asarray(np.linalg.solve(pull @ design + prior, right), np.float64)
        rest = np.abs(values - design @ terms) / _NOISE
        weights = np.minimum(1.0, _PULL / np.maximum(rest, 1e-9))
    return terms


def _basis(places: F64) -> F64:
    x, y = places[:, 0], places[:, 1]
    return np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=1)


def _grids(rects: Sequence[Rect]) -> F64:
    """Return a grid of points inside each of R rectangles, shape (R * samples, 2)."""
    steps = np.linspace(0.22, 0.78, _SAMPLES)
    across, down = np.meshgrid(steps, steps)
    corner = np.array([(rect.x0, rect.y0) for rect in rects])
    size = np.array([(rect.width, rect.height) for rect in rects])
    inner = np.column_stack([across.ravel(), down.ravel()])
    return np.asarray((corner[:, None] + inner[None] * size[:, None]).reshape(-1, 2))
