"""Random number generator that is reproducible on every machine and supported Python version.

Uses only ``getrandbits`` of the Mersenne Twister, because the algorithms of ``choice`` or
``shuffle`` may differ between Python versions.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """A reproducible random number generator.

    Args:
        seed: any text; seeds the generator (SHA-512, seeding version 2 of Python).
    """

    def __init__(self, seed: str) -> None:
        self._bits = random.Random(seed).getrandbits  # noqa: S311 - reproducible on purpose

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to ``limit - 1``, by rejection sampling.

        Raises:
            ValueError: there is no such number.
        """
        if limit < 1:
            text = f"no number below {limit}"
            raise ValueError(text)
        size = limit.bit_length()
        number = self._bits(size)
        while number >= limit:
            number = self._bits(size)
        return number

    def one_in(self, limit: int) -> bool:
        """Return True with probability ``1 / limit``."""
        return self.below(limit) == 0

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> tuple[T, ...]:
        """Return *count* random items without replacement, in random order (Fisher-Yates)."""
        rest = list(items)
        for index in range(count):
            other = index + self.below(len(rest) - index)
            rest[index], rest[other] = rest[other], rest[index]
        return tuple(rest[:count])
