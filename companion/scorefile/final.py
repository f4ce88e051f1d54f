"""What the score files of all games share: strict JSON, the schema, the players and their names."""

import json
import re
import stat
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, NoReturn, Protocol, TypeVar

from companion.decoding import DecodeError, Fault, decode, say
from companion.errors import os_errors_as
from companion.games.names import same_name
from companion.scorefile import errors
from companion.text_formats import from_json

LONGEST_NAME: Final = 60

Name = Annotated[str, "the player's name"]
T = TypeVar("T")

_ROWS: Final = {
    Fault.MISSING: errors.MISSING_FIELD,
    Fault.UNKNOWN: errors.UNKNOWN_KEY,
    Fault.TYPE: errors.WRONG_TYPE,
    Fault.RANGE: errors.OUT_OF_RANGE,
}


class Named(Protocol):
    """A player of a file."""

    @property
    def name(self) -> str:
        """As written."""


class FinalFile(Protocol):
    """The content of a file: the fields of a game, among them these."""

    @property
    def schema(self) -> str:
        """Name and version of the format."""

    @property
    def players(self) -> Sequence[Named]:
        """In the order of the file."""


F = TypeVar("F", bound=FinalFile)


def read_file(
    kind: type[F], schema: str, document: object, counts: Collection[int]
) -> tuple[F, tuple[str, ...]]:
    """Return a parsed document as a *kind*, and the players' names without outer blanks.

    Raises:
        ScoreFileError: the form is wrong, or a name is unreadable or used twice.
    """
    if isinstance(document, dict):  # before other keys: those of another schema are unknown here
        if "schema" not in document:
            raise errors.MISSING_FIELD(place="schema", expected=f'"{schema}"')
        if document["schema"] != schema:
            raise errors.WRONG_SCHEMA(expected=schema, found=say(document["schema"]))
    file = read(kind, document, "")
    if len(file.players) not in counts:
        raise errors.PLAYER_COUNT(most=max(counts), found=len(file.players))
    return file, _names(file.players)


def read(kind: type[T], raw: object, place: str) -> T:
    """Return a part of a document as a *kind*.

    Raises:
        ScoreFileError: it is not one.
    """
    try:
        return decode(kind, raw, place)
    except DecodeError as error:
        raise _ROWS[error.fault](place=error.place or "the document", **error.words) from error


def _names(players: Sequence[Named]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    names: list[str] = []
    for i, player in enumerate(players):
        place, name = f"players[{i}].name", player.name.strip()
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise errors.BAD_NAME(place=place, longest=LONGEST_NAME)
        same = same_name(name)
        if same in first:
            raise errors.NAME_TWICE(place=place, name=name, first=first[same])
        first[same] = place
        names.append(name)
    return tuple(names)


def words(key: str) -> str:
    return key.replace("_", " ")


def best_first(players: Any) -> list[dict[str, Any]]:
    """Return the players of a result by rank."""
    return sorted(players, key=lambda player: int(player["rank"]))


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
    with os_errors_as(errors.UNREADABLE, file=file):
        if file == STANDARD_INPUT:
            return _bounded(sys.stdin.buffer, file)
        path = Path(file)
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size > LIMIT_BYTES:
            _refuse_size(file)
        with path.open("rb") as stream:
            return _bounded(stream, file)


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
