"""Combine dice counts known from the rules with the probabilities from the image.

The rules often determine the dice on a mat, for example four white and one red. Then the types of
all dice are classified jointly: a forward-backward pass over the lattice of "how many of each type
are assigned so far" sums over all assignments of the known types, which gives the exact posterior
probability of each type for each die, given the counts. If the image makes the known counts almost
impossible, that is a contradiction: it is reported and nothing is changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.session.ports import Expectation
from vision.classification.evidence import Evidence
from vision.core.arrays import F64, Indices, Mask
from vision.core.type_shares import masses, retyped, type_rows

MIN_EVIDENCE: Final = 1e-3
"""Known counts with a lower probability contradict the image."""

MAX_CELLS: Final = 400_000
"""Largest lattice, to bound memory and time."""

_FLOOR = 1e-6  # minimum probability of a type

BELIEVED: Final = 0.1
"""A type assigned by the known counts to which the image gave a lower probability is flagged
``check``: the counts may be wrong."""


@dataclass(frozen=True, slots=True)
class CountMismatch:
    """A mat whose dice contradict the known counts."""

    mat: str
    expected: int
    seen: int


@dataclass(frozen=True, slots=True, eq=False)
class CountedDice:
    """N dice after the known counts were applied.

    Attributes:
        faces: (N, K), probabilities; dice of contradicting mats keep theirs.
        contrary: (N,), to be flagged ``check``: the least confident dice of types that are seen too
            often, and dice whose type the counts changed against the image.
        mismatches: sorted by mat name.
    """

    faces: F64
    contrary: Mask
    mismatches: tuple[CountMismatch, ...]


def apply_counts(evidence: Evidence, expect: Expectation) -> CountedDice:
    """Combine the probabilities of faces with the known counts of dice on each mat.

    A mat that is not in view has no dice: a contradiction, too, unless none are expected.
    """
    labels = evidence.scores.labels
    faces = evidence.scores.faces.copy()
    contrary = np.zeros(len(faces), dtype=np.bool_)
    mismatches: list[CountMismatch] = []
    types = sorted(
        {kind for kind, _ in labels.pairs} | {k for known in expect.values() for k in known}
    )
    columns = type_rows([kind for kind, _ in labels.pairs], types)
    for mat, known in sorted(expect.items()):
        rows = np.array([place.mat == mat for place in evidence.places], dtype=np.bool_)
        counts = tuple(known.get(kind, 0) for kind in types)
        shares = masses(faces[rows], columns, len(types))[:, :-1]
        fitted = fit_counts(shares, counts)
        if fitted is None:
            mismatches.append(CountMismatch(mat, sum(counts), int(rows.sum())))
            contrary[rows] = _surplus(shares, counts)
            continue
        decided = fitted.argmax(axis=1)
        contrary[rows] = shares[np.arange(len(shares)), decided] < BELIEVED
        faces[rows] = retyped(faces[rows], columns, fitted)
    return CountedDice(faces, contrary, tuple(mismatches))


def _surplus(shares: F64, counts: tuple[int, ...]) -> Mask:
    """Return the least confident dice of types that are seen too often, shape (N,)."""
    seen = shares.argmax(axis=1) if len(shares) else np.empty(0, np.intp)
    sure = shares.max(axis=1, initial=0.0)
    over = np.zeros(len(shares), dtype=np.bool_)
    for kind, count in enumerate(counts):
        rows = np.flatnonzero(seen == kind)
        spare = max(0, len(rows) - count)
        over[rows[np.argsort(sure[rows], kind="stable")[:spare]]] = True
    return over


def fit_counts(given: F64, counts: Sequence[int]) -> F64 | None:
    """Return the types of N dice given *counts*, (N, T), or None if these contradict the image.

    Args:
        given: (N, T), probability of each type for each die by itself.
        counts: how many dice of each of the T types there must be.
    """
    shares = np.maximum(given, _FLOOR)
    shares = shares / shares.sum(axis=1, keepdims=True)
    if len(shares) != sum(counts):
        return None
    if len(shares) == 0:
        return given
    fixed = _certain_first(shares, counts)
    left = np.array(counts) - np.bincount(shares[fixed].argmax(axis=1), minlength=len(counts))
    if left.min() < 0:
        return None
    others = np.setdiff1d(np.arange(len(shares)), fixed)
    result = np.zeros_like(shares)
    result[fixed, shares[fixed].argmax(axis=1)] = 1.0
    evidence = float(np.prod(shares[fixed].max(axis=1), initial=1.0))
    if len(others):
        result[others], mass = _forward_backward(shares[others], left.tolist())
        evidence *= mass
    return result if evidence >= MIN_EVIDENCE else None


def _certain_first(shares: F64, counts: Sequence[int]) -> Indices:
    """Return the most confident dice, as many as must be fixed to make the lattice small enough."""
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


def _forward_backward(shares: F64, counts: Sequence[int]) -> tuple[F64, float]:
    """Return the types' probabilities under the counts, (n, T), and the counts' probability."""
    before = _forward(shares, counts)
    # In the backward pass a cell is what is still to be assigned.
    after = _forward(shares[::-1], counts)[::-1]
    result = np.zeros_like(shares)
    for row, (done, ahead) in enumerate(zip(before[:-1], after[1:], strict=True)):
        for kind in range(shares.shape[1]):
            if counts[kind] == 0:
                continue
            low, high = _shifted(kind, len(counts))
            remaining = np.flip(ahead)  # indexed by what is assigned up to and including this die
            result[row, kind] = shares[row, kind] * float((done[low] * remaining[high]).sum())
    mass = float(before[-1][(-1,) * len(counts)])
    whole = result.sum(axis=1, keepdims=True)
    return result / np.maximum(whole, 1e-300), mass


def _forward(shares: F64, counts: Sequence[int]) -> list[F64]:
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
    """Return the cells in which a die of *kind* may still be assigned, and their successors."""
    low = tuple(slice(None, -1) if i == kind else slice(None) for i in range(kinds))
    high = tuple(slice(1, None) if i == kind else slice(None) for i in range(kinds))
    return low, high
