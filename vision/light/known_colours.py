"""Measure body colours, and classify dice by those that a calibration measured in the same light.

A die's colour relative to white paper is that of its type, plus a shift common to all dice of the
image (the light drifted, no paper is in view), plus its individual deviation. The prior favours a
small shift; a large one, in hue or in brightness, means another light source than the calibrated
one. The network alone decides faces; its type probabilities are combined with the colour
likelihoods under the shift that the other dice indicate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.core.labels import TYPE_COLOURS
from vision.core.type_shares import masses, retyped, type_rows
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


_CHANNEL_STD: Final = 0.07
"""Standard deviation of the logarithm of one channel, between dice and between faces."""

_GLARE: Final = 0.03
"""Specular reflection of the light source on a face, share of white: it raises dark channels."""

_BRIGHTNESS_STD: Final = 0.13
"""Standard deviation of the log brightness of a face relative to the other dice: shade, tilt."""

_T_DOF: Final = 5.0  # degrees of freedom of Student's t: glints make outliers
_SAME_LAMP_STD: Final = (0.06, 0.12)  # std of chroma and brightness shift, one light source
_OTHER_LAMP_STD: Final = (0.45, 0.8)  # the same under any light source
_OTHER_LAMP_PRIOR: Final = 0.1  # prior: images under another light source
_OFF_GRID_PRIOR: Final = 0.01  # prior: images with a shift outside the grid of shifts
_ODD_PRIOR: Final = 0.004  # prior: objects accepted as dice that are none of the seven types
_LOG_VOLUME: Final = np.log(54.0)  # log of the volume of the colours that objects on a table have
_NETWORK_EXPONENT: Final = 0.8  # tempers their type probabilities: they use colour, too
_MOST_LOG: Final = 500.0
_ENOUGH_DICE: Final = 4  # fewer dice are weak evidence for another light source: a glint mimics one
_LEAST_TYPE: Final = 0.02  # least probability of each type in the evidence for the shift


def _symmetric(*steps: float) -> F64:
    half = np.array(steps)
    return np.concatenate([-half[::-1], [0.0], half])


_AXIS: Final = _symmetric(0.04, 0.085, 0.14, 0.21, 0.3, 0.42, 0.6, 0.88)
_SHIFTS: Final = np.stack(np.meshgrid(_AXIS, _AXIS, indexing="ij"), axis=-1).reshape(-1, 2)
_LEVELS: Final = _symmetric(0.11, 0.23, 0.42, 0.75, 1.3)


@dataclass(frozen=True, slots=True, eq=False)
class KnownColours:
    """Body colours under one light source.

    Attributes:
        types: T die keys.
        linear: (T, 3), BGR, linear light relative to white paper.
    """

    types: tuple[str, ...]
    linear: F64


_FACTORY_BGR: Final = (
    (255, 241, 255), (87, 57, 243), (253, 185, 239), (255, 212, 146), (112, 180, 222),
    (44, 222, 172), (11, 238, 254),
)  # fmt: skip
FACTORY: Final = KnownColours(
    tuple(TYPE_COLOURS), 0.05 + 0.95 * to_linear(np.array(_FACTORY_BGR, np.float64))
)
"""Factory colours of the bodies: a scan of the dice with 5 % of specular reflection."""


@dataclass(frozen=True, slots=True, eq=False)
class ColourMatch:
    """Result of matching the colours of N dice.

    Attributes:
        shares: (N, K), the labels' probabilities.
        other_lamp: probability of another light source than the calibrated one, 0..1.
    """

    shares: F64
    other_lamp: float


def with_known_colours(
    shares: F64, kinds: Sequence[str], surfaces: Surfaces, known: KnownColours
) -> ColourMatch:
    """Combine the probabilities of types with the likelihoods of the calibrated colours.

    Args:
        shares: (N, K), those of the reader and, where it is used, of the joint classifier.
        kinds: type of each of the K labels.
        surfaces: of the N dice.
    """
    if len(shares) == 0:
        return ColourMatch(shares, 0.0)
    rows = type_rows(kinds, known.types)
    mass = masses(shares, rows, len(known.types))[:, :-1]
    hues, levels = _likelihoods(surfaces, known)
    light, other = _shift_posterior(mass, hues, levels)
    log_likelihood = np.log(np.maximum(((hues @ light) * levels).sum(axis=2), 1e-30)) + _LOG_VOLUME
    tempered = np.maximum(mass, 1e-9) ** _NETWORK_EXPONENT
    result = retyped(shares, rows, tempered * np.exp(log_likelihood))
    return ColourMatch(result, other)


def _shift_posterior(mass: F64, hues: F32, levels: F32) -> tuple[F32, float]:
    """Return each die's posterior of the shift given the other dice, and that of another source.

    Args:
        mass: (N, T), the network's type probabilities.
        hues, levels: as `_likelihoods` returns them.

    Returns:
        Probabilities of shape (N, D, L), and the probability of another light source.
    """
    trust = (mass + _LEAST_TYPE) / (mass + _LEAST_TYPE).sum(axis=1, keepdims=True)
    outlier = np.exp(-_LOG_VOLUME) * _ODD_PRIOR  # an odd colour is no evidence for the shift
    trusted = hues * trust[:, :, None].astype(np.float32)
    log_evidence = np.log(trusted.transpose(0, 2, 1) @ levels + np.float32(outlier))
    # Deviations of dice of one type are correlated, so their evidence is discounted.
    discount = np.maximum(1.0, np.sqrt((mass @ mass.T).sum(axis=1)))
    log_evidence /= discount.astype(np.float32)[:, None, None]
    total = log_evidence.sum(axis=0, dtype=np.float64)
    both = _MIXED_LOG_PRIOR + total
    known, unknown = (
        np.exp(prior + total - both.max()).sum() for prior in (_SAME_LOG_PRIOR, _OTHER_LOG_PRIOR)
    )
    # A light source outside the grid: no die's colour fits.
    beyond = np.log(_OFF_GRID_PRIOR) - (_LOG_VOLUME / discount).sum() - both.max()
    unknown += np.exp(min(beyond, _MOST_LOG))
    unknown *= min(1.0, len(log_evidence) / _ENOUGH_DICE) ** 2
    others = both.astype(np.float32) - log_evidence
    light = np.exp(others - others.max(axis=(1, 2), keepdims=True))
    light /= light.sum(axis=(1, 2), keepdims=True)
    return np.asarray(light), float(unknown / (known + unknown))


def _log_prior(stds: tuple[float, float], share: float) -> F64:
    """Return the log prior of each cell of the grid under a normal distribution, (D, L)."""
    hue, level = stds
    width = np.gradient(_AXIS)
    hues = -0.5 * (_SHIFTS**2).sum(axis=1) / hue**2 + np.log(np.outer(width, width).ravel())
    levels = -0.5 * _LEVELS**2 / level**2 + np.log(np.gradient(_LEVELS))
    logs = hues[:, None] + levels[None]
    return np.asarray(logs - np.log(np.exp(logs).sum()) + np.log(share))


_SAME_LOG_PRIOR: Final = _log_prior(_SAME_LAMP_STD, 1.0 - _OTHER_LAMP_PRIOR)
_OTHER_LOG_PRIOR: Final = _log_prior(_OTHER_LAMP_STD, _OTHER_LAMP_PRIOR)
_MIXED_LOG_PRIOR: Final = np.logaddexp(_SAME_LOG_PRIOR, _OTHER_LOG_PRIOR)


def _likelihoods(surfaces: Surfaces, known: KnownColours) -> tuple[F32, F32]:
    """Return the likelihoods of each die's colour for each type and shift.

    Returns:
        Of its chroma, shape (N, T, D), and of its brightness, shape (N, T, L).
    """
    loose = 1.0 + 3.0 * surfaces.clipped  # the colours of overexposed faces vary more
    seen, middle = features(surfaces.linear), features(known.linear)
    gap = seen[:, None] - middle[None]
    covariance = chroma_spread(known)[None] * loose[:, None, None, None]
    inverse = np.linalg.inv(covariance)
    pull = np.einsum("nti,ntij->ntj", gap[..., :2], inverse)
    square = np.einsum("nti,nti->nt", pull, gap[..., :2])
    # Squared Mahalanobis distance, expanded into terms of the gap, of both, and of the shift.
    terms = np.concatenate([square[..., None], -2.0 * pull, inverse[..., (0, 0, 1), (0, 1, 1)]], 2)
    far = np.maximum((terms @ _OF_SHIFTS).astype(np.float32), np.float32(0.0))
    # Student's t: bivariate for chroma, univariate for brightness.
    size = (2.0 * np.pi * np.sqrt(np.linalg.det(covariance))).astype(np.float32)
    hues = _power(far / np.float32(_T_DOF) + np.float32(1.0)) / size[..., None]
    std = np.hypot(_BRIGHTNESS_STD, _glare_shift(known).mean(axis=1))  # between dice of a type
    shade = std[None] * np.sqrt(loose)[:, None]
    away = (gap[..., 2:] - _LEVELS) / shade[..., None]
    levels = (1.0 + away**2 / _T_DOF) ** (-(_T_DOF + 1.0) / 2.0)
    levels /= np.sqrt(2.0 * np.pi) * shade[..., None]
    return np.asarray(hues, np.float32), levels.astype(np.float32)


def _power(values: F32) -> F32:
    """Return *values* to the power of -(``_T_DOF`` + 2) / 2, that is -3.5; roots are faster."""
    return np.asarray(1.0 / (values * values * values * np.sqrt(values)), np.float32)


_OF_SHIFTS: Final = np.stack(
    [
        np.ones(len(_SHIFTS)),
        *_SHIFTS.T,
        _SHIFTS[:, 0] ** 2,
        2 * _SHIFTS.prod(axis=1),
        _SHIFTS[:, 1] ** 2,
    ]
)


def chroma_spread(known: KnownColours) -> F64:
    """Return the covariance of log R/G and log B/G between dice of a type, shape (T, 2, 2)."""
    grain = _CHANNEL_STD**2 * np.array([[2.0, 1.0], [1.0, 2.0]])  # green is in both
    pale = _glare_shift(known)
    glare = np.stack([pale[:, 2] - pale[:, 1], pale[:, 0] - pale[:, 1]], axis=1)
    return np.asarray(grain + glare[:, :, None] * glare[:, None, :])


def _glare_shift(known: KnownColours) -> F64:
    """Return by how much typical glare raises the logarithm of each channel, shape (T, 3)."""
    return np.asarray(_GLARE / (known.linear + OFFSET))
