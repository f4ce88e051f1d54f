"""A setting: a field of a dataclass with its default, its valid values and the offered ones."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final, TypeVar

T = TypeVar("T")

Check = Callable[[Any], Any]
"""Returns the converted value, or raises ``ValueError`` with a description of valid values."""

_MAX_NAME_BYTES: Final = 200
"""Longest part of a path: file systems take 255, and the files beside a log have longer names."""
_MAX_PATH_BYTES: Final = 3000


@dataclass(frozen=True, slots=True)
class Line:
    """How a setting is shown among the others on the screen.

    Attributes:
        name, words: texts to translate; a word for each offered value, and the last one, which may
            contain the value, for all further values. A setting without words is a switch.
        icon: name of a symbol.
    """

    name: str
    icon: str
    words: tuple[str, ...] = ()


def setting(default: T, check: Check, *offered: T, line: Line | None = None) -> T:
    """Return a field; *offered* are the values to choose from on the screen."""
    return field(default=default, metadata={"check": check, "offered": offered, "line": line})


def choice(default: T, *values: T, line: Line | None = None) -> T:
    """Return a field that has one of *values*, all of which are offered."""
    return setting(default, one_of(*values), *values, line=line)


def switch(*, default: bool, line: Line | None = None) -> bool:
    """Return a field that is on or off."""
    return choice(default, True, False, line=line)  # noqa: FBT003 - the values


def checks(kind: type) -> dict[str, Check]:
    return {each.name: each.metadata["check"] for each in fields(kind)}


def offered(kind: type) -> Mapping[str, tuple[Any, ...]]:
    """Return the values that are offered for each field of *kind*; empty for none."""
    return {each.name: each.metadata["offered"] for each in fields(kind)}


def lines(kind: type) -> Mapping[str, Line]:
    """Return how the settings of *kind* are shown, those that are."""
    found = {each.name: each.metadata["line"] for each in fields(kind)}
    return {name: line for name, line in found.items() if line is not None}


# --- checks --------------------------------------------------------------------------------------


def one_of(*values: Any) -> Check:
    """Accept these values of one type."""
    expected = f"one of {', '.join(map(str, values))}"

    def check(value: Any) -> Any:
        if type(value) is not type(values[0]) or value not in values:
            raise ValueError(expected)
        return value

    return check


def whole(least: int, most: int) -> Check:
    """Accept integers from *least* to *most*."""

    def check(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"an integer from {least} to {most}")
        return value

    return check


def real(least: float, most: float, unit: str = "") -> Check:
    """Accept numbers from *least* to *most*."""

    def check(value: Any) -> float:
        if type(value) not in (int, float) or not least <= value <= most:
            raise ValueError(f"a number {unit}from {least:g} to {most:g}")
        return float(value)

    return check


def tuple_of(check: Check, most: int, expected: str) -> Check:
    """Accept lists of at most *most* values that *check* accepts."""

    def check_all(values: Any) -> tuple[Any, ...]:
        if not isinstance(values, (list, tuple)) or len(values) > most:
            raise ValueError(expected)
        try:
            return tuple(map(check, values))
        except ValueError as err:
            raise ValueError(expected) from err

    return check_all


def matching(pattern: str, expected: str) -> Check:
    """Accept printable text that matches the whole *pattern*; its group ``path`` is a path."""

    def check(value: Any) -> str:
        found = re.fullmatch(pattern, value) if isinstance(value, str) else None
        if found is None or not value.isprintable():
            raise ValueError(expected)
        if (path := found.groupdict().get("path")) is not None:
            usable_path(path, expected)
        return str(value)

    return check


def file_name(value: Any) -> str:
    """Accept the path of a regular file that exists or could be created, and an empty text."""
    expected = "the name of a file, not of a folder or device"
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError(expected)
    if not value:
        return value
    path = usable_path(value, expected)
    try:
        is_file = bool(path.name) and S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, PermissionError):
        return value
    except OSError as err:
        raise ValueError(expected) from err
    if not is_file:
        raise ValueError(expected)
    return value


def usable_path(text: str, expected: str) -> Path:
    """Return *text* as a path, ``~`` expanded.

    Raises:
        ValueError: it is empty, too long, or names an unknown user; the message is *expected*.
    """
    try:
        path = Path(text).expanduser()
    except RuntimeError as err:  # the folder of an unknown user
        raise ValueError(expected) from err
    lengths = [len(os.fsencode(part)) for part in path.parts]
    if (
        not text
        or sum(lengths) > _MAX_PATH_BYTES
        or any(each > _MAX_NAME_BYTES for each in lengths)
    ):
        raise ValueError(expected)
    return path
