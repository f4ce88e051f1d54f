"""No number that may be missing is tested for truth: 0 is a value, None is not."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_FOLDERS: Final = ("hardware", "vision", "calibration", "companion")
_NUMBERS: Final = {"int", "float"}

Names = dict[str, bool]
"""Name -> whether it is always annotated as a number or None."""


def _may_be_none(annotation: ast.expr | None) -> bool:
    """Whether the annotation is ``int | None``, ``float | None`` or ``int | float | None``."""
    if not isinstance(annotation, ast.BinOp):
        return False
    parts = set(ast.unparse(annotation).split(" | "))
    return "None" in parts and parts - {"None"} <= _NUMBERS


class _Finder(ast.NodeVisitor):
    """Collects the lines of a module in which such a name or call is tested for truth.

    Args:
        attributes: names of attributes and functions in all modules.
    """

    def __init__(self, attributes: Names) -> None:
        self._attributes = attributes
        self._local: Names = {}
        self.lines: list[int] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer, self._local = self._local, dict(self._local)
        for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            self._local[each.arg] = _may_be_none(each.annotation)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Name):
                self._local[inner.targets[0].id] = self._is_number(inner.value)
            elif isinstance(inner, ast.NamedExpr):
                self._local[inner.target.id] = self._is_number(inner.value)
            elif isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                self._local[inner.target.id] = _may_be_none(inner.annotation)
        self.generic_visit(node)
        self._local = outer

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                self._test(test)
            case ast.Assert(test=test) | ast.UnaryOp(op=ast.Not(), operand=test):
                self._test(test)
            case ast.BoolOp(op=ast.Or(), values=[*_, ast.Constant(value=0)]):
                pass  # the result is 0 for both
            case ast.BoolOp(values=values):
                for each in values[:-1]:
                    self._test(each)
            case ast.comprehension(ifs=tests):
                for each in tests:
                    self._test(each)
            case ast.Call(func=ast.Name(id="bool"), args=[test]):
                self._test(test)
            case _:
                pass
        super().visit(node)

    def _test(self, node: ast.expr) -> None:
        if isinstance(node, ast.BoolOp):  # the operands before it are tested anyway
            self._test(node.values[-1])
        elif self._is_number(node.value if isinstance(node, ast.NamedExpr) else node):
            self.lines.append(node.lineno)

    def _is_number(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return self._local.get(name, False)
            case ast.Attribute(attr=name):
                return self._attributes.get(name, False)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return self._attributes.get(f"{name}()", False)
            case _:
                return False


def _attributes(trees: list[ast.Module]) -> Names:
    """Return the names whose annotations in classes and results of functions all say so."""
    found: dict[str, set[bool]] = defaultdict(set)
    for node in (each for tree in trees for each in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            of_number = _may_be_none(node.returns)
            found[f"{node.name}()"].add(of_number)
            if any(ast.unparse(each).endswith("property") for each in node.decorator_list):
                found[node.name].add(of_number)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute):
            target = node.target
            name = target.id if isinstance(target, ast.Name) else target.attr
            found[name].add(_may_be_none(node.annotation))
    return {name: kinds == {True} for name, kinds in found.items()}


def _tested(sources: dict[str, str]) -> Iterator[str]:
    trees = {name: ast.parse(text) for name, text in sources.items()}
    public = _attributes(list(trees.values()))
    for name, tree in trees.items():
        private = {key: of for key, of in _attributes([tree]).items() if key.startswith("_")}
        finder = _Finder(public | private)
        finder.visit(tree)
        yield from (f"{name}:{line}" for line in sorted(set(finder.lines)))


def test_no_number_that_may_be_missing_is_tested_for_truth() -> None:
    """Compare it with None; where 0 shall mean the same as None, compare it with 0, too."""
    sources = {
        str(path.relative_to(_ROOT)): path.read_text(encoding="utf-8")
        for folder in _FOLDERS
        for path in (_ROOT / folder).rglob("*.py")
    }
    assert len(sources) > 100
    assert list(_tested(sources)) == []


def test_each_way_to_test_a_number_for_truth_is_found() -> None:
    """Parameters, fields, results and assigned names; in conditions, defaults and filters."""
    ways = """
class Lens:
    focus: float | None = None
def read() -> int | None: ...
def use(gain: int | None, lens: Lens, all: list[Lens], count: int):
    if gain: pass
    gain or 1
    0 if not lens.focus else 1
    [each for each in all if each.focus]
    while (found := read()): pass
    later = read()
    assert count > 1 and later
    bool(read())
    if count or lens.focus: pass
    if count and gain is not None and lens.focus == 0: pass
    gain or 0
"""
    lines = (6, 7, 8, 9, 10, 12, 13, 14)
    assert list(_tested({"lens.py": ways})) == [f"lens.py:{line}" for line in lines]
