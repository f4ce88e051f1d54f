"""Combinations of values: a covering part of them in the usual run, all in the slow one."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def crossed(*factors: Sequence[Any]) -> list[Any]:
    """All combinations; those outside a Latin square are slow.

    In the usual run each value occurs, and of three factors with at least three values each pair
    of values: with the value of the last factor that makes the sum of the places a multiple of 3.
    """
    last = len(factors[-1])
    found = []
    for places in product(*(range(len(each)) for each in factors)):
        values = (each[at] for each, at in zip(factors, places, strict=True))
        marks = () if sum(places) % last == 0 else pytest.mark.slow
        found.append(pytest.param(*values, marks=marks))
    return found
