"""Judge dice by the body colours that a calibration measured under this very lamp.

A die's colour beside white paper is that of its type, plus a shift that all dice of the picture
share (the light drifted, no paper is in view), plus its own deviation. Most likely the shift is
small; a large one means that this is not the lamp of the calibration. The faces that the network
sees stay its matter; what it thinks of the type is weighed with what the colour says, and a colour
that fits none of the seven is reported as odd.

All dice vote on the shift as in `vision.shared_light`, with two differences: the prior is that of a
known lamp, and a type that only the colour tells is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import F64
from vision.light_field import to_linear
from vision.surfaces import OFFSET, Surfaces, features

_GRAIN: Final = 0.09
"""Spread of the logarithm of one channel from die to die and face to face."""

_GLARE: Final = 0.03
"""Light of the lamp that a face mirrors, as a share of white: it pales dark channels."""

_SHADE: Final = 0.22
"""Spread of the logarithm of a face's brightness: shade, tilt, exposure."""

_TAIL: Final = 5.0  # degrees of freedom: glints make outliers
_STEADY: Final = 0.06  # usual shift of either chroma under the lamp of the calibration
_OTHER_LAMP: Final = 0.45  # the same under any lamp
_OTHER_LAMP_SHARE: Final = 0.02  # pictures taken under another lamp
_ROOM: Final = np.log(18.0)  # volume of the colours that things on a table have, as a logarithm
_ODD_SHARE: Final = 0.004  # things that pass for dice and are none of the seven
_NET_SHARE: Final = 0.6  # of the network's opinion on the type; it partly goes by colour, too
_DOUBT: Final = 0.02  # the least that a vote on the light concedes to each type

_HALF: Final = np.array([0.035, 0.075, 0.12, 0.17, 0.23, 0.31, 0.41, 0.54, 0.7, 0.9])
_AXIS: Final = np.concatenate([-_HALF[::-1], [0.0], _HALF])
_STEPS: Final = np.gradient(_AXIS)
_SHIFTS: Final = np.stack(np.meshgrid(_AXIS, _AXIS, indexing="ij"), axis=-1).reshape(-1, 2)
_CELLS: Final = np.log(np.outer(_STEPS, _STEPS).ravel())


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
class ColourVerdict:
    """What follows from the colours of N dice.

    Attributes:
        shares: (N, K), the labels' probabilities.
        odd: (N,), how likely the colour belongs to none of the types.
        other_lamp: how likely the picture was taken under another lamp, 0..1.
        shift: (2,), red and blue against green: how the picture's colours differ from those of
            the calibration, as logarithms.
    """

    shares: F64
    odd: F64
    other_lamp: float
    shift: F64


def in_known_light(
    shares: F64, kinds: Sequence[str], surfaces: Surfaces, known: KnownColours
) -> ColourVerdict:
    """Weigh the network's probabilities with the colours of the calibration.

    Args:
        shares: (N, K), the network's.
        kinds: type of each of the K labels.
        surfaces: of the N dice.
    """
    if len(shares) == 0:
        return ColourVerdict(shares, np.empty(0), 0.0, np.zeros(2))
    row_of = {kind: row for row, kind in enumerate(known.types)}
    rows = np.array([row_of.get(kind, -1) for kind in kinds])
    ours = rows >= 0
    member = np.zeros((len(known.types), shares.shape[1]))
    member[rows[ours], np.flatnonzero(ours)] = 1.0
    mass = shares @ member.T
    says = _densities(surfaces, known)
    light, other = _light(mass, says)
    fit = np.log(np.maximum((np.exp(says) * light[:, None, :]).sum(axis=2), 1e-30)) + _ROOM
    fit += _brightness_fit(surfaces, known)
    tempered = np.maximum(mass, 1e-9) ** (_NET_SHARE - 1.0)
    weight = np.where(ours, (tempered * np.exp(fit))[:, rows], 1.0)
    weighed = shares * weight
    inside = weighed[:, ours].sum(axis=1)
    # Of what the network takes for one of the seven, how much has no colour of theirs?
    odd = _ODD_SHARE / (_ODD_SHARE + inside / np.maximum(mass.sum(axis=1), 1e-9))
    kept = np.where(ours, weighed / np.maximum(inside, 1e-30)[:, None], 0.0)
    result = np.where(ours, kept * mass.sum(axis=1)[:, None], shares)
    middle = np.asarray(light.mean(axis=0) @ _SHIFTS, np.float64)
    return ColourVerdict(np.asarray(result, np.float64), odd, other, middle)


