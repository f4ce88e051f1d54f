"""Errors and problems in the words of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.i18n import Translator
from companion.i18n.translator import Failure, Message

Readers = Mapping[str, Callable[[str], str | None]]
"""Name of a value -> what makes a name for people of its key; None leaves the key."""


class ErrorText:
    """Makes sentences of errors and problems.

    Args:
        translate: the words of the chosen language.
        readers: what keys in their values are called.
    """

    def __init__(self, translate: Translator, readers: Readers = MappingProxyType({})) -> None:
        self._translate = translate
        self._readers = readers

    def message(self, message: Message) -> str:
        """Return the sentence."""
        return self._translate.message(message, **self._named(message))

    def hint(self, failure: Failure) -> str:
        """Return what to do; empty where there is nothing to do."""
        return self._translate.hint(failure, **self._named(failure))

    def sentence(self, failure: Failure) -> str:
        """Return what is wrong and what to do."""
        return f"{self.message(failure)} {self.hint(failure)}".strip()

    def _named(self, message: Message) -> dict[str, object]:
        named: dict[str, object] = {}
        for name, value in message.params.items():
            reader = self._readers.get(name)
            word = reader(str(getattr(value, "value", value))) if reader is not None else None
            if word is not None:
                named[name] = word
        return named
