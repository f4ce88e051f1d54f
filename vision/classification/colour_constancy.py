"""Colour constancy: classify the types of all dice of an image under one common illuminant.

The network sees one crop at a time, so under a cast it cannot distinguish a white die from a lilac
one. All dice of an image share the cast, and the saturated ones reveal it; they share the
brightness of the illuminant, too, and a white die is brighter than a lilac or a light blue one, a
yellow one than a green one. Model: a die's body has the chroma and brightness of its type, plus a
shift common to the image, plus an individual deviation, all normally distributed (similar to colour
by correlation, Finlayson, Hordley and Hubel 2001, with known surfaces). The network's probabilities
already include the evidence of a die's own colour under an unknown illuminant; it is divided out
and replaced by that under the illuminant estimated from the *other* dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vision.classification.type_shares import masses, type_rows
from vision.core.arrays import F32, F64, ImageU8
from vision.light.surfaces import body_levels

_OFFSET = 12.0  # grey levels; bounds the logarithm of dark channels
_WEIGHT = 0.75  # of the log likelihood; below 1 to allow for model errors
_WIDENING = 1.5  # of the covariance: real bodies vary more than the synthetic ones measured
_SHARPENING = 1.4  # exponent: an estimated illuminant is less uncertain than an unknown one
_TAIL = 4.0  # degrees of freedom: strong casts are more frequent than in a normal distribution
_MOST_CHANGED = 0.9  # maximum probability of a label that only these statistics changed
_RED: Final = np.linspace(-0.5, 0.5, 9)
_BLUE: Final = np.linspace(-0.75, 0.75, 11)
_BRIGHTNESS: Final = np.linspace(-0.75, 0.75, 7)
_GRID: Final = np.meshgrid(_RED, _BLUE, _BRIGHTNESS, indexing="ij")
_SHIFTS: Final = np.stack(_GRID, axis=-1).reshape(-1, 3)
_LEAST, _MOST = -12.0, 6.0  # bounds of one die's log likelihood ratio


@dataclass(frozen=True, slots=True, eq=False)
class BodyColours:
    """Colours of the die types in neutral light and how they vary.

    Attributes:
        types: T die keys.
        mean: (T, 3), of ``body_measures``.
        spread: (T, 3, 3), covariance within one image.
        cast: (3, 3), covariance of the shift of a whole image by its illuminant.
    """

    types: tuple[str, ...]
    mean: F64
    spread: F64
    cast: F64

    @classmethod
    def parse(cls, entry: Mapping[str, Any]) -> BodyColours:
        """Return what the reader's entry in the manifest holds under ``body_colours``."""
        return cls(
            tuple(entry["types"]),
            np.asarray(entry["mean"], np.float64),
            np.asarray(entry["spread"], np.float64),
            np.asarray(entry["cast"], np.float64),
        )


def body_measures(crops: ImageU8) -> tuple[F64, F64]:
    """Return colour measures of the bodies, shape (N, 3), and the share of clipped pixels, (N,).

    The measures are logarithms: red/green, blue/green and brightness.

    Args:
        crops: upright BGR crops of faces, shape (N, 64, 64, 3).
    """
    body, clipped = body_levels(crops)
    blue, green, red = np.log(body + _OFFSET).T
    return np.stack([red - green, blue - green, (blue + green + red) / 3.0], axis=1), clipped


def with_constant_colours(
    shares: F64, kinds: Sequence[str], crops: ImageU8, colours: BodyColours
) -> F64:
    """Return the probabilities given that all dice share one illuminant.

    Unchanged are the probabilities of a single die, of faces of dice whose colour is not known, and
    of "no readable face": the illuminant is evidence for a body's colour, not for its presence.

    Args:
        shares: (N, K), the network's probabilities.
        kinds: type of each of the K labels.
        crops: BGR crops, shape (N, 64, 64, 3).
    """
    if len(shares) < 2:
        return shares
    measures, clipped = body_measures(crops)
    evidence = _evidence(measures, clipped, colours)
    rows = type_rows(kinds, colours.types)
    known = rows < len(colours.types)
    mass = masses(shares, rows, len(colours.types))[:, :-1]
    ratios = np.exp(evidence)
    agreement = (
        (mass.astype(np.float32)[:, None, :] @ ratios)[:, 0]
        + (1.0 - mass.sum(axis=1))[:, None]
        + 1e-3
    )
    # Deviations of dice of one type are correlated (printed in one batch): they share one vote.
    alike = np.maximum(1.0, (mass @ mass.T).sum(axis=1))
    votes = np.log(agreement) / alike[:, None]
    others = votes.sum(axis=0) + _fixed(colours).prior - votes  # leave-one-out
    light = np.exp(others - others.max(axis=1, keepdims=True))
    light /= light.sum(axis=1, keepdims=True)
    factor = (ratios @ light.astype(np.float32)[:, :, None])[:, :, 0]
    informed = (_colour_left(clipped) > 0) * mass.sum(axis=1)
    exponent = 1.0 + (_SHARPENING - 1.0) * informed[:, None]
    factor = np.column_stack([factor, np.ones(len(shares))])
    result = (shares * factor[:, rows]) ** exponent
    return _capped(shares, _redistributed(known, shares, result))


