"""Dice counts that are known from the rules, combined with what the picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from companion.session.ports import Expectation
from vision.classification.evidence import Evidence
from vision.core.arrays import F64
from vision.core.labels import LabelSet
from vision.decision.count_fit import fit_counts, type_shares, wanted_counts

BELIEVED: Final = 0.1
"""An answer that only the known counts brought about, against a picture that gave it less, is for
a person to look at: the counts may be wrong."""


@dataclass(frozen=True, slots=True)
class Mismatch:
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
    mismatches: tuple[Mismatch, ...]


def apply_counts(evidence: Evidence, expect: Expectation) -> CountedDice:
    """Weigh the faces with the dice that are known to lie on each mat.

    A mat that is not in view has no dice: that contradicts, too, unless none are expected.
    """
    labels = evidence.scores.labels
    faces = evidence.scores.faces.copy()
    contrary = np.zeros(len(faces), dtype=np.bool_)
    mismatches: list[Mismatch] = []
    for mat, known in sorted(expect.items()):
        rows = np.array([place.mat == mat for place in evidence.places], dtype=np.bool_)
        types = sorted({kind for kind, _ in labels.pairs if kind} | set(known))
        counts = wanted_counts(known, types)
        shares = type_shares(faces[rows], labels.pairs, types)
        fit = fit_counts(shares, counts)
        if fit is None:
            mismatches.append(Mismatch(mat, sum(counts), int(rows.sum())))
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
