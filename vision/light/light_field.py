"""Illumination field: level and colour of white paper in each part of an image.

The mats carry grey ramps. A smooth field of the logarithm of each channel (constant, gradient, weak
curvature) is fitted to their paper and lighter greys, in linear light. The reflectance of printed
greys is not known well, so each grey level has an unknown factor that is constant over the image:
greys measure gradients, and replace white where paper is overexposed.

One channel of the paper can be saturated well below full scale: a camera whose white balance scales
a lamp's strong channel down does so after the sensor saturated. There, too, the greys replace it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F32, F64, ImageU8, relative
from vision.mats.fitting import FittedMat, transform
from vision.mats.layout import PATCH_LEVELS, Rect

USED_LEVELS: Final = PATCH_LEVELS[:4]
"""Printed grey levels that measure light: paper and the lighter greys."""

_GREY_STD: Final = (0.0, 0.12, 0.2, 0.3)  # prior, of the logarithm of each printed grey level
_CLIPPED: Final = 250.0
_DARKEST: Final = 6.0
_NOISE: Final = 0.03  # standard deviation of the logarithm of one patch
_GRADIENT_STD, _CURVATURE_STD = 0.8, 0.35  # prior of the field over an image
_SAMPLES = 5
_COVERED = 14.0  # largest interquartile range of the samples of a bare patch, levels
_TINT_STD: Final = (3.0, 0.3, 0.3, 0.1, 0.1, 0.1, 0.3, 0.3)
"""Prior of the greys' tint: constant, gradient and curvature, then steps to the darker levels."""
_LEAST_LEVEL = 20.0  # the tint of darker patches is noise
_LEAST_GREYS = 3  # patches of the lightest grey
_TONE_TINT = 0.10  # a tone curve tints paper by less, relative to the lightest grey
_INK_FACTOR = 1.3  # tinted ink makes the next grey differ from the first by so much more
_ROUNDS = 3
_HUBER = 2.5  # residuals beyond so many standard deviations are down-weighted


def to_linear(levels: F64 | F32 | ImageU8) -> F64:
    """Return linear light, 0..1, of sRGB levels 0..255 (IEC 61966-2-1)."""
    s = np.asarray(levels, dtype=np.float64) / 255.0
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)


def to_levels(linear: F64) -> F64:
    """Return sRGB levels of linear light; values above 1 give more than 255, unclipped."""
    light = np.maximum(np.asarray(linear, dtype=np.float64), 0.0)
    return 255.0 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


@dataclass(frozen=True, slots=True, eq=False)
class LightField:
    """The level of white paper over the image.

    Attributes:
        terms: (6, 3), BGR: logarithm of the linear level at the image centre, then coefficients of
            x, y, x*y, x*x, y*y, where x and y run from -1 to 1.
        seen: left, top, right, bottom, in -1..1, of the region that the patches cover; outside it
            the field keeps its value at the border.
        size_px: width and height of the image that it belongs to.
    """

    terms: F64
    seen: tuple[float, float, float, float]
    size_px: tuple[int, int]

    def at(self, points_px: F64 | F32) -> F64:
        """Return the linear level of white, BGR, shape (N, 3), at points (N, 2) of the image."""
        places = relative(np.asarray(points_px, np.float64), self.size_px)
        low, high = np.array(self.seen[:2]), np.array(self.seen[2:])
        return np.asarray(np.exp(quadratic(np.clip(places, low, high)) @ self.terms))

    @property
    def middle(self) -> F64:
        """The linear level of white, BGR, shape (3,), at the centre of the region `seen`."""
        x0, y0, x1, y1 = self.seen
        place = np.array([[(x0 + x1) / 2, (y0 + y1) / 2]])
        return np.asarray(np.exp(quadratic(place) @ self.terms)[0], np.float64)

    def resized(self, size_px: tuple[int, int]) -> "LightField":
        """Return the same field over an image of another size."""
        return LightField(self.terms, self.seen, size_px)


@dataclass(frozen=True, slots=True, eq=False)
class PatchSamples:
    """Neutral patches that are in view and not covered.

    Attributes:
        places_px: (P, 2), their centres.
        grey: (P,), their printed levels.
        colours: (P, 3), BGR 0..255, their median colours.
    """

    places_px: F64
    grey: F64
    colours: F64

    def __len__(self) -> int:
        return len(self.grey)


