"""Strict decoding of parsed JSON or TOML into typed values, driven by annotations.

An annotation is a dataclass, ``tuple[X, ...]`` or ``tuple[X, Y]``, ``dict[K, X]`` with texts as
keys, an enum, ``Literal``, ``str``, ``int``, ``float``, ``bool``, ``bytes`` (base64), ``object``
(anything), or a union of these. Fields without a default are required, unknown keys are refused,
and nothing is converted, except by a field's own check (`companion.setting_values`).
``Annotated`` adds what is expected in words, or the range of a number. Unions of dataclasses are
discriminated by a tag: the ``ClassVar`` text called ``op``, ``do`` or ``type`` that all of them
have.
"""

import base64
import dataclasses
import json
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

T = TypeVar("T")

_TAGS: Final = ("op", "do", "type")
_PLAIN: Final = {
    str: "a text", int: "an integer", float: "a number", bool: "true or false",
    bytes: "base64 text",
}  # fmt: skip
_LARGEST: Final = 1e9
_SHOWN: Final = 60


class Fault(Enum):
    """What is wrong with a value; ``VALUE``: of the right type, but impossible."""

    MISSING = "missing"
    UNKNOWN = "unknown"
    TYPE = "type"
    RANGE = "range"
    VALUE = "value"


class DecodeError(ValueError):
    """An invalid value.

    Attributes:
        place: its path, such as ``tile[3].world.cost``; empty for the document.
        problem: what is wrong and what is expected.
        words: the parts of *problem*: ``expected``, ``found`` or ``known``.
    """

    def __init__(
        self, place: str, problem: str, fault: Fault = Fault.VALUE, **words: object
    ) -> None:
        super().__init__(f"{place}: {problem}")
        self.place, self.problem, self.fault, self.words = place, problem, fault, words


@dataclasses.dataclass(frozen=True, slots=True)
class Within:
    """The range of a number, both ends included."""

    low: int
    high: int


@dataclasses.dataclass(frozen=True, slots=True)
class UpTo:
    """The largest number for each key of a dictionary; other keys are unknown."""

    most: Mapping[Any, int]


def decode(kind: type[T], raw: object, place: str) -> T:
    """Decode *raw*, which is at the path *place*, as a *kind*.

    Raises:
        DecodeError: names the first invalid place.
    """
    return typing.cast(T, _value(kind, raw, place))


def only_keys(table: object, allowed: Iterable[str], place: str) -> dict[str, Any]:
    """Return *table* if it is a table with exactly the keys *allowed*.

    Raises:
        DecodeError: it is not a table, or a key is missing or unknown.
    """
    names = tuple(allowed)
    checked = _table(table, place)
    _refuse_unknown(checked, names, place)
    for name in names:
        if name not in checked:
            raise _missing(join(place, name))
    return checked


def texts_for(raw: object, keys: Iterable[str], place: str) -> Mapping[str, str]:
    """Return *raw* if it is a table with a text for each of *keys* and nothing else.

    Raises:
        DecodeError: a text is missing, empty, or has an unknown key.
    """
    table = only_keys(raw, keys, place)
    for key, text in table.items():
        if not isinstance(text, str) or not text.strip():
            raise DecodeError(join(place, key), "expected a text")
    return types.MappingProxyType(table)


def join(place: str, key: str) -> str:
    """Return the path of *key* inside *place*."""
    return f"{place}.{key}" if place else key


def show(text: str) -> str:
    """Return *text* for a message: shortened, on one line, with non-ASCII characters escaped."""
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return short if short.isascii() and short.isprintable() else json.dumps(short)[1:-1]


def say(raw: object) -> str:
    """Return a short description of a value."""
    match raw:
        case dict():
            return "an object"
        case list():
            return "a list"
        case str():
            return f'"{show(raw)}"'
        case _:
            return show(json.dumps(raw, default=str))


def _wrong(annotation: Any, raw: object, place: str, fault: Fault = Fault.TYPE) -> DecodeError:
    return _unexpected(_expected(annotation), raw, place, fault)


def _unexpected(expected: str, raw: object, place: str, fault: Fault) -> DecodeError:
    problem = f"expected {expected}, found {say(raw)}"
    return DecodeError(place, problem, fault, expected=expected, found=say(raw))


def _missing(place: str, annotation: Any = object) -> DecodeError:
    expected = _expected(annotation)
    return DecodeError(place, "this key is missing", Fault.MISSING, expected=expected)


def _expected(annotation: Any) -> str:
    for extra in _extras(annotation):
        if isinstance(extra, Within):
            return f"an integer from {extra.low} to {extra.high}"
        if isinstance(extra, str):
            return extra
    kind = _bare(annotation)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if _is_choice(kind):
        return f"one of {', '.join(_members(kind))}"
    return "a list" if get_origin(kind) is tuple else "an object"


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _extras(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation)[1:] if get_origin(annotation) is Annotated else ()


def _table(raw: object, place: str) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise _wrong(dict, raw, place)
    return raw


def _refuse_unknown(table: dict[str, Any], known: Iterable[str], place: str) -> None:
    names = tuple(known)
    for key in table:
        if key not in names:
            listed = ", ".join(names)
            problem = f"unknown key; known are {listed}"
            raise DecodeError(join(place, show(key)), problem, Fault.UNKNOWN, known=listed)


