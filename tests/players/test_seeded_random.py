"""The same seed gives the same decisions everywhere."""

from collections import Counter

import pytest

from companion.players.seeded_random import SeededRandom


def test_the_stream_is_pinned() -> None:
    """Whatever the machine and the Python: a change here changes every digest."""
    rng = SeededRandom("simulate/1 1 4 0")
    assert [rng.below(6) for _ in range(12)] == [1, 0, 2, 4, 0, 1, 3, 4, 3, 3, 0, 3]


def test_every_value_is_as_likely() -> None:
    """No value is left out or preferred, also where bits have to be refused."""
    rng = SeededRandom("fair")
    counts = Counter(rng.below(5) for _ in range(5000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert min(counts.values()) > 850


def test_a_sample_has_each_item_once() -> None:
    """A full sample is a permutation, an empty one is empty."""
    rng = SeededRandom("sample")
    assert sorted(rng.sample(range(9), 9)) == list(range(9))
    assert rng.sample((1, 2), 0) == ()


def test_there_is_no_number_below_none() -> None:
    """A choice of nothing is refused instead of being tried for ever."""
    with pytest.raises(ValueError, match="no number below 0"):
        SeededRandom("any").choice(())
