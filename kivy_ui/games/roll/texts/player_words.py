"""Texts for computer players: levels, styles, reasons for a lowered level."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.seating import ComputerSeat
from companion.i18n import N_, Translator

_LEVELS: Final = MappingProxyType(
    {
        "random": N_("random"),
        "easy": N_("easy"),
        "normal": N_("medium"),
        "hard": N_("hard"),
    }
)
_STYLES: Final = MappingProxyType(
    {
        "usual": N_("balanced"),
        "producer": N_("goods"),
        "builder": N_("building"),
        "opportunist": N_("credits"),
    }
)
_WHY: Final = MappingProxyType(
    {
        "network": N_("the file of the level %(wanted)s cannot be used"),
        "level": N_("there is no level %(wanted)s"),
        "position": N_("the level %(wanted)s could not decide here"),
    }
)


def level_word(translate: Translator, level: str) -> str:
    """Return the name of a level; an unknown level's key."""
    return translate(_LEVELS[level]) if level in _LEVELS else level


def style_word(translate: Translator, style: str) -> str:
    """Return the name of a playing style."""
    return translate(_STYLES[style]) if style in _STYLES else style


def player_word(translate: Translator, player: ComputerSeat) -> str:
    """Return the text of a computer player with its level."""
    return translate("computer, %(level)s", level=level_word(translate, player.level))


def why_lowered(translate: Translator, reason: str, wanted: str) -> str:
    """Return why a computer player continues at a lower level."""
    text = _WHY.get(reason, _WHY["position"])
    return translate(text, wanted=level_word(translate, wanted))