def _dataclass(kind: type, raw: object, place: str, tag: str | None = None) -> object:
    table = _table(raw, place)
    fields = _fields(kind)
    _refuse_unknown(table, (*((tag,) if tag else ()), *fields), place)
    values: dict[str, object] = {}
    for name, (annotation, required, check) in fields.items():
        if name in table and check is not None:
            values[name] = _checked(check, table[name], join(place, name))
        elif name in table:
            values[name] = _value(annotation, table[name], join(place, name))
        elif required:
            raise _missing(join(place, name), annotation)
    try:
        return kind(**values)
    except DecodeError:
        raise
    except ValueError as error:  # values that do not go together
        raise DecodeError(place, str(error)) from error


@cache
def _fields(kind: type) -> dict[str, tuple[Any, bool, Callable[[Any], object] | None]]:
    """Return annotation, whether it is required, and the check of each field."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {
        field.name: (
            hints[field.name],
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
            field.metadata.get("check"),
        )
        for field in dataclasses.fields(kind)
    }


def _checked(check: Callable[[Any], object], raw: object, place: str) -> object:
    try:
        return check(raw)
    except ValueError as error:
        raise _unexpected(str(error), raw, place, Fault.VALUE) from error


def _value(annotation: Any, raw: object, place: str) -> object:
    kind = _bare(annotation)
    origin = get_origin(kind)
    if kind is object:
        return raw
    if origin in (Union, types.UnionType):
        return _union(kind, raw, place)
    if origin is tuple:
        return _items(annotation, raw, place)
    if origin is dict:
        return _counts(annotation, raw, place)
    if dataclasses.is_dataclass(kind):
        return _dataclass(typing.cast(type, kind), raw, place)
    if _is_choice(kind):
        return _member(kind, raw, place)
    return _plain(annotation, raw, place)


def _plain(annotation: Any, raw: object, place: str) -> object:
    kind = _bare(annotation)
    if kind is float:
        return _number(annotation, raw, place)
    if kind is bytes:
        return _bytes(annotation, raw, place)
    if type(raw) is not kind:  # not isinstance: a bool is not a number
        raise _wrong(annotation, raw, place)
    for extra in _extras(annotation):
        if isinstance(extra, Within) and not extra.low <= typing.cast(int, raw) <= extra.high:
            raise _wrong(annotation, raw, place, Fault.RANGE)
    return raw


def _items(annotation: Any, raw: object, place: str) -> tuple[object, ...]:
    if not isinstance(raw, list):
        raise _wrong(annotation, raw, place)
    kinds = get_args(_bare(annotation))
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(raw)
    elif len(kinds) != len(raw):
        raise DecodeError(place, f"expected {len(kinds)} values, found {len(raw)}", Fault.RANGE)
    pairs = zip(kinds, raw, strict=True)
    return tuple(_value(kind, item, f"{place}[{i}]") for i, (kind, item) in enumerate(pairs))


def _number(annotation: Any, raw: object, place: str) -> float:
    if type(raw) not in (int, float) or not abs(typing.cast(float, raw)) <= _LARGEST:
        raise _wrong(annotation, raw, place)
    return float(typing.cast(float, raw))


def _bytes(annotation: Any, raw: object, place: str) -> bytes:
    try:
        return base64.b64decode(raw, validate=True)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise _wrong(annotation, raw, place) from error


def _counts(annotation: Any, raw: object, place: str) -> dict[object, object]:
    key_kind, of = get_args(_bare(annotation))
    limits = next((e.most for e in _extras(annotation) if isinstance(e, UpTo)), None)
    table = _table(raw, place)
    if key_kind is str and limits is None:
        return {key: _value(of, value, join(place, show(key))) for key, value in table.items()}
    members = {_key(each): each for each in limits} if limits else _members(key_kind)
    _refuse_unknown(table, members, place)
    values = {}
    for key, value in table.items():
        each = of if limits is None else Annotated[of, Within(0, limits[members[key]])]
        values[members[key]] = _value(each, value, join(place, key))
    return values


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, Enum))


def _member(kind: Any, raw: object, place: str) -> object:
    member = _members(kind).get(raw) if isinstance(raw, str) else None
    if member is None:
        raise _wrong(kind, raw, place)
    return member


@cache
def _members(kind: Any) -> dict[str, Any]:
    """Return the values of an enum or of a ``Literal`` of texts, by their form in the file."""
    members = get_args(kind) if get_origin(kind) is Literal else kind
    return {_key(each): each for each in members}


def _key(member: Any) -> str:
    return str(member.value if isinstance(member, Enum) else member)


def _union(annotation: Any, raw: object, place: str) -> object:
    parts = [part for part in get_args(annotation) if part is not type(None)]
    if len(parts) == 1:
        return _value(parts[0], raw, place)
    if all(dataclasses.is_dataclass(part) for part in parts):
        return _tagged(annotation, raw, place)
    for part in parts:  # a word or a list of words
        if isinstance(raw, list) == (get_origin(part) is tuple):
            return _value(part, raw, place)
    raise DecodeError(place, f"found {say(raw)}", Fault.TYPE)


def _tagged(annotation: Any, raw: object, place: str) -> object:
    tag, classes = _classes(annotation)
    table = _table(raw, place)
    if tag not in table:
        raise _missing(join(place, tag))
    chosen = classes.get(table[tag]) if isinstance(table[tag], str) else None
    if chosen is None:
        raise _wrong(Annotated[str, f"one of {', '.join(classes)}"], table[tag], join(place, tag))
    return _dataclass(chosen, table, place, tag)


@cache
def _classes(annotation: Any) -> tuple[str, dict[str, type]]:
    parts = [part for part in get_args(annotation) if part is not type(None)]
    tag = next(name for name in _TAGS if all(hasattr(part, name) for part in parts))
    return tag, {getattr(part, tag): part for part in parts}
