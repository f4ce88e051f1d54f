"""Commands with whatever content, mostly nonsense: values of all fields by their types."""

import types
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from enum import Enum
from itertools import product
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

Known = Mapping[Any, st.SearchStrategy[Any]]
"""Values by the name of a field, or by a type."""

_USUAL: Final[Known] = {
    "seat": st.integers(0, 7),
    bool: st.booleans(),
    int: st.integers(-1, 9),
    str: st.sampled_from(("", "Ann", "ő %,")),
    types.NoneType: st.none(),
}
_MOST: Final = 4


def any_of(
    kinds: Iterable[type], known: Known, *, but: Collection[type] = ()
) -> st.SearchStrategy[Any]:
    """Return instances of these classes *but* some; *known* replaces what is usual."""
    all_known = {**_USUAL, **known}
    return st.one_of(*(_of_class(kind, all_known) for kind in kinds if kind not in but))


def _of_class(kind: type[Any], known: Known) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind)]
    return st.builds(kind, **{n: _of_type(n if n in known else hints[n], known) for n in names})


def _of_type(hint: Any, known: Known) -> st.SearchStrategy[Any]:
    if hint in known:
        return known[hint]
    parts = get_args(hint)
    if get_origin(hint) is Literal:
        return st.sampled_from(parts)
    if get_origin(hint) in (Union, types.UnionType):
        return st.one_of(*(_of_type(each, known) for each in parts))
    if get_origin(hint) is tuple and parts[-1] is not ...:
        return st.tuples(*(_of_type(each, known) for each in parts))
    if get_origin(hint) is tuple:
        return st.lists(_of_type(parts[0], known), max_size=_MOST).map(tuple)
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    return _of_class(hint, known)


def every(kinds: Iterable[type], known: Mapping[Any, Iterable[Any]]) -> Iterator[Any]:
    """Yield instances of these classes with all combinations of values.

    Args:
        known: numbers by the name of a field, values of other types by their type.
    """
    for kind in kinds:
        hints = get_type_hints(kind)
        names = [each.name for each in fields(kind)]
        yield from (kind(*each) for each in product(*(_all(hints[n], n, known) for n in names)))


def _all(hint: Any, name: str, known: Mapping[Any, Iterable[Any]]) -> tuple[Any, ...]:
    if hint is int or hint in known:
        return tuple(known[name if hint is int else hint])
    parts = [_all(each, name, known) for each in get_args(hint)]
    if get_origin(hint) is tuple:
        return tuple(product(*parts))
    if parts:
        return tuple(value for part in parts for value in part)
    usual = {bool: (False, True), types.NoneType: (None,)}
    return usual[hint] if hint in usual else tuple(hint)
