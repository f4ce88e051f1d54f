"""What must be there is: something to assert about, a value, one of the expected kind."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(items: Iterable[T]) -> list[T]:
    """Return the items, at least one: over none a loop would assert nothing."""
    found = list(items)
    assert found
    return found


def there(value: T | None) -> T:
    """Return a value that is not None."""
    assert value is not None
    return value


def of(kind: type[T], value: object) -> T:
    """Return a value that is of this kind."""
    assert isinstance(value, kind), value
    return value
