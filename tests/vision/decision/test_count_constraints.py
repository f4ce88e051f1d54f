"""Known counts of dice decide doubtful types together, and never force a contradiction."""

from itertools import product

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.some import there
from vision.core.arrays import F64
from vision.decision.count_constraints import MAX_CELLS, fit_counts


def by_trying_everything(shares: F64, counts: list[int]) -> F64:
    """The exact answer for a handful of dice."""
    total = np.zeros_like(shares)
    for kinds in product(range(shares.shape[1]), repeat=len(shares)):
        if [kinds.count(k) for k in range(shares.shape[1])] == counts:
            weight = float(np.prod([shares[row, kind] for row, kind in enumerate(kinds)]))
            for row, kind in enumerate(kinds):
                total[row, kind] += weight
    return np.asarray(total / total.sum(axis=1, keepdims=True), dtype=np.float64)


@st.composite
def cases(draw: st.DrawFn) -> tuple[F64, list[int]]:
    """Up to six dice of three types, neither quite sure, and counts that add up."""
    kinds = draw(st.lists(st.integers(0, 2), min_size=1, max_size=6))
    numbers = draw(
        st.lists(
            st.lists(st.floats(0.05, 1.0), min_size=3, max_size=3),
            min_size=len(kinds),
            max_size=len(kinds),
        )
    )
    shares = np.array(numbers)
    return shares / shares.sum(axis=1, keepdims=True), [kinds.count(k) for k in range(3)]


@given(cases())
def test_the_shares_are_exact_and_keep_the_counts(case: tuple[F64, list[int]]) -> None:
    """Counting along the dice gives what trying every combination gives."""
    shares, counts = case
    fit = fit_counts(shares, counts)
    assume(fit is not None)
    assert np.allclose(there(fit), by_trying_everything(shares, counts), atol=1e-4)
    assert np.allclose(there(fit).sum(axis=0), counts, atol=1e-6)


def test_a_doubtful_die_becomes_what_is_missing() -> None:
    """White or purple? There must be one purple, and the other dice are sure."""
    shares = np.array([[0.999, 0.001], [0.998, 0.002], [0.6, 0.4]])
    assert there(fit_counts(shares, [2, 1]))[2, 1] > 0.99


def test_a_contradiction_is_not_forced() -> None:
    """A die that is surely red is not made white because a white one was expected."""
    shares = np.array([[0.9999, 0.0001], [0.0001, 0.9999]])
    assert fit_counts(shares, [2, 0]) is None


def test_a_wrong_number_of_dice_is_a_contradiction() -> None:
    """One die too many or too few cannot be explained."""
    shares = np.array([[0.9, 0.1]])
    assert fit_counts(shares, [2, 0]) is None
    assert fit_counts(shares, [0, 0]) is None


def test_no_dice_fit_no_expectation() -> None:
    """Nothing is exactly what was expected."""
    assert there(fit_counts(np.empty((0, 7)), [0] * 7)).shape == (0, 7)


def test_a_whole_box_of_dice_is_no_burden() -> None:
    """With very many dice the surest are set aside, the doubtful ones still decided together."""
    kinds = [i % 7 for i in range(70)]
    shares = np.full((70, 7), 1e-5)
    shares[np.arange(70), kinds] = 1.0
    shares[0, :2] = (0.4, 0.6)
    shares /= shares.sum(axis=1, keepdims=True)
    assert MAX_CELLS < 11**7
    fit = there(fit_counts(shares, [10] * 7))
    assert fit[0, 0] > 0.99
    assert np.allclose(fit.sum(axis=0), 10)
