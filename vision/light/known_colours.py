"""Classify dice by the body colours that a calibration measured under the same lamp.

A die's colour beside white paper is that of its type, plus a shift that all dice of the picture
share (the light drifted, no paper is in view), plus its own deviation. Most likely the shift is
small; a large one, in hue or in brightness, means that this is not the lamp of the calibration.
The network alone decides faces; its probabilities of the type are weighed with what the
colour says, and a colour that fits none of the seven is reported as odd.

All dice vote on the shift as in `vision.classification.colour_constancy`, with two differences: the
prior is that of a known lamp, and a type that only the colour tells is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F32, F64
from vision.light.light_field import to_linear
from vision.light.surfaces import OFFSET, Surfaces, features

_GRAIN: Final = 0.07
"""Spread of the logarithm of one channel from die to die and face to face."""

_GLARE: Final = 0.03
"""Light of the lamp that a face mirrors, as a share of white: it pales dark channels."""

_SHADE: Final = 0.13
"""Spread of the logarithm of a face's brightness beside the other dice: shade, tilt."""

_TAIL: Final = 5.0  # degrees of freedom: glints make outliers
_STEADY: Final = (0.06, 0.12)  # usual shift of either chroma, and of brightness, under one lamp
_OTHER_LAMP: Final = (0.45, 0.8)  # the same under any lamp
_OTHER_LAMP_SHARE: Final = 0.1  # pictures taken under another lamp
_BEYOND_SHARE: Final = 0.01  # those under a lamp that is stranger than any shift looked at
_ROOM: Final = np.log(54.0)  # volume of the colours that things on a table have, as a logarithm
_ODD_SHARE: Final = 0.004  # things that pass for dice and are none of the seven
_NET_SHARE: Final = 0.4  # of the network's opinion on the type; it mostly goes by colour, too
_MOST_LOG: Final = 500.0
_SEVERAL: Final = 4  # fewer dice tell less of the lamp than their votes say: a glint looks like one
_DOUBT: Final = 0.02  # the least that a vote on the light concedes to each type


def _both_ways(*steps: float) -> F64:
    half = np.array(steps)
    return np.concatenate([-half[::-1], [0.0], half])


_AXIS: Final = _both_ways(0.04, 0.085, 0.14, 0.21, 0.3, 0.42, 0.6, 0.88)
_SHIFTS: Final = np.stack(np.meshgrid(_AXIS, _AXIS, indexing="ij"), axis=-1).reshape(-1, 2)
_LEVELS: Final = _both_ways(0.11, 0.23, 0.42, 0.75, 1.3)


@dataclass(frozen=True, slots=True, eq=False)
class KnownColours:
    """Body colours under one lamp.

    Attributes:
        types: T die keys.
        linear: (T, 3), BGR, linear light as a share of white paper's.
    """

    types: tuple[str, ...]
    linear: F64


FACTORY: Final = KnownColours(
    types=(
        "home", "military", "consumption", "novelty", "rare_elements", "genes", "alien_technology",
    ),
    linear=0.05
    + 0.95
    * to_linear(
        np.array(
            [
                (255, 241, 255), (87, 57, 243), (253, 185, 239), (255, 212, 146), (112, 180, 222),
                (44, 222, 172), (11, 238, 254),
            ],
            np.float64,
        )
    ),
)  # fmt: skip
"""The bodies as they come from the factory: a scan of the dice, a little of the lamp in them."""


@dataclass(frozen=True, slots=True, eq=False)
class ColourMatch:
    """What follows from the colours of N dice.

    Attributes:
        shares: (N, K), the labels' probabilities.
        odd: (N,), how likely the colour belongs to none of the types.
        other_lamp: how likely the picture was taken under another lamp, 0..1.
        shift: (3,), red and blue against green, and brightness: how the picture's colours differ
            from those of the calibration, as logarithms.
    """

    shares: F64
    odd: F64
    other_lamp: float
    shift: F64


def with_known_colours(
    shares: F64, kinds: Sequence[str], surfaces: Surfaces, known: KnownColours
) -> ColourMatch:
    """Weigh the network's probabilities with the colours of the calibration.

    Args:
        shares: (N, K), the network's.
        kinds: type of each of the K labels.
        surfaces: of the N dice.
    """
    if len(shares) == 0:
        return ColourMatch(shares, np.empty(0), 0.0, np.zeros(3))
    row_of = {kind: row for row, kind in enumerate(known.types)}
    rows = np.array([row_of.get(kind, -1) for kind in kinds])
    ours = rows >= 0
    member = np.zeros((len(known.types), shares.shape[1]))
    member[rows[ours], np.flatnonzero(ours)] = 1.0
    mass = shares @ member.T
    hues, levels = _densities(surfaces, known)
    light, other = _light(mass, hues, levels)
    fit = np.log(np.maximum(((hues @ light) * levels).sum(axis=2), 1e-30)) + _ROOM
    tempered = np.maximum(mass, 1e-9) ** (_NET_SHARE - 1.0)
    weight = np.where(ours, (tempered * np.exp(fit))[:, rows], 1.0)
    weighed = shares * weight
    inside = weighed[:, ours].sum(axis=1)
    # Of what the network takes for one of the seven, how much has no colour of theirs?
    odd = _ODD_SHARE / (_ODD_SHARE + inside / np.maximum(mass.sum(axis=1), 1e-9))
    kept = np.where(ours, weighed / np.maximum(inside, 1e-30)[:, None], 0.0)
    result = np.where(ours, kept * mass.sum(axis=1)[:, None], shares)
    middle = light.mean(axis=0, dtype=np.float64)
    shift = np.append(middle.sum(axis=1) @ _SHIFTS, middle.sum(axis=0) @ _LEVELS)
    return ColourMatch(np.asarray(result, np.float64), odd, other, shift)


