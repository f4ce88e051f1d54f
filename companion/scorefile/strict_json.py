"""Strict JSON parser for untrusted input."""

from __future__ import annotations

import json
import re
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

from companion.scorefile import errors
from companion.text_formats import from_json

LIMIT_BYTES: Final = 1024 * 1024
"""Size limit; five players with all components of the box need less than 1 % of it."""

DEPTH_LIMIT: Final = 20
"""Limit of nesting; the deepest schema has six levels."""

STANDARD_INPUT: Final = "-"

_STRINGS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


def read_json(file: str) -> object:
    """Return the document in *file*; ``-`` reads standard input.

    Raises:
        ScoreFileError: it cannot be read, is larger than ``LIMIT_BYTES`` (then a regular file is
            not even opened), or is no document for ``parse_json``.
    """
    return parse_json(_bytes(file))


def parse_json(data: bytes) -> object:
    """Parse *data*.

    Raises:
        ScoreFileError: it is not UTF-8 or not JSON, is nested deeper than ``DEPTH_LIMIT``, or has a
            key twice in an object, NaN or Infinity.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise errors.NOT_UTF8(byte=error.start) from error
    _check_depth(text)
    try:
        return from_json(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise errors.NOT_JSON(line=error.lineno, column=error.colno, reason=error.msg) from error
    except errors.ScoreFileError:
        raise
    except ValueError as error:  # Python refuses to convert numbers of thousands of digits
        raise errors.NOT_JSON(line="?", column="?", reason="a number is too long") from error


def _bytes(file: str) -> bytes:
    try:
        if file == STANDARD_INPUT:
            return _bounded(sys.stdin.buffer, file)
        path = Path(file)
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size > LIMIT_BYTES:
            _refuse_size(file)
        with path.open("rb") as stream:
            return _bounded(stream, file)
    except OSError as error:
        raise errors.UNREADABLE(file=file, reason=error.strerror or error) from error


def _bounded(stream: BinaryIO, file: str) -> bytes:
    """Read at most one byte more than allowed, because pipes and devices have no known size."""
    data = stream.read(LIMIT_BYTES + 1)
    if len(data) > LIMIT_BYTES:
        _refuse_size(file)
    return data


def _refuse_size(file: str) -> NoReturn:
    raise errors.TOO_BIG(file=file, limit_kib=LIMIT_BYTES // 1024)


def _check_depth(text: str) -> None:
    """Reject deep nesting before parsing; brackets in strings are ignored."""
    depth = 0
    for bracket in re.findall(r"[][{}]", _STRINGS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEPTH_LIMIT:
            raise errors.TOO_DEEP(limit=DEPTH_LIMIT)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise errors.DUPLICATE_KEY(key=json.dumps(key[:60]))
            seen.add(key)
    return table


def _refuse_constant(word: str) -> NoReturn:
    raise errors.NOT_FINITE(word=word)
