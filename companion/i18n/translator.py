"""Run-time translation with the standard library's gettext."""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Protocol

DOMAIN: Final = "companion"
LOCALES: Final = Path(__file__).parent / "locales"


@dataclass(frozen=True, slots=True)
class Language:
    """A supported language: its key and its native name."""

    key: str
    name: str


LANGUAGES: Final = (
    Language("en", "English"),
    Language("pl", "Polski"),
    Language("hu", "Magyar"),
)
"""All supported languages, first the language of the message ids."""


class Message(Protocol):
    """An English message template with values, such as a ``Problem``."""

    @property
    def template(self) -> str:
        """The English text with ``%(placeholders)s``."""
        ...

    @property
    def params(self) -> Mapping[str, object]:
        """The values of the placeholders."""
        ...


class Failure(Message, Protocol):
    """A ``CompanionError``: a message with a hint."""

    @property
    def hint(self) -> str:
        """How to solve the problem, in English with ``%(placeholders)s``; may be empty."""
        ...


def N_(text: str) -> str:  # noqa: N802 - the usual name with gettext
    """Mark *text* for extraction and return it unchanged; it is translated when displayed."""
    return text


class Translator:
    """Translates texts into one language; immutable. Missing texts fall back to English.

    Args:
        language: key of one of ``LANGUAGES``.
        catalogue: the translations.
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, text: str, /, **params: object) -> str:
        """Translate *text* and fill in the values."""
        translated = self._catalogue.gettext(text)
        return translated % params if params else translated

    def plural(self, one: str, many: str, count: int, /, **params: object) -> str:
        """Return the plural form for *count*, which is also the value of ``%(count)s``."""
        return self._catalogue.ngettext(one, many, count) % {"count": count, **params}

    def message(self, message: Message, /, **words: object) -> str:
        """Translate the message of a problem or an error.

        Args:
            message: template and values.
            words: translated game terms that replace values of the message.
        """
        return self._catalogue.gettext(message.template) % {**message.params, **words}

    def hint(self, failure: Failure, /, **words: object) -> str:
        """Translate the hint of an error; empty if there is none."""
        if not failure.hint:
            return ""
        return self._catalogue.gettext(failure.hint) % {**failure.params, **words}

    def list_of(self, items: tuple[str, ...]) -> str:
        """Return "a", "a and b" or "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        both = N_("%(first)s and %(last)s")
        return self(both, first=", ".join(items[:-1]), last=items[-1])


@cache
def translator(language: str) -> Translator:
    """Return the translator for *language*; English if the language is not supported.

    Args:
        language: a key such as ``pl``, or a locale name such as ``pl_PL.UTF-8``.
    """
    key = language.replace("-", "_").split(".", maxsplit=1)[0].split("_", maxsplit=1)[0].lower()
    if key not in {known.key for known in LANGUAGES}:
        key = LANGUAGES[0].key
    catalogue = gettext.translation(DOMAIN, LOCALES, languages=[key], fallback=True)
    return Translator(key, catalogue)
