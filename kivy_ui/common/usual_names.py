"""Names of players who did not enter one: in the language of the screen, whatever a game holds."""

from types import MappingProxyType
from typing import Final

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


def is_usual(name: str) -> bool:
    """Tell whether nobody entered the name."""
    return name in _SEATS


def shown_name(translate: Translator, name: str) -> str:
    """Return a name as it is shown: the usual one of a seat in the chosen language."""
    return usual_name(translate, _SEATS[name]) if name in _SEATS else name
