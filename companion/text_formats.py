"""JSON and TOML parsers for files that others may have written."""

import json
import tomllib
from collections.abc import Callable
from typing import Any


class TooDeepError(ValueError):
    """The text is nested deeper than Python's parsers can follow."""


def from_json(text: str | bytes, **options: Any) -> Any:
    """Parse JSON; *options* are those of ``json.loads``.

    Raises:
        ValueError: it is not JSON, or nested too deeply.
    """
    return _shallow(lambda: json.loads(text, **options))


def from_toml(text: str) -> dict[str, Any]:
    """Parse TOML.

    Raises:
        ValueError: it is not TOML, nested too deeply, or has a number of thousands of digits.
    """
    parsed: dict[str, Any] = _shallow(lambda: tomllib.loads(text))
    return parsed


def _shallow(parse: Callable[[], Any]) -> Any:
    try:
        return parse()
    except RecursionError as error:
        raise TooDeepError("it is nested too deeply") from error
