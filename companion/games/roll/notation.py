"""Text notation: one line for every command and every event, for scripts and golden files.

    StartGame players=1/Ann/blue/4/doomed_world,2/Bob/red/1/-
    RecordMat seat=1 dice=home:explore!,home:explore,military:wild@ship?
    ChangeCredits seat=1 delta=2

A line is the class name and its fields; fields with their default value are left out. A die is
``kind:face@place``: the place is left out if the die is under the column of its face, ``!`` means
that it selects, ``?`` that it is doubtful, ``#mark`` is an optional suffix. Other values are their
fields with ``/`` between them, such as ``spice_world/genes`` for a good. Characters that the
notation uses are percent-encoded (``%XX``) in text. ``-`` is None, ``()`` an empty tuple.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.games.messages import kinds
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.event import Event
from companion.games.roll.rules.judge import Command

_CLASSES: Final[Mapping[str, type]] = types.MappingProxyType(
    {cls.__name__: cls for cls in (*kinds(Command), *kinds(Event))}
)
_HINTS: Final[Mapping[type, Mapping[str, Any]]] = types.MappingProxyType(
    {cls: get_type_hints(cls) for cls in _CLASSES.values()}
)
_NONE: Final = "-"
_EMPTY: Final = "()"
_DICTATE: Final = "dictate"
_BOOLS: Final = {"yes": True, "no": False}


def read(line: str) -> Any:
    """Return the command or event that *line* describes.

    Raises:
        RefusedError: unknown class, field or value.
    """
    name, *words = line.split()
    cls = _CLASSES.get(name)
    if cls is None:
        raise errors.NOTATION(text=line, reason=f"there is nothing called {name}")
    texts = dict(word.partition("=")[::2] for word in words)
    known = {field.name: field for field in fields(cls)}
    for word in texts:
        if word not in known:
            raise errors.NOTATION(text=line, reason=f"{name} has no {word}")
    missing = [key for key, field in known.items() if key not in texts and _is_needed(field)]
    if missing:
        raise errors.NOTATION(text=line, reason=f"{name} needs {missing[0]}")
    hints = _HINTS[cls]
    try:
        made = cls(**{key: _read(hints[key], text) for key, text in texts.items()})
    except (ValueError, KeyError, TypeError) as error:
        raise errors.NOTATION(text=line, reason=str(error)) from error
    return made


# --- values --------------------------------------------------------------------------------------


def _read(hint: Any, text: str) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return None if text == _NONE else _read(_inner(hint), text)
    if _is_list(hint):
        item = get_args(hint)[0]
        return () if text == _EMPTY else tuple(_read(item, part) for part in text.split(","))
    if get_origin(hint) is tuple:
        kind, _, count = text.partition("*")
        return DieType(kind), int(count)
    reader = _READERS.get(hint)
    if reader is None and isinstance(hint, type) and is_dataclass(hint):
        parts = _parts(hint)
        texts = zip(parts.items(), text.split("/"), strict=True)
        return hint(**{name: _read(each, part) for (name, each), part in texts})
    return reader(text) if reader else hint(text)


@cache
def _parts(hint: type) -> dict[str, Any]:
    """The fields of a value and their types."""
    return get_type_hints(hint)


def _read_text(text: str) -> str:
    first, *others = text.split("%")
    coded = (bytes.fromhex(part[:2]) + part[2:].encode() for part in others)
    return b"".join((first.encode(), *coded)).decode()


def _read_die(text: str) -> PlacedDie:
    text, _, mark = text.partition("#")
    doubtful, text = text.endswith("?"), text.removesuffix("?")
    selecting, text = text.endswith("!"), text.removesuffix("!")
    kind, _, rest = text.partition(":")
    face, _, where = rest.partition("@")
    phase = None if where == _DICTATE else Phase(where or face)
    place = Place(phase, selecting)
    return PlacedDie(DieType(kind), Face(face), place, doubtful, _read_text(mark))


_READERS: Final[Mapping[Any, Callable[[str], Any]]] = types.MappingProxyType(
    {bool: _BOOLS.__getitem__, int: int, str: _read_text, PlacedDie: _read_die}
)


# --- types ---------------------------------------------------------------------------------------


def _is_list(hint: Any) -> bool:
    return get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis


def _inner(hint: Any) -> Any:
    """Return X of ``X | None``."""
    return next(part for part in get_args(hint) if part is not types.NoneType)


def _is_needed(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING
