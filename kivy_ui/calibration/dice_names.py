"""Names of dice on the calibration screens, and error texts that contain them."""

from __future__ import annotations

from typing import Final

from companion.errors import CompanionError
from companion.games.roll.model.dice import DieType
from companion.i18n import Translator
from kivy_ui.common.error_text import ErrorText
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.words import Words

_NAMING: Final = ("dice", "die", "first", "second", "other")
"""Parameters of errors whose values are dice."""
TYPES: Final = frozenset(die.value for die in DieType)


def die_name(translate: Translator, key: str) -> str:
    """Return the name of a die; unknown keys are returned unchanged."""
    if key in TYPES:
        return Words(translate).die(DieType(key))
    return {
        "d6": translate("Ordinary die"),
        "robot_a": translate("First robot die"),
        "robot_b": translate("Second robot die"),
    }.get(key, key)


def dice_of(error: CompanionError | None) -> tuple[str, ...]:
    """Return the keys of the dice named in an error."""
    values = error.params if error is not None else {}
    named = [str(values[name]) for name in _NAMING if name in values]
    keys = (part.strip().replace(" ", "_") for text in named for part in text.split(","))
    return tuple(key for key in keys if key in TYPES)


def error_text(ui: UiContext) -> ErrorText:
    """Return the error texts; error parameters contain die keys spelt with spaces."""

    def named(keys: str) -> str:
        parts = [part.strip().replace(" ", "_") for part in keys.split(",")]
        return ", ".join(die_name(ui.translate, key) for key in parts)

    return ErrorText(ui.translate, dict.fromkeys(_NAMING, named))
