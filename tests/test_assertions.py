"""Tests can fail: each asserts something on every way through it, and none is skipped."""

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

_EXPECTING: Final = frozenset({"raises", "warns"})
_NEVER_EMPTY: Final = frozenset({"some", "states"})  # their own assertion says so
_KEEPING: Final = frozenset(
    {"combinations", "enumerate", "items", "list", "pairwise", "product", "range", "reversed"}
    | {"sorted", "tuple", "values", "zip"}
)
"""Their result is as empty as what they are given."""

_SKIPPING: Final = re.compile(r"pytest\.(importorskip|(mark\.)?(skip|xfail)\w*)\b")


@cache
def _sources() -> dict[str, str]:
    """Return the text of each file of the tests."""
    folder = Path(__file__).parent
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }


def _callee(node: ast.AST) -> str:
    """Return the last name of what a call calls, "" for anything else."""
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "attr", "") or getattr(called, "id", "")


def _calls(node: ast.AST, names: Iterable[str]) -> bool:
    return any(_callee(each) in names for each in ast.walk(node))


def _never_empty(node: ast.expr) -> bool:
    """Whether a loop over it surely has a turn: a literal, a constant, an enum, `some`."""
    match node:
        case ast.Tuple(elts) | ast.List(elts) | ast.Set(elts) | ast.Dict(elts):
            return bool(elts)
        case ast.Constant():
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            return name.lstrip("_")[:1].isupper()
        case ast.BinOp(left, _, right):
            return _never_empty(left) and _never_empty(right)
        case ast.Call(func, args):
            given = args or ([func.value] if isinstance(func, ast.Attribute) else [])
            kept = _callee(node) in _KEEPING and all(map(_never_empty, given))
            return kept or _callee(node) in _NEVER_EMPTY
        case _:
            return False


def _asserts(body: Iterable[ast.stmt], helpers: Iterable[str]) -> bool:
    """Whether *body* asserts something, or calls a helper that does, whichever way it goes."""
    return any(_surely(statement, helpers) for statement in body)


def _surely(statement: ast.stmt, helpers: Iterable[str]) -> bool:
    match statement:
        case ast.Assert():
            return True
        case ast.With(items, body):
            expecting = _EXPECTING | set(helpers)
            return any(_calls(each, expecting) for each in items) or _asserts(body, helpers)
        case ast.Try(body, _, _, final):
            return _asserts([*body, *final], helpers)
        case ast.For(_, loop, body):
            return _never_empty(loop) and _asserts(body, helpers)
        case ast.If(_, body, other):
            return _asserts(body, helpers) and _asserts(other, helpers)
        case ast.Match(_, cases):
            return all(_asserts(case.body, helpers) for case in cases)
        case ast.FunctionDef() | ast.ClassDef() | ast.While():
            return False
        case _:
            return _calls(statement, helpers)


def _helpers(functions: Iterable[ast.FunctionDef]) -> set[str]:
    """Return the names of *functions* that assert on every way through them."""
    found: set[str] = set()
    left = [each for each in functions if not each.name.startswith(("test_", "__"))]
    while more := {each.name for each in left if _asserts(each.body, found)}:
        found |= more
        left = [each for each in left if each.name not in found]
    return found


def test_each_test_asserts_on_every_way_through_it() -> None:
    """Not only where something was found: `tests.some` is for loops, `assume` for properties."""
    functions = [
        (node, f"tests/{name}:{node.lineno} {node.name}")
        for name, text in _sources().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    ]
    helpers = _helpers(node for node, _ in functions)
    toothless = [
        where
        for node, where in functions
        if node.name.startswith("test_") and not _asserts(node.body, helpers)
    ]
    assert not toothless, "\n".join(toothless)


def test_none_is_skipped_but_for_a_missing_device() -> None:
    """What tests need is installed by `deploy/setup.sh dev`."""
    skipping = {name for name, text in _sources().items() if _SKIPPING.search(text)}
    assert skipping == {"training/int8.py"}  # an older processor