def _light(mass: F64, says: F64) -> tuple[F64, float]:
    """Return the shift's probabilities for each die by the others, (N, D), and of another lamp."""
    trust = (mass + _DOUBT) / (mass + _DOUBT).sum(axis=1, keepdims=True)
    fair = np.exp(-_ROOM) * _ODD_SHARE  # a thing of odd colour tells nothing about the light
    votes = np.log((trust[:, :, None] * np.exp(says)).sum(axis=1) + fair)
    # Dice of one type deviate together, so they share one vote.
    alike = np.maximum(1.0, np.sqrt((mass @ mass.T).sum(axis=1)))
    votes /= alike[:, None]
    steady = _normal(_STEADY) + np.log(1.0 - _OTHER_LAMP_SHARE)
    moved = _normal(_OTHER_LAMP) + np.log(_OTHER_LAMP_SHARE)
    total = votes.sum(axis=0)
    best = total.max()
    known, unknown = (np.exp(prior + total - best).sum() for prior in (steady, moved))
    prior = np.logaddexp(steady, moved)
    others = total + prior - votes
    light = np.exp(others - others.max(axis=1, keepdims=True))
    light /= light.sum(axis=1, keepdims=True)
    return np.asarray(light), float(unknown / (known + unknown))


def _normal(spread: float) -> F64:
    """Log of the probability of each cell of the grid under a round normal law."""
    logs = -0.5 * (_SHIFTS**2).sum(axis=1) / spread**2 + _CELLS
    return np.asarray(logs - np.log(np.exp(logs - logs.max()).sum()) - logs.max())


def _densities(surfaces: Surfaces, known: KnownColours) -> F64:
    """Log density of each die's chroma for each type and shift, shape (N, T, D)."""
    chroma, middle = features(surfaces.linear)[:, :2], features(known.linear)[:, :2]
    gap = chroma[:, None, :] - middle[None]
    spread = chroma_spread(known)[None] * _looser(surfaces)[:, None, None, None]
    inverse = np.linalg.inv(spread)
    pull = np.einsum("nti,ntij->ntj", gap, inverse)
    square = np.einsum("nti,nti->nt", pull, gap)
    own = np.einsum("di,ntij,dj->ntd", _SHIFTS, inverse, _SHIFTS, optimize=True)
    far = np.maximum(square[..., None] - 2.0 * pull @ _SHIFTS.T + own, 0.0)
    # Student's t in two dimensions.
    logs = -(_TAIL + 2.0) / 2.0 * np.log1p(far / _TAIL) - np.log(2.0 * np.pi)
    return np.asarray(logs - 0.5 * np.linalg.slogdet(spread)[1][..., None])


def _looser(surfaces: Surfaces) -> F64:
    """Return by how much the colours of blown-out faces vary more, shape (N,)."""
    return np.asarray(1.0 + 3.0 * surfaces.clipped)


def chroma_spread(known: KnownColours) -> F64:
    """Return how red and blue against green vary from die to die of a type, shape (T, 2, 2)."""
    grain = _GRAIN**2 * np.array([[2.0, 1.0], [1.0, 2.0]])  # green is in both
    pale = _GLARE / (known.linear + OFFSET)
    glare = np.stack([pale[:, 2] - pale[:, 1], pale[:, 0] - pale[:, 1]], axis=1)
    return np.asarray(grain + glare[:, :, None] * glare[:, None, :])


def _brightness_fit(surfaces: Surfaces, known: KnownColours) -> F64:
    """Log density of each die's brightness for each type, shape (N, T)."""
    level, middle = features(surfaces.linear)[:, 2], features(known.linear)[:, 2]
    gap = (level[:, None] - middle[None]) / _SHADE
    logs = -(_TAIL + 1.0) / 2.0 * np.log1p(gap**2 / _TAIL)
    return np.asarray(logs - np.log(_SHADE * np.sqrt(2.0 * np.pi)))
