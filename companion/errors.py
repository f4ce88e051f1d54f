"""Base class of all user-visible errors.

An error has a stable ``code`` (for contracts, tests and the UI), an English ``template`` with named
``%(placeholders)s`` (the message id of its translation) and a ``hint``: how to solve the problem.
The user interfaces convert it to JSON, a line on standard error or a banner.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Base of all errors that are shown to users.

    Subclasses set ``code``, ``template`` and ``hint`` and also inherit the matching built-in
    exception, so that callers can catch either. A folder defines its errors in its ``errors.py``.

    Args:
        params: values for the placeholders of ``template`` and ``hint``.
    """

    code: str = "error"
    template: str = "Something went wrong."
    hint: str = ""

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The English message with its values."""
        return self.template % self.params

    @property
    def hint_text(self) -> str:
        """The English hint with its values; empty if there is none."""
        return self.hint % self.params if self.hint else ""
