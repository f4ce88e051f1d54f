"""Dice as a text list: "2 × Home, 1 × Military"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.roll.model.dice import DieType
from kivy_ui.games.roll.texts.words import Words


def dice_text(words: Words, dice: Iterable[DieType]) -> str:
    """Return the number of dice of each kind, in the order of the kinds."""
    counts = Counter(dice)
    return ", ".join(f"{counts[die]} × {words.die(die)}" for die in DieType if counts[die])
