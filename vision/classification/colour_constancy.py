"""Dice of one picture lie in one light: what their colours say about it together.

The network sees one crop at a time, so under a cast it cannot distinguish a white die from a lilac
one. All dice of a picture share the cast, and the saturated ones show it; they share the brightness
of the light, too, and a white die is brighter than a lilac or a light blue one, a yellow one than a
green one. Model: a die's body has the chroma and the brightness of its type, plus a shift that is
common to the picture, plus its own deviation, all normal (in the spirit of colour by correlation,
Finlayson, Hordley and Hubel 2001, with known surfaces). The network's probabilities already hold
what one die's colour says when nothing is known about the light; that part is divided out, and what
the *other* dice say about the light is put in.
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

_OFFSET = 12.0  # levels; keeps the logarithm of a dark channel from running away
_WEIGHT = 0.75  # a little less than the model says, since it is a model
_LOOSER = 1.5  # real bodies vary more than the drawn ones that were measured
_SHARPER = 1.4  # one crop has to allow for any light; known light leaves less doubt
_TAIL = 4.0  # degrees of freedom: strong casts are commoner than a normal law says
_MOST_CHANGED = 0.9  # statistics alone are never surer of an answer that only they changed
_RED: Final = np.linspace(-0.5, 0.5, 9)
_BLUE: Final = np.linspace(-0.75, 0.75, 11)
_BRIGHTNESS: Final = np.linspace(-0.75, 0.75, 7)
_GRID: Final = np.meshgrid(_RED, _BLUE, _BRIGHTNESS, indexing="ij")
_SHIFTS: Final = np.stack(_GRID, axis=-1).reshape(-1, 3)
_LEAST, _MOST = -12.0, 6.0  # limits of the logarithm of one die's evidence


@dataclass(frozen=True, slots=True, eq=False)
class BodyColours:
    """Colours of the die types in neutral light and how they vary.

    Attributes:
        types: T die keys.
        mean: (T, 3), as ``body_measures`` measures them.
        spread: (T, 3, 3), covariance within one picture.
        cast: (3, 3), covariance of the shift that the light gives a whole picture.
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
    """Return what the bodies look like, shape (N, 3), and the share of blown-out pixels, (N,).

    The three are logarithms: red against green, blue against green, and the brightness.

    Args:
        crops: upright BGR crops of faces, shape (N, 64, 64, 3).
    """
    body, clipped = body_levels(crops)
    blue, green, red = np.log(body + _OFFSET).T
    return np.stack([red - green, blue - green, (blue + green + red) / 3.0], axis=1), clipped


def with_constant_colours(
    shares: F64, kinds: Sequence[str], crops: ImageU8, colours: BodyColours
) -> F64:
    """Return the probabilities that follow when all dice share one light.

    A single die keeps its probabilities; so do faces of dice whose colour is not known, and the
    probability that there is no readable face: the light says what colour a body has, not whether
    there is one.

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
    # Dice of one type deviate together (a set is printed at one time), so they share one vote.
    alike = np.maximum(1.0, (mass @ mass.T).sum(axis=1))
    says = np.log(agreement) / alike[:, None]
    others = says.sum(axis=0) + _fixed(colours).prior - says  # a die does not vote on its own light
    light = np.exp(others - others.max(axis=1, keepdims=True))
    light /= light.sum(axis=1, keepdims=True)
    factor = (ratios @ light.astype(np.float32)[:, :, None])[:, :, 0]
    seen = (_legible(clipped) > 0) * mass.sum(axis=1)
    sharper = 1.0 + (_SHARPER - 1.0) * seen[:, None]
    factor = np.column_stack([factor, np.ones(len(shares))])
    result = (shares * factor[:, rows]) ** sharper
    return _capped(shares, _only_among(known, shares, result))


def _only_among(known: npt.NDArray[np.bool_], before: F64, after: F64) -> F64:
    """Return *before* with the share of the *known* labels given out among them as in *after*."""
    whole = after[:, known].sum(axis=1, keepdims=True)
    share = before[:, known].sum(axis=1, keepdims=True) / np.maximum(whole, 1e-300)
    return np.where(known, after * share, before)


def _legible(clipped: F64) -> F64:
    """How much colour is left in faces of which so much is blown out, 0..1."""
    return np.maximum(0.0, 1.0 - 1.5 * clipped)


def _capped(before: F64, after: F64) -> F64:
    """Mix rows whose best label changed with ignorance, so that none is surer than allowed."""
    top = after.max(axis=1)
    changed = (before.argmax(axis=1) != after.argmax(axis=1)) & (top > _MOST_CHANGED)
    even = 1.0 / after.shape[1]
    keep = np.where(changed, (_MOST_CHANGED - even) / np.maximum(top - even, 1e-9), 1.0)
    return np.asarray(after * keep[:, None] + even * (1.0 - keep[:, None]))


@dataclass(frozen=True, slots=True, eq=False)
class _Fixed:
    """What does not depend on a picture.

    Attributes:
        tight, loose: (T, 3, 3), inverse covariances of a body's measures where the light is known
            and where it is not.
        own: (T, D), what is the same for all dice in each fit.
        vague: (T,), logarithm of the determinant where the light is not known.
        prior: (D,), log of how likely each shift is before any die was seen: Student's t.
    """

    tight: F64
    loose: F64
    own: F32
    vague: F64
    prior: F64


@lru_cache(maxsize=4)
def _fixed(colours: BodyColours) -> _Fixed:
    spread = colours.spread * _LOOSER
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
    """Log of how much better a type's colour fits with each shift than with an unknown one.

    Shape (N, T, D), single precision. Blown-out faces have lost their colour and say nothing.
    """
    fixed = _fixed(colours)
    gap = measures[:, None, :] - colours.mean[None]
    pull = np.einsum("nti,tij->ntj", gap, fixed.tight)
    square = (pull * gap).sum(axis=2)
    # Single precision does: what follows is cut at LEAST and MOST.
    along = pull.astype(np.float32) @ _SHIFTS.T.astype(np.float32)
    vague = -0.5 * (np.einsum("nti,tij,ntj->nt", gap, fixed.loose, gap) + fixed.vague)
    shift = -0.5 * square - vague
    gain = along + (shift.astype(np.float32)[..., None] - np.float32(0.5) * fixed.own)
    gain *= (_WEIGHT * _legible(clipped)).astype(np.float32)[:, None, None]
    return np.asarray(np.clip(gain, np.float32(_LEAST), np.float32(_MOST)), np.float32)
