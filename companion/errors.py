"""Base class of all user-visible errors.

An error has a stable ``code`` (for contracts, tests and the UI), an English ``template`` with named
``%(placeholders)s`` (the message id of its translation) and a ``hint``: how to solve the problem.
The user interfaces convert it to JSON, a line on standard error or a banner.

A class of its own is for errors that somebody catches; others are rows of a table.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

E = TypeVar("E", bound="CompanionError")


class CompanionError(Exception):
    """Base of all errors that are shown to users.

    Subclasses set ``code``, ``template`` and ``hint`` and also inherit the matching built-in
    exception, so that callers can catch either. A folder defines its errors in its ``errors.py``.

    Args:
        row: the row of a table that has code, template and hint instead of the class.
        params: values for the placeholders of ``template`` and ``hint``.
    """

    code: str = "error"
    template: str = "Something went wrong."
    hint: str = ""
    rule: str = ""
    """Numbers of the rules of the game that say so, if there are any."""

    def __init__(self, row: "Row[Any] | None" = None, /, **params: object) -> None:
        if row is not None:
            self.code, self.template = row.code, row.template
            self.hint = self.hint if row.hint is None else row.hint
        self.params = params
        super().__init__(self.message)

    @classmethod
    def row(cls, code: str, template: str, hint: str | None = None) -> "Row[Self]":
        """Return a row of a table of such errors; without *hint* it has the class's."""
        return Row(cls, code, template, hint)

    @property
    def message(self) -> str:
        return self.template % self.params

    @property
    def hint_text(self) -> str:
        """The English hint with its values; empty if there is none."""
        return self.hint % self.params if self.hint else ""


@dataclass(frozen=True, slots=True)
class Row(Generic[E]):
    """An error without a class of its own; called with the values of its placeholders, it is made.

    ``raise WRONG_TYPE(place="players[0]", ...)``
    """

    kind: type[E]
    code: str
    template: str
    hint: str | None = None

    def __call__(self, **params: object) -> E:
        """Return the error to raise."""
        return self.kind(self, **params)


@contextmanager
def os_errors_as(kind: Callable[..., CompanionError], **params: object) -> Iterator[None]:
    """Raise, for an ``OSError`` of the block, the error *kind* with its ``reason``.

    Args:
        kind: a class or a row of a table; a ``CompanionError`` of the block is left as it is.
    """
    try:
        yield
    except OSError as error:
        if isinstance(error, CompanionError):
            raise
        raise kind(**params, reason=reason_of(error)) from error


def reason_of(error: Exception) -> str:
    """Return what an exception says, as a part of a sentence; of the system its own words."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(text).rstrip(".")


def one_line(text: str) -> str:
    """Return *text* without line breaks and control characters (file names may contain both)."""
    return "".join(char if char.isprintable() else " " for char in text).strip()
