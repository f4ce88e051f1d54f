"""One function for each type of message."""

from __future__ import annotations

import pytest

from companion.games.cases import Cases


def test_the_last_argument_selects_the_function() -> None:
    doubled = Cases[str]()

    @doubled.case
    def _number(prefix: str, value: int) -> str:
        return f"{prefix}{value * 2}"

    @doubled.case
    def _text(prefix: str, value: str | bytes) -> str:
        return f"{prefix}{value!r}{value!r}"

    assert doubled("n=", 2) == "n=4"
    assert doubled("t=", "a") == "t='a''a'"
    assert doubled("t=", b"a") == "t=b'a'b'a'"
    assert doubled.types == (int, str, bytes)


def test_a_type_without_a_function_is_refused() -> None:
    with pytest.raises(KeyError):
        Cases[str]()(1)


def test_a_type_has_one_function() -> None:
    cases = Cases[int]()
    cases.case(_same)
    with pytest.raises(TypeError, match="int has _same already"):
        cases.case(_same)


def _same(value: int) -> int:
    return value
