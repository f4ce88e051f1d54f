"""A loop that asserts has something to assert about."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(items: Iterable[T]) -> list[T]:
    """Return the items, at least one: over none a loop would assert nothing."""
    found = list(items)
    assert found
    return found
