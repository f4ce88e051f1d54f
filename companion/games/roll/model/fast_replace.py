"""Creates and copies frozen dataclasses two to four times as fast as ``dataclasses`` does.

Every command creates some and every event copies a few, so ``apply`` spends most of its time here.
Outside hot paths prefer ``replace``: mypy checks its fields.

Setting a field of a frozen object is slow. Instead, a non-frozen draft object with the same slots
is filled, then its ``__class__`` is set to the frozen class.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Final, TypeVar

T = TypeVar("T")


def changed(value: T, /, **changes: Any) -> T:
    """Return a copy of *value*, a frozen slotted dataclass, with *changes*.

    Raises:
        AttributeError: there is no such field.
    """
    kind: Any = type(value)
    copier = _COPIERS.get(kind) or _copier(kind)
    copy: T = copier(value, changes)
    return copy


def make_fast(*kinds: Any) -> None:
    """Speed up the constructors of frozen slotted dataclasses; no field may have a factory."""
    for kind in kinds:
        own = fields(kind)
        defaults = {f"_{each.name}": each.default for each in own if each.default is not MISSING}
        names = [each.name for each in own]
        arguments = [f"{each}=_{each}" if f"_{each}" in defaults else each for each in names]
        lines = [
            f"def __new__({', '.join(['cls', *arguments])}):",
            "    made = draft()",
            *(f"    made.{name} = {name}" for name in names),
            "    made.__class__ = cls",
            "    return made",
            "def __reduce__(value):",
            f"    return kind, ({''.join(f'value.{name}, ' for name in names)})",
        ]
        written = _written(lines, kind, **defaults)
        del kind.__init__
        kind.__new__, kind.__reduce__ = written["__new__"], written["__reduce__"]


_COPIERS: Final[dict[Any, Callable[[Any, dict[str, Any]], Any]]] = {}


def _copier(kind: Any) -> Callable[[Any, dict[str, Any]], Any]:
    """Generate the copy function of a class once, without a loop, as ``dataclass`` does."""
    lines = [
        "def copier(value, changes):",
        "    copy = draft()",
        *(f"    copy.{each.name} = value.{each.name}" for each in fields(kind)),
        "    for name, item in changes.items():",
        "        setattr(copy, name, item)",
        "    copy.__class__ = kind",
        "    return copy",
    ]
    return _COPIERS.setdefault(kind, _written(lines, kind)["copier"])


def _written(lines: list[str], kind: Any, **known: Any) -> dict[str, Any]:
    draft = type(kind.__name__, (), {"__slots__": [each.name for each in fields(kind)]})
    space = {"draft": draft, "kind": kind, **known}
    exec("\n".join(lines), space)  # noqa: S102 - names of fields only
    return space
