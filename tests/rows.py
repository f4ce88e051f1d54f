"""An error that is a certain row of a table."""

from typing import Any

import pytest

from companion.errors import CompanionError, Row


def raises(row: Row[Any], match: str | None = None) -> Any:
    """The block raises the error of this row, and no other."""
    return pytest.raises(row.kind, match=match, check=lambda error: is_of(error, row))


def is_of(error: BaseException | None, row: Row[Any]) -> bool:
    """Whether an error was made from this row."""
    return isinstance(error, CompanionError) and error.template == row.template
