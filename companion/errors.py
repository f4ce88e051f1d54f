"""The one base of every error that a person may see.

An error carries a stable ``code`` (for contracts, tests and screen), a
``template`` in English with named ``%(placeholders)s`` (the key of its translation) and a
``hint``: what to do about it. The edges turn it into JSON, a line on standard error or a banner.
"""

from __future__ import annotations

from typing import ClassVar


class CompanionError(Exception):
    """Base of all errors that are shown to a person.

    Subclasses set ``code``, ``template`` and ``hint`` and also inherit the fitting builtin, so
    that a caller can catch broadly or idiomatically. One folder keeps its errors in its own
    ``errors.py``.

    Args:
        params: values for the placeholders of ``template`` and ``hint``.
    """

    code: ClassVar[str] = "error"
    template: ClassVar[str] = "Something went wrong."
    hint: ClassVar[str] = ""

    def __init__(self, **params: object) -> None:
        self.params = params
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The English sentence with its values."""
        return self.template % self.params

    @property
    def hint_text(self) -> str:
        """What to do, in English, with its values; empty where there is nothing to do."""
        return self.hint % self.params if self.hint else ""

    def as_json(self) -> dict[str, str]:
        """The contract form: ``{"code", "message", "hint"}``."""
        return {"code": self.code, "message": self.message, "hint": self.hint_text}
