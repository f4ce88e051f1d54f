"""Label probabilities, grouped by type of die."""

from collections.abc import Sequence

import numpy as np

from vision.core.arrays import F64, Indices

_NOTHING = 1e-12


def type_rows(kinds: Sequence[str], types: Sequence[str]) -> Indices:
    """Return the index of each label's type in *types*; ``len(types)`` for labels without one."""
    row_of = {kind: row for row, kind in enumerate(types)}
    return np.array([row_of.get(kind, len(types)) for kind in kinds])


def masses(shares: F64, rows: Indices, types: int) -> F64:
    """Return the probability of each type and, last, of everything that is not a game die.

    Args:
        shares: (N, K), of labels.
        rows: (K,), type of each label; *types* where it has none.
        types: how many there are.

    Returns:
        Shape (N, types + 1).
    """
    member = np.zeros((shares.shape[1], types + 1))
    member[np.arange(len(rows)), rows] = 1.0
    return np.asarray(shares @ member)


def retyped(shares: F64, rows: Indices, wanted: F64) -> F64:
    """Return *shares* with new probabilities of types; P(face | type) is unchanged.

    The total probability of game dice and that of everything else are unchanged, too.

    Args:
        shares: (N, K), of labels.
        rows: (K,), type of each label; T where it has none.
        wanted: (N, T), new probabilities of types, up to a factor.
    """
    before = masses(shares, rows, wanted.shape[1])[:, :-1]
    factors = np.divide(wanted, before, out=np.zeros_like(wanted), where=before > _NOTHING)
    total = (factors * before).sum(axis=1, keepdims=True)
    kept = before.sum(axis=1, keepdims=True)
    factors *= np.divide(kept, total, out=np.zeros_like(kept), where=total > _NOTHING)
    return np.asarray(shares * np.column_stack([factors, np.ones(len(shares))])[:, rows])
