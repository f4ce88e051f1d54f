"""Errors and problems as text in the chosen language."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.i18n import Translator
from companion.i18n.translator import Failure, Message

Readers = Mapping[str, Callable[[str], str | None]]
"""Name of a parameter -> function from its key to a display name; None keeps the key."""


class ErrorText:
    """Converts errors and problems to sentences.

    Args:
        readers: functions that return display names of keys in the parameters.
    """

    def __init__(self, translate: Translator, readers: Readers = MappingProxyType({})) -> None:
        self._translate = translate
        self._readers = readers

    def message(self, message: Message) -> str:
        return self._translate.message(message, **self._named(message))

    def hint(self, failure: Failure) -> str:
        """Return the remedy; empty if there is none."""
        return self._translate.hint(failure, **self._named(failure))

    def sentence(self, failure: Failure) -> str:
        """Return the message and its remedy."""
        return f"{self.message(failure)} {self.hint(failure)}".strip()

    def _named(self, message: Message) -> dict[str, object]:
        named: dict[str, object] = {}
        for name, value in message.params.items():
            reader = self._readers.get(name)
            word = reader(str(getattr(value, "value", value))) if reader is not None else None
            if word is not None:
                named[name] = word
        return named
