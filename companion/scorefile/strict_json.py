"""Strict JSON parser for untrusted input."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

from companion.scorefile.errors import (
    DuplicateKeyError,
    NotFiniteError,
    NotJsonError,
    NotUtf8Error,
    ScoreFileTooBigError,
    ScoreFileUnreadableError,
    TooDeepError,
)
from companion.text_formats import from_json

LIMIT_BYTES: Final = 1024 * 1024
"""Size limit; five players with all components of the box need less than 1 % of it."""

DEPTH_LIMIT: Final = 20
"""Limit of nesting; the deepest schema has six levels."""

STANDARD_INPUT: Final = "-"


def read_json(file: str) -> object:
    """Return the document in *file*; ``-`` reads standard input.

    Raises:
        ScoreFileUnreadableError: it cannot be opened or read.
        ScoreFileTooBigError: it is larger than ``LIMIT_BYTES``; a regular file is not even opened.
        NotUtf8Error: it is not UTF-8.
        NotJsonError: it is not JSON.
        TooDeepError: it is nested deeper than ``DEPTH_LIMIT``.
        DuplicateKeyError: an object has a duplicate key.
        NotFiniteError: it contains NaN or Infinity.
    """
    return parse_json(_bytes(file))


def parse_json(data: bytes) -> object:
    """Parse *data*; raises the same errors as ``read_json``, except those of the file."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotUtf8Error(byte=error.start) from error
    _check_depth(text)
    try:
        return from_json(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise NotJsonError(line=error.lineno, column=error.colno, reason=error.msg) from error
    except (DuplicateKeyError, NotFiniteError):
        raise
    except ValueError as error:  # Python refuses to convert numbers of thousands of digits
        raise NotJsonError(line="?", column="?", reason="a number is too long") from error


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
        raise ScoreFileUnreadableError(file=file, reason=error.strerror or error) from error


def _bounded(stream: BinaryIO, file: str) -> bytes:
    """Read at most one byte more than allowed, because pipes and devices have no known size."""
    data = stream.read(LIMIT_BYTES + 1)
    if len(data) > LIMIT_BYTES:
        _refuse_size(file)
    return data


def _refuse_size(file: str) -> NoReturn:
    raise ScoreFileTooBigError(file=file, limit_kib=LIMIT_BYTES // 1024)


def _check_depth(text: str) -> None:
    """Reject deep nesting before parsing; brackets in strings are ignored."""
    depth = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            if depth > DEPTH_LIMIT:
                raise TooDeepError(limit=DEPTH_LIMIT)
        elif character in "]}":
            depth -= 1


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise DuplicateKeyError(key=json.dumps(key[:60]))
            seen.add(key)
    return table


def _refuse_constant(word: str) -> NoReturn:
    raise NotFiniteError(word=word)
