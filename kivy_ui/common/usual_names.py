"""Names of players who did not enter one: in the language of the screen, whatever a game holds."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.i18n import LANGUAGES, N_, Translator, translator

MOST_SEATS: Final = 6
_USUAL: Final = N_("Player %(number)s")


def usual_name(translate: Translator, seat: int) -> str:
    """Return the name of a player who did not enter one."""
    return translate(_USUAL, number=seat)


_SEATS: Final = MappingProxyType(
    {
        usual_name(translator(language.key), seat): seat
        for language in LANGUAGES
        for seat in range(1, MOST_SEATS + 1)
    }
)
"""Usual name in any language -> seat."""
_WITH_VOWEL: Final = (1, 5)
"""Numbers that begin with a vowel in Hungarian."""


def is_usual(name: str) -> bool:
    """Tell whether nobody entered the name."""
    return name in _SEATS


def shown_name(translate: Translator, name: str) -> str:
    """Return a name as it is shown: the usual one of a seat in the chosen language."""
    return usual_name(translate, _SEATS[name]) if name in _SEATS else name


def name_in_sentence(translate: Translator, name: str) -> str:
    """Return a name as a sentence says it: in Hungarian a usual one has an article."""
    shown = shown_name(translate, name)
    if translate.language != "hu" or name not in _SEATS:
        return shown
    return f"{'az' if _SEATS[name] in _WITH_VOWEL else 'a'} {shown}"


def with_shown_names(translate: Translator, players: Iterable[Any]) -> tuple[Any, ...]:
    """Return players, of any class with a *name*, called as they are shown."""
    return tuple(replace(each, name=shown_name(translate, each.name)) for each in players)
