"""Extracts all user-visible texts from code and error classes.

A developer tool; it is not imported at run time.

Extracted are:

- the texts of ``translate("...")``, ``_("...")`` and ``N_("...")``, and the two forms of
  ``plural("...", "...")``; those of a question's ``text("...")``, one form or two;
- ``template`` and ``hint`` of every class: errors and notes; those of every ``Reason`` and ``row``;
- the template of every ``Problem(code, template)``, and every argument named ``template``; a name
  there is resolved to all texts assigned to it in the module;
- all words, titles, texts, lines and reasons of a ``book.toml``.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.text_formats import from_toml

FOLDERS: Final = ("companion", "vision", "models", "hardware", "calibration", "kivy_ui")
LEFT_OUT: Final = ("models/training",)
"""Developer tools that are not translated."""

_ONE_TEXT: Final = frozenset({"_", "N_", "translate", "_translate", "gettext"})
_TWO_TEXTS: Final = frozenset({"plural", "ngettext"})
_ROWS: Final = frozenset({"row", "_row"})
_CLASS_TEXTS: Final = frozenset({"template", "hint"})
_BOOK_TABLES: Final = frozenset(
    {"rules", "words", "over", "last_round", "needs", "turns", "lowered", "proposals"}
    | {"stacked", "asked", "idle", "gains"}
)
_BOOK_TEXTS: Final = frozenset({"title", "text", "why"})
_PLACEHOLDER: Final = re.compile(r"%\(\w+\)[-\d.]*[a-z]|%%")


@dataclass(frozen=True, slots=True, order=True)
class FoundText:
    """A text and the file that contains it; ``plural`` is its plural form, or empty."""

    path: str
    text: str
    plural: str = ""


def extract(root: Path) -> tuple[FoundText, ...]:
    """Return all texts of the project in *root*, sorted by file and text, without duplicates."""
    found: set[FoundText] = set()
    for path in _sources(root):
        name = path.relative_to(root).as_posix()
        read = _texts_of(path.read_text(encoding="utf-8"))
        found.update(FoundText(name, *texts) for texts in read if _has_words(texts[0]))
    for path in (root / "kivy_ui").rglob("book.toml"):
        name = path.relative_to(root).as_posix()
        read_book = _texts_of_book(from_toml(path.read_text(encoding="utf-8")))
        found.update(FoundText(name, text) for text in read_book if _has_words(text))
    return tuple(sorted(found))


def _sources(root: Path) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            if not path.relative_to(root).as_posix().startswith(LEFT_OUT):
                yield path


def _has_words(text: str) -> bool:
    """Return whether the text has letters besides placeholders."""
    return any(char.isalpha() for char in _PLACEHOLDER.sub("", text))


def _texts_of_book(book: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of a book: tables of words, and fields of entries by their names."""
    for key, value in book.items():
        match value:
            case str() if key in _BOOK_TEXTS:
                yield value
            case dict() if key in _BOOK_TABLES:
                yield from value.values()
            case dict():
                yield from _texts_of_book(value)
            case [*texts] if key == "lines":
                yield from texts
            case [*entries]:
                for each in entries:
                    yield from _texts_of_book(each) if isinstance(each, dict) else ()
            case _:
                pass


def _texts_of(source: str) -> Iterator[tuple[str, str]]:
    tree = ast.parse(source)
    names = _named_texts(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _call_texts(node, names)
        elif isinstance(node, ast.ClassDef):
            yield from _class_texts(node)


def _named_texts(tree: ast.Module) -> dict[str, list[str]]:
    """Return all texts assigned to each name anywhere in the module."""
    names: dict[str, list[str]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            targets, value = [node.target], node.value
        else:
            continue
        for target in targets:
            if isinstance(target, ast.Name):
                names[target.id].extend(_texts(value, {}))
    return names


def _call_texts(call: ast.Call, names: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    name = _name(call.func)
    texts = [_constant(argument) for argument in call.args]
    if name in _ONE_TEXT and texts and texts[0]:
        yield texts[0], ""
    elif name in _TWO_TEXTS and len(texts) > 1 and texts[0] and texts[1]:
        yield texts[0], texts[1]
    elif name == "Problem" and len(texts) > 1:
        yield from ((text, "") for text in _texts(call.args[1], names))
    elif name == "text" and isinstance(call.func, ast.Name) and texts:
        several = texts[1] if len(texts) > 1 else ""
        yield from ((text, several) for text in _texts(call.args[0], names))
    elif name == "Reason" or name in _ROWS:
        yield from ((text, "") for text in texts[1:3] if text)
    for keyword in call.keywords:
        if keyword.arg == "template":
            yield from ((text, "") for text in _texts(keyword.value, names))


def _texts(node: ast.expr, names: dict[str, list[str]]) -> Iterator[str]:
    """Yield all possible texts of an expression: a literal, both branches of ``if``, a name."""
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body, names)
        yield from _texts(node.orelse, names)
    elif isinstance(node, ast.Name):
        yield from names.get(node.id, ())
    elif text := _constant(node):
        yield text


def _class_texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for statement in node.body:
        if isinstance(statement, ast.Assign):
            targets, value = statement.targets, statement.value
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets, value = [statement.target], statement.value
        else:
            continue
        named = {target.id for target in targets if isinstance(target, ast.Name)}
        if named & _CLASS_TEXTS and (text := _constant(value)):
            yield text, ""


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _constant(node: ast.expr) -> str:
    """Return the value of a string literal or concatenation; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _constant(node.left), _constant(node.right)
        return left + right if left and right else ""
    return ""
