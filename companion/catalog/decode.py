"""Strict decoding of plain TOML values into frozen dataclasses, driven by type annotations.

Fields without a default are required, unknown keys are rejected, and every value must have the
annotated type: there are no conversions. Unions of dataclasses are discriminated by a tag: the
``ClassVar`` enum member called ``op``, ``do`` or ``type`` that all of them have.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

T = TypeVar("T")

_TAGS = ("op", "do", "type")


class DecodeError(ValueError):
    """An invalid value; ``place`` is its path and ``problem`` describes the expected value."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


def decode(kind: type[T], raw: object, place: str) -> T:
    """Decode *raw* as a *kind*: a dataclass whose fields are plain values, enums or dataclasses.

    Args:
        kind: the dataclass to build.
        raw: the parsed value.
        place: path of *raw* for error messages.

    Raises:
        DecodeError: names the first invalid place.
    """
    return typing.cast(T, _dataclass(kind, raw, place, tag=None))


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
            raise DecodeError(join(place, name), "this key is missing")
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


def _table(raw: object, place: str) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise DecodeError(place, f"expected a table, found {_say(raw)}")
    return raw


def _refuse_unknown(table: dict[str, Any], known: Iterable[str], place: str) -> None:
    known = tuple(known)
    for key in table:
        if key not in known:
            raise DecodeError(join(place, key), f"unknown key; known are {', '.join(known)}")


def _dataclass(kind: type, raw: object, place: str, tag: str | None) -> object:
    table = _table(raw, place)
    fields = _fields(kind)
    _refuse_unknown(table, (*((tag,) if tag else ()), *fields), place)
    values: dict[str, object] = {}
    for name, (annotation, required) in fields.items():
        if name in table:
            values[name] = _value(annotation, table[name], join(place, name))
        elif required:
            raise DecodeError(join(place, name), "this key is missing")
    return kind(**values)


@cache
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    hints = typing.get_type_hints(kind)
    return {
        field.name: (
            hints[field.name],
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
    }


def _value(annotation: Any, raw: object, place: str) -> object:
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        return _union(annotation, raw, place)
    if origin is tuple:
        return _items(get_args(annotation)[0], raw, place)
    if dataclasses.is_dataclass(annotation):
        return _dataclass(typing.cast(type, annotation), raw, place, tag=None)
    if issubclass(annotation, Enum):
        return _member(annotation, raw, place)
    if type(raw) is not annotation:  # not isinstance: a bool is not a number
        raise DecodeError(place, f"expected {_NAMES[annotation]}, found {_say(raw)}")
    return raw


def _items(annotation: Any, raw: object, place: str) -> tuple[object, ...]:
    if not isinstance(raw, list):
        raise DecodeError(place, f"expected a list, found {_say(raw)}")
    return tuple(_value(annotation, item, f"{place}[{i}]") for i, item in enumerate(raw))


def _member(kind: type[Enum], raw: object, place: str) -> Enum:
    member = _members(kind).get(raw) if isinstance(raw, str) else None
    if member is None:
        allowed = ", ".join(str(one.value) for one in kind)
        raise DecodeError(place, f"expected one of {allowed}, found {_say(raw)}")
    return member


@cache
def _members(kind: type[Enum]) -> dict[object, Enum]:
    return {member.value: member for member in kind}


def _union(annotation: Any, raw: object, place: str) -> object:
    parts = [part for part in get_args(annotation) if part is not type(None)]
    if len(parts) == 1:
        return _value(parts[0], raw, place)
    if all(dataclasses.is_dataclass(part) for part in parts):
        return _tagged(annotation, raw, place)
    for part in parts:  # a word or a list of words
        if isinstance(raw, list) == (get_origin(part) is tuple):
            return _value(part, raw, place)
    raise DecodeError(place, f"found {_say(raw)}")


def _tagged(annotation: Any, raw: object, place: str) -> object:
    tag, classes = _classes(annotation)
    table = _table(raw, place)
    if tag not in table:
        raise DecodeError(join(place, tag), "this key is missing")
    chosen = classes.get(table[tag]) if isinstance(table[tag], str) else None
    if chosen is None:
        allowed = ", ".join(classes)
        raise DecodeError(join(place, tag), f"expected one of {allowed}, found {_say(table[tag])}")
    return _dataclass(chosen, table, place, tag=tag)


@cache
def _classes(annotation: Any) -> tuple[str, dict[str, type]]:
    parts = [part for part in get_args(annotation) if part is not type(None)]
    tag = next(name for name in _TAGS if all(hasattr(part, name) for part in parts))
    return tag, {getattr(part, tag).value: part for part in parts}


_NAMES = {str: "a text", int: "an integer", bool: "true or false"}


def _say(raw: object) -> str:
    """Return a short description of a value for an error message."""
    if isinstance(raw, dict):
        return "a table"
    if isinstance(raw, list):
        return "a list"
    if isinstance(raw, str):
        return f'"{raw[:40]}"'
    return str(raw).lower() if isinstance(raw, bool) else str(raw)[:40]