def _light(mass: F64, hues: F32, levels: F32) -> tuple[F32, float]:
    """Return the shift's probabilities for each die by the others, and of another lamp.

    Args:
        mass: (N, T), what the network thinks of the types.
        hues, levels: as `_densities` returns them.

    Returns:
        Probabilities of shape (N, D, L), and the probability of another lamp.
    """
    trust = (mass + _DOUBT) / (mass + _DOUBT).sum(axis=1, keepdims=True)
    fair = np.exp(-_ROOM) * _ODD_SHARE  # a thing of odd colour tells nothing about the light
    trusted = hues * trust[:, :, None].astype(np.float32)
    votes = np.log(trusted.transpose(0, 2, 1) @ levels + np.float32(fair))
    # Dice of one type deviate together, so they share one vote.
    alike = np.maximum(1.0, np.sqrt((mass @ mass.T).sum(axis=1)))
    votes /= alike.astype(np.float32)[:, None, None]
    total = votes.sum(axis=0, dtype=np.float64)
    both = _ANY_PRIOR + total
    known, unknown = (
        np.exp(prior + total - both.max()).sum() for prior in (_STEADY_PRIOR, _MOVED_PRIOR)
    )
    # A lamp beyond the grid: no die has a colour that fits.
    beyond = np.log(_BEYOND_SHARE) - (_ROOM / alike).sum() - both.max()
    unknown += np.exp(min(beyond, _MOST_LOG))
    unknown *= min(1.0, len(votes) / _SEVERAL) ** 2
    others = both.astype(np.float32) - votes
    light = np.exp(others - others.max(axis=(1, 2), keepdims=True))
    light /= light.sum(axis=(1, 2), keepdims=True)
    return np.asarray(light), float(unknown / (known + unknown))


def _prior(spreads: tuple[float, float], share: float) -> F64:
    """Return the log of the probability of each cell of the grid under a normal law, (D, L)."""
    hue, level = spreads
    width = np.gradient(_AXIS)
    hues = -0.5 * (_SHIFTS**2).sum(axis=1) / hue**2 + np.log(np.outer(width, width).ravel())
    levels = -0.5 * _LEVELS**2 / level**2 + np.log(np.gradient(_LEVELS))
    logs = hues[:, None] + levels[None]
    return np.asarray(logs - np.log(np.exp(logs).sum()) + np.log(share))


_STEADY_PRIOR: Final = _prior(_STEADY, 1.0 - _OTHER_LAMP_SHARE)
_MOVED_PRIOR: Final = _prior(_OTHER_LAMP, _OTHER_LAMP_SHARE)
_ANY_PRIOR: Final = np.logaddexp(_STEADY_PRIOR, _MOVED_PRIOR)


def _densities(surfaces: Surfaces, known: KnownColours) -> tuple[F32, F32]:
    """Return densities of each die's colour for each type and shift.

    Returns:
        Of its chroma, shape (N, T, D), and of its brightness, shape (N, T, L).
    """
    loose = 1.0 + 3.0 * surfaces.clipped  # the colours of blown-out faces vary more
    seen, middle = features(surfaces.linear), features(known.linear)
    gap = seen[:, None] - middle[None]
    spread = chroma_spread(known)[None] * loose[:, None, None, None]
    inverse = np.linalg.inv(spread)
    pull = np.einsum("nti,ntij->ntj", gap[..., :2], inverse)
    square = np.einsum("nti,nti->nt", pull, gap[..., :2])
    # All terms of the square at once: of the gap, of both, and of the shift.
    terms = np.concatenate([square[..., None], -2.0 * pull, inverse[..., (0, 0, 1), (0, 1, 1)]], 2)
    far = np.maximum((terms @ _OF_SHIFTS).astype(np.float32), np.float32(0.0))
    # Student's t in two dimensions, and in one.
    size = (2.0 * np.pi * np.sqrt(np.linalg.det(spread))).astype(np.float32)
    hues = _power(far / np.float32(_TAIL) + np.float32(1.0)) / size[..., None]
    shade = _shade_spread(known)[None] * np.sqrt(loose)[:, None]
    away = (gap[..., 2:] - _LEVELS) / shade[..., None]
    levels = (1.0 + away**2 / _TAIL) ** (-(_TAIL + 1.0) / 2.0)
    levels /= np.sqrt(2.0 * np.pi) * shade[..., None]
    return np.asarray(hues, np.float32), levels.astype(np.float32)


def _power(values: F32) -> F32:
    """Return *values* to the power of -(``_TAIL`` + 2) / 2, that is -3.5; roots are faster."""
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
    """Return how red and blue against green vary from die to die of a type, shape (T, 2, 2)."""
    grain = _GRAIN**2 * np.array([[2.0, 1.0], [1.0, 2.0]])  # green is in both
    pale = _paling(known)
    glare = np.stack([pale[:, 2] - pale[:, 1], pale[:, 0] - pale[:, 1]], axis=1)
    return np.asarray(grain + glare[:, :, None] * glare[:, None, :])


def _shade_spread(known: KnownColours) -> F64:
    """Return how the brightness varies from die to die of a type, shape (T,)."""
    return np.asarray(np.hypot(_SHADE, _paling(known).mean(axis=1)))


def _paling(known: KnownColours) -> F64:
    """Return by how much usual glare raises the logarithm of each channel, shape (T, 3)."""
    return np.asarray(_GLARE / (known.linear + OFFSET))
