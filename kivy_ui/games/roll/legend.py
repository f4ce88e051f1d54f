"""Legend of the icons, opened by a long press on one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.dice import DieType, Phase
from companion.i18n import N_, Translator
from kivy_ui.games.roll.texts.rule_texts import RULES
from kivy_ui.games.roll.texts.words import Words

_PHASE_RULES: Final = (
    (Phase.EXPLORE, "R-6.1"),
    (Phase.DEVELOP, "R-7.1"),
    (Phase.SETTLE, "R-7.1"),
    (Phase.PRODUCE, "R-8.1"),
    (Phase.SHIP, "R-9.1"),
)
_ICONS: Final = (
    ("development", N_("Development"), N_("The number is what it costs and what it scores.")),
    ("world", N_("World"), N_("The number is its cost; the colour is that of its goods.")),
    ("chip", N_("VP chips"), N_("A victory point each, from the pool.")),
    ("credits", N_("Credits"), N_("Money on your track, $10 at most; it recruits dice.")),
    ("tile", N_("Tiles"), N_("In your empire; the 12th ends the game.")),
    ("cup", N_("Cup"), N_("Dice in it are rolled at the beginning of the next round.")),
    ("people", N_("Citizenry"), N_("Used dice wait here until you pay $1 for each.")),
    ("crown", N_("First place"), N_("The player who leads, or has won.")),
    ("waiting", N_("Waiting"), N_("The game is waiting for this.")),
    ("doubt", N_("Uncertain"), N_("The camera is not sure: check this die.")),
)
"""Icon or kind of tile, its name and its meaning."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """An icon in the legend.

    Attributes:
        key: face of a die, kind of die, icon, or ``development`` and ``world``.
        die: whether the key is a kind of die.
    """

    key: str
    name: str
    meaning: str
    die: bool = False


def legend(translate: Translator, held: str = "") -> tuple[Symbol, ...]:
    """Return all icons; the one that is *held* comes first."""
    words = Words(translate)
    found = [
        Symbol(phase.value, words.phase(phase), translate(RULES[rule]))
        for phase, rule in _PHASE_RULES
    ]
    found.append(Symbol("wild", translate("Wild"), translate(RULES["R-3.1"])))
    found += [Symbol(key, translate(name), translate(text)) for key, name, text in _ICONS]
    found += [Symbol(die.value, words.die(die), words.colour(die), die=True) for die in DieType]
    return tuple(sorted(found, key=lambda symbol: symbol.key != held))
