"""Dice as a text list: "2 × Home, 1 × Military"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.roll.model.dice import DieType
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.texts.words import Words


def dice_text(words: Words, dice: Iterable[DieType]) -> str:
    """Return the number of dice of each kind, in the order of the kinds."""
    counts = Counter(dice)
    return ", ".join(f"{counts[die]} × {words.die(die)}" for die in DieType if counts[die])


def gains_text(words: Words, *, money: int = 0, vp: int = 0) -> str:
    """Return gains and payments, such as "+2 $, +3 VP"; empty if nothing changes."""
    parts = [f"{signed(money)} $"] if money else []
    if vp:
        parts.append(words.translate("%(change)s VP", change=signed(vp)))
    return ", ".join(parts)