def sample_patches(pixels: ImageU8, mats: Sequence[FittedMat]) -> PatchSamples:
    """Return the patches of *mats* that are visible in BGR *pixels*, shape (H, W, 3)."""
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


def fit_light(samples: PatchSamples, size_px: tuple[int, int]) -> "LightField | None":
    """Return the field fitted to the patches, or None where no paper can be measured."""
    used = np.isin(samples.grey, USED_LEVELS)
    grey, colours = samples.grey[used], samples.colours[used]
    places = relative(samples.places_px[used], size_px)
    basis = quadratic(places)
    steps = (grey[:, None] == np.array(USED_LEVELS[1:])).astype(np.float64)
    design = np.hstack([basis, steps])
    printed = np.log(to_linear(np.array(USED_LEVELS[1:], np.float64)))
    expected = np.concatenate([np.zeros(basis.shape[1]), printed])
    std = np.array([3.0, *[_GRADIENT_STD] * 2, *[_CURVATURE_STD] * 3, *_GREY_STD[1:]])
    logs = _unsaturated(np.log(to_linear(np.maximum(colours, 1.0))), colours, grey, basis)
    terms = np.empty((basis.shape[1], 3))
    for channel in range(3):
        level = colours[:, channel]
        usable = (level < _CLIPPED) & (level > _DARKEST)
        if not usable.any():
            return None
        solved = _robust_fit(design[usable], logs[usable, channel], expected, std)
        terms[:, channel] = solved[: basis.shape[1]]
    x0, y0 = places.min(axis=0).tolist()
    x1, y1 = places.max(axis=0).tolist()
    return LightField(terms, (x0, y0, x1, y1), size_px)


def _unsaturated(logs: F64, colours: F64, grey: F64, basis: F64) -> F64:
    """Return *logs* with red and blue of white patches raised where they are saturated.

    Tint is the logarithm of the ratio to green: shade changes all channels of a patch alike. White
    patches have the tint of the greys around them, and a lower one where a channel is saturated.

    Args:
        logs: (P, 3), BGR, logarithm of linear light.
        colours: (P, 3), BGR, 0..255.
        grey: (P,), printed levels.
        basis: (P, 6), as `quadratic` returns it.
    """
    raised = logs.copy()
    white = grey == USED_LEVELS[0]
    clear = ~white & ((colours < _CLIPPED) & (colours > _LEAST_LEVEL)).all(axis=1)
    if (grey[clear] == USED_LEVELS[1]).sum() < _LEAST_GREYS:
        return raised
    darker = (grey[:, None] == np.array(USED_LEVELS[2:])).astype(np.float64)
    design, std = np.hstack([basis, darker]), np.array(_TINT_STD)
    for channel in (0, 2):
        tint = logs[:, channel] - logs[:, 1]
        terms = _robust_fit(design[clear], tint[clear], np.zeros(len(std)), std)
        tolerance = max(_TONE_TINT, _INK_FACTOR * float(terms[basis.shape[1]]))
        least = logs[:, 1] + basis @ terms[: basis.shape[1]] - tolerance
        raised[white, channel] = np.maximum(logs[:, channel], least)[white]
    return raised


def _robust_fit(design: F64, values: F64, expected: F64, std: F64) -> F64:
    """Fit the terms by reweighted least squares (Huber): patches in shadow are down-weighted."""
    weights = np.ones(len(values))
    prior = np.diag(1.0 / std**2)
    terms: F64 = expected
    for _ in range(_ROUNDS):
        weighted = design.T * (weights / _NOISE**2)
        right = weighted @ values + prior @ expected
        terms = np.asarray(np.linalg.solve(weighted @ design + prior, right), np.float64)
        residuals = np.abs(values - design @ terms) / _NOISE
        weights = np.minimum(1.0, _HUBER / np.maximum(residuals, 1e-9))
    return terms


def quadratic(places: F64) -> F64:
    """Return the terms 1, x, y, x*y, x*x, y*y of places (N, 2), shape (N, 6)."""
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
