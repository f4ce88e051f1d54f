"""Lines of the notation of Roll for the Galaxy, read and written."""

import types
from dataclasses import fields, is_dataclass
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.games.roll.model.dice import PlacedDie
from companion.games.roll.notation import read
from tests.golden.lines import coded

__all__ = ("read", "write")

_RESERVED: Final = "%/,-:@!?#=*() "


def write(value: object) -> str:
    """Return the line for a command or an event."""
    hints = get_type_hints(type(value))
    words = [type(value).__name__]
    for field in fields(value):  # type: ignore[arg-type] # a dataclass
        content = getattr(value, field.name)
        if content != field.default:
            words.append(f"{field.name}={_write(hints[field.name], content)}")
    return " ".join(words)


def _write(hint: Any, value: Any) -> str:
    if value is None:
        return "-"
    if get_origin(hint) in (Union, types.UnionType):
        return _write(next(part for part in get_args(hint) if part is not types.NoneType), value)
    if get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
        return ",".join(_write(get_args(hint)[0], each) for each in value) or "()"
    match value:
        case (kind, count):  # a kind of die and how many
            return f"{kind.value}*{count}"
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case str():
            return coded(value, _RESERVED)
        case PlacedDie():
            return _die(value)
        case _ if is_dataclass(value):
            parts = get_type_hints(hint).items()
            return "/".join(_write(each, getattr(value, name)) for name, each in parts)
        case _:
            return str(value.value)


def _die(die: PlacedDie) -> str:
    where = die.place.phase.value if die.place.phase else "dictate"
    words = f"{die.type.value}:{die.face.value}"
    if where != die.face.value:
        words += f"@{where}"
    words += "!" * die.place.selecting + "?" * die.doubtful
    return f"{words}#{coded(die.mark, _RESERVED)}" if die.mark else words
