"""What the calibration's screens call dice, and errors with the dice's names in them."""

from __future__ import annotations

from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import DieType
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.words import Words

TYPES: Final = frozenset(die.value for die in DieType)


def die_name(words: Words, key: str) -> str:
    """Return the name of a die; other keys as they are."""
    if key in TYPES:
        return words.die(DieType(key))
    translate = words.translate
    return {
        "d6": translate("Ordinary die"),
        "robot_a": translate("Robot's first die"),
        "robot_b": translate("Robot's second die"),
    }.get(key, key)


class Faults:
    """Errors in the chosen language; they name dice by keys with spaces."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def sentence(self, error: CompanionError) -> str:
        """What is wrong and what to do."""
        return f"{self.message(error)} {self.hint(error)}".strip()

    def message(self, error: CompanionError) -> str:
        """What is wrong."""
        return self._desk.words.translate.message(error, **self._named(error))

    def hint(self, error: CompanionError) -> str:
        """What to do."""
        return self._desk.words.translate.hint(error, **self._named(error))

    def _named(self, error: CompanionError) -> dict[str, object]:
        named: dict[str, object] = {}
        for name in ("die", "other", "first", "second", "dice"):
            value = error.params.get(name)
            if isinstance(value, str):
                keys = [part.strip().replace(" ", "_") for part in value.split(",")]
                named[name] = ", ".join(die_name(self._desk.words, key) for key in keys)
        return named
