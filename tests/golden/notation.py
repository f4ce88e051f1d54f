"""One line of text for every command and event of any game, both ways.

    DrawCard seat=1 card=rey
    Attack seat=1 defender=2 ships=(fighters=2 dreadnoughts=1) defending=() sector=10

A line is the name of the class and its fields; fields with their default value are left out. A
value inside is its fields in brackets: those without a default by place, the others by name. Lists
are in square brackets, ``-`` is None. Text has ``%XX`` for characters that the notation needs.
"""

import re
import types
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.games.definition import GameDefinition
from companion.games.messages import Command, kinds
from tests.golden.lines import coded

_TOKEN: Final = re.compile(r"[()\[\]]|[^\s()\[\]]+")
_RESERVED: Final = "%()[]= "
_NONE: Final = "-"
_EMPTY: Final = "%"


class NotationError(ValueError):
    """A line that says nothing which could be a command or an event."""


class Notation:
    """Reads and writes the given classes.

    Args:
        classes: commands and events; names are theirs alone.
    """

    def __init__(self, classes: Sequence[type]) -> None:
        self._classes = {cls.__name__: cls for cls in classes}

    def write(self, value: object) -> str:
        """Return the line."""
        words = " ".join(_written_fields(value, named=True))
        return f"{type(value).__name__} {words}".rstrip()

    def read(self, line: str) -> Any:
        """Return what the line says; the inverse of ``write``.

        Raises:
            NotationError: no such class, field or value.
        """
        name, _, rest = line.partition(" ")
        if name not in self._classes:
            raise NotationError(f"there is nothing called {name}")
        tokens = _Tokens(_TOKEN.findall(rest))
        try:
            value = tokens.fields_of(self._classes[name], until="")
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise NotationError(f"{line}: {error}") from error
        return value


def commands_of(game: GameDefinition) -> tuple[type, ...]:
    """Return the classes of a game's commands: those that are decided in its states."""
    state = type(game.initial)
    return tuple(each for each in kinds(Command) if state in get_type_hints(each.decide).values())


def read_value(hint: Any, text: str) -> Any:
    """Return the value of a field of this type; lists stand without their brackets."""
    if get_origin(_without_none(hint)) in (tuple, frozenset):
        text = f"[{text}]" if text != _NONE else "[]"
    return _Tokens(_TOKEN.findall(text)).value(hint)


def _written_fields(value: object, *, named: bool) -> Iterator[str]:
    for field in fields(value):  # type: ignore[arg-type]  # a dataclass
        content = getattr(value, field.name)
        if _is_needed(field) and not named:
            yield write_value(content)
        elif _is_needed(field) or content != _default(field):
            yield f"{field.name}={write_value(content)}"


def write_value(value: object) -> str:
    """Return a value as it stands in a line."""
    match value:
        case None:
            return _NONE
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case int():
            return str(value)
        case str():
            return _coded(value)
        case type():
            return value.__name__
        case tuple():
            return f"[{' '.join(write_value(each) for each in value)}]"
        case frozenset():
            return f"[{' '.join(sorted(write_value(each) for each in value))}]"
        case _:
            return f"({' '.join(_written_fields(value, named=False))})"


def _coded(text: str) -> str:
    if text in ("", _NONE):
        return _EMPTY if not text else "%2D"
    return coded(text, _RESERVED)


def _decoded(text: str) -> str:
    if text == _EMPTY:
        return ""
    first, *others = text.split("%")
    coded = (bytes.fromhex(part[:2]) + part[2:].encode() for part in others)
    return b"".join((first.encode(), *coded)).decode()


class _Tokens:
    """Reads values from the words of a line."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0

    def _next(self) -> str:
        self._at += 1
        return self._words[self._at - 1]

    def fields_of(self, cls: type, *, until: str) -> Any:
        """Read a value's fields: by place while no name comes, else by name."""
        hints, places = hints_of(cls), [field.name for field in fields(cls) if _is_needed(field)]
        found: dict[str, Any] = {}
        while self._at < len(self._words) and self._words[self._at] != until:
            name, sign, text = self._words[self._at].partition("=")
            if not sign:
                name = places[len(found)]
            elif text:
                self._words[self._at] = text
            else:
                self._at += 1
            found[name] = self.value(hints[name])
        if until:
            self._next()
        return cls(**found)

    def value(self, hint: Any) -> Any:
        """Read a value of a type."""
        word = self._next()
        if word == "(":
            return self.fields_of(_class_of(hint), until=")")
        if word == "[":
            return self._list(_without_none(hint))
        if word == _NONE:
            return None
        hint = _without_none(hint)
        if hint is bool:
            return {"yes": True, "no": False}[word]
        if hint is str:
            return _decoded(word)
        return hint(int(word) if word.lstrip("-").isdigit() else word)

    def _list(self, hint: Any) -> Any:
        args = get_args(hint)
        fixed = get_origin(hint) is tuple and args[-1] is not Ellipsis
        found: list[Any] = []
        while self._words[self._at] != "]":
            found.append(self.value(args[len(found)] if fixed else args[0]))
        self._next()
        return frozenset(found) if get_origin(hint) is frozenset else tuple(found)


@cache
def hints_of(cls: type) -> dict[str, Any]:
    """Return the types of a class's fields."""
    return get_type_hints(cls)


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return next(part for part in get_args(hint) if part is not types.NoneType)
    return hint


def _class_of(hint: Any) -> type:
    cls = _without_none(hint)
    if not (isinstance(cls, type) and is_dataclass(cls)):
        raise NotationError(f"{hint} is no value in brackets")
    return cls


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _default(field: Field[Any]) -> object:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return field.default
