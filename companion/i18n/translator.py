"""Texts in the chosen language, at run time with the standard library alone."""

from __future__ import annotations

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
    """A language of the table: its key and its name in itself."""

    key: str
    name: str


LANGUAGES: Final = (
    Language("en", "English"),
    Language("pl", "Polski"),
    Language("hu", "Magyar"),
)
"""All languages, the one of the templates first."""


class Message(Protocol):
    """An English sentence with named values, such as a ``Problem``."""

    @property
    def template(self) -> str:
        """The English sentence with ``%(names)s``."""
        ...

    @property
    def params(self) -> Mapping[str, object]:
        """The values of the placeholders."""
        ...


class Failure(Message, Protocol):
    """A ``CompanionError``: a message that also says what to do."""

    @property
    def hint(self) -> str:
        """What to do, in English with ``%(names)s``; empty where there is nothing to do."""
        ...


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's users know
    """Mark *text* for the catalogues and return it as it is; it is translated where it is shown."""
    return text


class Translator:
    """Texts in one language; immutable. Missing texts are shown in English.

    Args:
        language: key of one of ``LANGUAGES``.
        catalogue: the language's texts.
    """

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, text: str, /, **params: object) -> str:
        """Return *text* in this language, with its values filled in."""
        translated = self._catalogue.gettext(text)
        return translated % params if params else translated

    def plural(self, one: str, many: str, count: int, /, **params: object) -> str:
        """Return the form for *count*, which is also the value ``%(count)s``."""
        return self._catalogue.ngettext(one, many, count) % {"count": count, **params}

    def message(self, message: Message, /, **words: object) -> str:
        """Return the sentence of a problem or an error.

        Args:
            message: template and values.
            words: values that are words of the game, in this language; they replace the message's.
        """
        return self._catalogue.gettext(message.template) % {**message.params, **words}

    def hint(self, failure: Failure, /, **words: object) -> str:
        """Return what to do about an error; empty where there is nothing to do."""
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
    """Return the texts of *language*, or the English ones where there is no such language.

    Args:
        language: a key such as ``pl``, or a locale name such as ``pl_PL.UTF-8``.
    """
    key = language.replace("-", "_").split(".", maxsplit=1)[0].split("_", maxsplit=1)[0].lower()
    if key not in {known.key for known in LANGUAGES}:
        key = LANGUAGES[0].key
    catalogue = gettext.translation(DOMAIN, LOCALES, languages=[key], fallback=True)
    return Translator(key, catalogue)
