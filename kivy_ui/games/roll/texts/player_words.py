"""Texts for computer players: levels, styles, reasons for a lowered level."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.ask.seat import LEVEL_WORDS, STYLE_WORDS
from companion.games.roll.model.seating import ComputerSeat
from companion.i18n import N_, Translator

_WHY: Final = MappingProxyType(
    {
        "network": N_("the file of the level %(wanted)s cannot be used"),
        "level": N_("there is no level %(wanted)s"),
        "position": N_("the level %(wanted)s could not decide here"),
    }
)


def level_word(translate: Translator, level: str) -> str:
    """Return the name of a level; an unknown level's key."""
    return translate(LEVEL_WORDS[level].message) if level in LEVEL_WORDS else level


def style_word(translate: Translator, style: str) -> str:
    """Return the name of a playing style."""
    return translate(STYLE_WORDS[style].message) if style in STYLE_WORDS else style


def player_word(translate: Translator, player: ComputerSeat) -> str:
    """Return the text of a computer player with its level."""
    return translate("computer, %(level)s", level=level_word(translate, player.level))


def why_lowered(translate: Translator, reason: str, wanted: str) -> str:
    """Return why a computer player continues at a lower level."""
    text = _WHY.get(reason, _WHY["position"])
    return translate(text, wanted=level_word(translate, wanted))
