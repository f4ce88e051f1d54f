"""Type-checked access to the values of a parsed document; errors name the path."""

from __future__ import annotations

import json
from collections.abc import Sequence

from companion.scorefile.errors import (
    MissingFieldError,
    OutOfRangeError,
    UnknownKeyError,
    WrongTypeError,
)

_SHOWN = 60


def take_object(
    raw: object, place: str, required: dict[str, str], optional: Sequence[str] = ()
) -> dict[str, object]:
    """Return *raw* if it is an object with the required and at most the optional keys.

    Args:
        raw: any value of the document.
        place: its path; empty for the document itself.
        required: key -> description of the expected value.
        optional: optional keys.

    Raises:
        WrongTypeError: it is not an object.
        UnknownKeyError: it has another key.
        MissingFieldError: a required key is missing.
    """
    if not isinstance(raw, dict):
        raise WrongTypeError(place=place or "the document", expected="an object", found=say(raw))
    known = (*required, *optional)
    for key in raw:
        if key not in known:
            raise UnknownKeyError(place=join(place, show(key)), known=", ".join(known))
    for key, expected in required.items():
        if key not in raw:
            raise MissingFieldError(place=join(place, key), expected=expected)
    return raw


def take_list(raw: object, place: str, of: str) -> list[object]:
    """Return *raw* if it is a list; *of* describes its items.

    Raises:
        WrongTypeError: it is not a list.
    """
    if not isinstance(raw, list):
        raise WrongTypeError(place=place, expected=f"a list of {of}", found=say(raw))
    return raw


def take_text(raw: object, place: str, expected: str) -> str:
    """Return *raw* if it is a string.

    Raises:
        WrongTypeError: it is not a string.
    """
    if not isinstance(raw, str):
        raise WrongTypeError(place=place, expected=expected, found=say(raw))
    return raw


def take_number(raw: object, place: str, low: int, high: int) -> int:
    """Return *raw* if it is an integer from *low* to *high*.

    Raises:
        WrongTypeError: it is not an integer; 3.0 and true are rejected, too.
        OutOfRangeError: it is out of range.
    """
    expected = f"an integer from {low} to {high}"
    if type(raw) is not int:
        raise WrongTypeError(place=place, expected=expected, found=say(raw))
    if not low <= raw <= high:
        raise OutOfRangeError(place=place, expected=expected, found=say(raw))
    return raw


def join(place: str, key: str) -> str:
    """Return the path of *key* inside *place*."""
    return f"{place}.{key}" if place else key


def show(text: str) -> str:
    """Return *text* for a message: shortened, on one line, with non-ASCII characters escaped."""
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return short if short.isascii() and short.isprintable() else json.dumps(short)[1:-1]


def say(raw: object) -> str:
    """Return a short description of any value."""
    match raw:
        case None:
            return "null"
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            return f'"{show(raw)}"'
        case bool():
            return str(raw).lower()
        case _:
            return show(json.dumps(raw))
