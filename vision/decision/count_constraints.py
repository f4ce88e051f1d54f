"""Dice counts that are known from the rules, combined with what the picture shows.

The rules often know the dice on a mat: four white and one red, say. Then the types of all dice are
decided together. All ways of giving out the known types are weighed at once by counting along the
dice (a sum over the lattice of "how many of each type are given out so far"), so the answer is the
exact probability of each type for each die, given the counts. If the pictures make the known counts
all but impossible, that is a contradiction: it is reported and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.session.ports import Expectation
from vision.classification.evidence import Evidence
from vision.core.arrays import F64
from vision.core.labels import LabelSet

MIN_EVIDENCE: Final = 1e-3
"""Known counts that the pictures give less probability contradict them."""

MAX_CELLS: Final = 400_000
"""Size of the lattice up to which it is worth the memory and time."""

_FLOOR = 1e-6  # nothing that a network says is quite impossible

BELIEVED: Final = 0.1
"""An answer that only the known counts brought about, against a picture that gave it less, is for
a person to look at: the counts may be wrong."""


@dataclass(frozen=True, slots=True)
class CountMismatch:
    """A mat whose dice contradict what is known."""

    mat: str
    expected: int
    seen: int


@dataclass(frozen=True, slots=True, eq=False)
class CountedDice:
    """N dice after the known counts were applied.

    Attributes:
        faces: (N, K), probabilities; dice of contradicting mats keep theirs.
        contrary: (N,), a person should look: of a colour that is seen too often the least sure
            ones, and dice whose answer the counts turned round against the picture.
        mismatches: in the order of the mats' names.
    """

    faces: F64
    contrary: npt.NDArray[np.bool_]
    mismatches: tuple[CountMismatch, ...]


def apply_counts(evidence: Evidence, expect: Expectation) -> CountedDice:
    """Weigh the faces with the dice that are known to lie on each mat.

    A mat that is not in view has no dice: that contradicts, too, unless none are expected.
    """
    labels = evidence.scores.labels
    faces = evidence.scores.faces.copy()
    contrary = np.zeros(len(faces), dtype=np.bool_)
    mismatches: list[CountMismatch] = []
    for mat, known in sorted(expect.items()):
        rows = np.array([place.mat == mat for place in evidence.places], dtype=np.bool_)
        types = sorted({kind for kind, _ in labels.pairs if kind} | set(known))
        counts = wanted_counts(known, types)
        shares = type_shares(faces[rows], labels.pairs, types)
        fit = fit_counts(shares, counts)
        if fit is None:
            mismatches.append(CountMismatch(mat, sum(counts), int(rows.sum())))
            contrary[rows] = _surplus(shares, counts)
            continue
        decided = fit.shares.argmax(axis=1)
        contrary[rows] = shares[np.arange(len(shares)), decided] < BELIEVED
        faces[rows] = _reweighed(faces[rows], labels, types, fit.shares)
    return CountedDice(faces, contrary, tuple(mismatches))


def _surplus(shares: F64, counts: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Return, of the types that are seen too often, the least sure dice, shape (N,)."""
    seen = shares.argmax(axis=1) if len(shares) else np.empty(0, np.intp)
    sure = shares.max(axis=1, initial=0.0)
    over = np.zeros(len(shares), dtype=np.bool_)
    for kind, count in enumerate(counts):
        rows = np.flatnonzero(seen == kind)
        spare = max(0, len(rows) - count)
        over[rows[np.argsort(sure[rows], kind="stable")[:spare]]] = True
    return over


