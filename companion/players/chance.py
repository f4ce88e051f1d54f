"""The one source of chance: the same numbers on every machine and every supported Python.

Only ``getrandbits`` of the Mersenne Twister is used; how ``choice`` or ``shuffle`` turn bits into
decisions may differ between versions of Python, what is written here does not.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of decisions.

    Args:
        seed: any text; the generator is seeded with the text itself (SHA-512, Python's version 2).
    """

    def __init__(self, seed: str) -> None:
        self._bits = random.Random(seed).getrandbits  # noqa: S311 - reproducible on purpose

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit - 1``, each as likely: bits, refused when too high."""
        size = limit.bit_length()
        number = self._bits(size)
        while number >= limit:
            number = self._bits(size)
        return number

    def one_in(self, limit: int) -> bool:
        """Whether something happens that happens once in *limit* times."""
        return self.below(limit) == 0

    def choice(self, items: Sequence[T]) -> T:
        """Return one of *items*."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """Return *count* of *items* in an order of chance (Fisher and Yates)."""
        rest = list(items)
        for index in range(count):
            other = index + self.below(len(rest) - index)
            rest[index], rest[other] = rest[other], rest[index]
        return tuple(rest[:count])