def _redistributed(known: npt.NDArray[np.bool_], before: F64, after: F64) -> F64:
    """Return *before* with the total of the *known* labels redistributed as in *after*."""
    whole = after[:, known].sum(axis=1, keepdims=True)
    share = before[:, known].sum(axis=1, keepdims=True) / np.maximum(whole, 1e-300)
    return np.where(known, after * share, before)


def _colour_left(clipped: F64) -> F64:
    """Return the weight of the colour of faces with a given share of clipped pixels, 0..1."""
    return np.maximum(0.0, 1.0 - 1.5 * clipped)


def _capped(before: F64, after: F64) -> F64:
    """Blend rows whose best label changed towards a uniform distribution, to cap their maximum."""
    top = after.max(axis=1)
    changed = (before.argmax(axis=1) != after.argmax(axis=1)) & (top > _MOST_CHANGED)
    even = 1.0 / after.shape[1]
    keep = np.where(changed, (_MOST_CHANGED - even) / np.maximum(top - even, 1e-9), 1.0)
    return np.asarray(after * keep[:, None] + even * (1.0 - keep[:, None]))


@dataclass(frozen=True, slots=True, eq=False)
class _Fixed:
    """Terms that do not depend on the image.

    Attributes:
        tight, loose: (T, 3, 3), inverse covariances of a body's measures under a known and an
            unknown illuminant.
        own: (T, D), the part of each fit that is the same for all dice.
        vague: (T,), log determinant of the covariance under an unknown illuminant.
        prior: (D,), log prior of each shift: Student's t.
    """

    tight: F64
    loose: F64
    own: F32
    vague: F64
    prior: F64


@lru_cache(maxsize=4)
def _fixed(colours: BodyColours) -> _Fixed:
    spread = colours.spread * _WIDENING
    tight: F64 = np.asarray(np.linalg.inv(spread), np.float64)
    loose = spread + colours.cast
    own = (
        np.einsum("di,tij,dj->td", _SHIFTS, tight, _SHIFTS) + np.linalg.slogdet(spread)[1][:, None]
    )
    square = np.einsum("di,ij,dj->d", _SHIFTS, np.linalg.inv(colours.cast), _SHIFTS)
    prior = -(_TAIL + _SHIFTS.shape[1]) / 2.0 * np.log1p(square / _TAIL)
    loosely: F64 = np.asarray(np.linalg.inv(loose), np.float64)
    vague: F64 = np.asarray(np.linalg.slogdet(loose)[1], np.float64)
    return _Fixed(tight, loosely, own.astype(np.float32), vague, prior)


def _evidence(measures: F64, clipped: F64, colours: BodyColours) -> F32:
    """Return the log likelihood ratio of a type's colour with each shift to an unknown shift.

    Shape (N, T, D), float32. Overexposed faces have lost their colour and get weight 0.
    """
    fixed = _fixed(colours)
    gap = measures[:, None, :] - colours.mean[None]
    pull = np.einsum("nti,tij->ntj", gap, fixed.tight)
    square = (pull * gap).sum(axis=2)
    # float32 suffices: the result is clipped to _LEAST.._MOST.
    along = pull.astype(np.float32) @ _SHIFTS.T.astype(np.float32)
    vague = -0.5 * (np.einsum("nti,tij,ntj->nt", gap, fixed.loose, gap) + fixed.vague)
    shift = -0.5 * square - vague
    gain = along + (shift.astype(np.float32)[..., None] - np.float32(0.5) * fixed.own)
    gain *= (_WEIGHT * _colour_left(clipped)).astype(np.float32)[:, None, None]
    return np.asarray(np.clip(gain, np.float32(_LEAST), np.float32(_MOST)), np.float32)