def _reweighed(faces: F64, labels: LabelSet, types: list[str], shares: F64) -> F64:
    """Give each type its new probability; the faces of one type keep their proportions."""
    column = np.array([types.index(kind) if kind in types else -1 for kind, _ in labels.pairs])
    before = type_shares(faces, labels.pairs, types)
    factor = shares / np.maximum(before, 1e-12)
    weighed = faces * np.where(column >= 0, factor[:, column], 0.0)
    whole = weighed.sum(axis=1, keepdims=True)
    return np.asarray(weighed / np.maximum(whole, 1e-12), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The types of N dice, decided together.

    Attributes:
        shares: (N, T), probability of each type for each die under the known counts.
        evidence: probability of the counts before they were known.
    """

    shares: F64
    evidence: float


def fit_counts(type_shares: F64, counts: Sequence[int]) -> Fit | None:
    """Return the types of N dice that fit *counts*, or None where they contradict the pictures.

    Args:
        type_shares: (N, T), probability of each type for each die by itself.
        counts: how many dice of each of the T types there must be.
    """
    shares = np.maximum(type_shares, _FLOOR)
    shares = shares / shares.sum(axis=1, keepdims=True)
    if len(shares) != sum(counts):
        return None
    if len(shares) == 0:
        return Fit(shares, 1.0)
    fixed = _certain_first(shares, counts)
    left = np.array(counts) - np.bincount(shares[fixed].argmax(axis=1), minlength=len(counts))
    if left.min() < 0:
        return None
    others = np.setdiff1d(np.arange(len(shares)), fixed)
    result = np.zeros_like(shares)
    result[fixed, shares[fixed].argmax(axis=1)] = 1.0
    evidence = float(np.prod(shares[fixed].max(axis=1), initial=1.0))
    if len(others):
        result[others], mass = _count_along(shares[others], left.tolist())
        evidence *= mass
    return Fit(result, evidence) if evidence >= MIN_EVIDENCE else None


def _certain_first(shares: F64, counts: Sequence[int]) -> npt.NDArray[np.intp]:
    """Return the surest dice, as many as must be set aside to make the lattice small enough."""
    ranked = np.argsort(-shares.max(axis=1), kind="stable")
    left = list(counts)
    for number, row in enumerate(ranked):
        if _cells(left) <= MAX_CELLS:
            return ranked[:number]
        kind = int(shares[row].argmax())
        left[kind] = max(0, left[kind] - 1)
    return ranked


def _cells(counts: Sequence[int]) -> int:
    return int(np.prod([count + 1 for count in counts], dtype=np.int64))


def _count_along(shares: F64, counts: Sequence[int]) -> tuple[F64, float]:
    """Return the types' probabilities under the counts, (n, T), and the counts' probability."""
    before = _steps(shares, counts)
    # Seen from the other end, the cell of a count is what is still to be given out.
    after = _steps(shares[::-1], counts)[::-1]
    result = np.zeros_like(shares)
    for row, (done, ahead) in enumerate(zip(before[:-1], after[1:], strict=True)):
        for kind in range(shares.shape[1]):
            if counts[kind] == 0:
                continue
            low, high = _shifted(kind, len(counts))
            remaining = np.flip(ahead)  # cell of what was given out after this die
            result[row, kind] = shares[row, kind] * float((done[low] * remaining[high]).sum())
    mass = float(before[-1][(-1,) * len(counts)])
    whole = result.sum(axis=1, keepdims=True)
    return result / np.maximum(whole, 1e-300), mass


def _steps(shares: F64, counts: Sequence[int]) -> list[F64]:
    """Return the lattice before the first die, after it, ... after the last."""
    lattice = np.zeros([count + 1 for count in counts])
    lattice[(0,) * len(counts)] = 1.0
    steps = [lattice]
    for die in shares:
        following = np.zeros_like(lattice)
        for kind, share in enumerate(die):
            if counts[kind]:
                low, high = _shifted(kind, len(counts))
                following[high] += lattice[low] * share
        lattice = following
        steps.append(lattice)
    return steps


def _shifted(kind: int, kinds: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Return the cells from which one die of *kind* may be given out, and those it leads to."""
    low = tuple(slice(None, -1) if i == kind else slice(None) for i in range(kinds))
    high = tuple(slice(1, None) if i == kind else slice(None) for i in range(kinds))
    return low, high


def type_shares(faces: F64, pairs: Sequence[tuple[str, str]], types: Sequence[str]) -> F64:
    """Add up the probabilities of each type's faces.

    Args:
        faces: (N, K), of each label.
        pairs: (type, face) of each of the K labels.
        types: the T types wanted.

    Returns:
        Shape (N, T).
    """
    member = np.array([[kind == wanted for wanted in types] for kind, _ in pairs], dtype=np.float64)
    return np.asarray(faces @ member, dtype=np.float64)


def wanted_counts(expected: Mapping[str, int], types: Sequence[str]) -> tuple[int, ...]:
    """Return how many dice of each type are expected, in the order of *types*."""
    return tuple(expected.get(kind, 0) for kind in types)
