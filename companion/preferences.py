"""Preferences that players choose on the screen, with their defaults and valid values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.i18n import LANGUAGES
from companion.setting_values import (
    choice,
    offered,
    one_of,
    setting,
    switch,
    tuple_of,
    whole,
)

LANGUAGE: Final = one_of(*(language.key for language in LANGUAGES))
BRIGHTNESS: Final = whole(0, 100)

HINTS: Final = ("off", "learning", "always")
"""When a player may request hints: never, in the first rounds, in every round."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """User preferences that are set on the screen, apart from language and profile.

    Attributes:
        text_size: 0 for the smallest of the four sizes.
        brightness_percent: display brightness, 0 leaves it unchanged; if the display's brightness
            cannot be set, the picture is darkened instead.
        left_handed: bars are mirrored, so that a left hand does not cover the text.
        sleep_after_min: idle minutes before the screen sleeps; 0 means never.
        learn: whether a die corrected at the table is saved as a training example.
        brief: hides the instructions for moving pieces on the table, except after an undo.
        rest_after_min: idle minutes before a running game shows its large-text status; 0 means
            never.
        quarter_turns: rotation of the large-text status to the left, for one side of the table.
        turn_limit_min, evening_limit_min: time limit of a step of the round and of a game in
            minutes; 0 means none. A sound marks the end.
        guide_step: last viewed step of the first-game guide.
        motion: whether animations are enabled.
        hints: one of ``HINTS`` for each seat; missing entries mean off.
        live_chances: whether each player's probability of winning is shown during the game.
    """

    text_size: int = choice(1, 0, 1, 2, 3)
    brightness_percent: int = setting(0, BRIGHTNESS, 0, 20, 40, 60, 80, 100)
    sound: bool = switch(default=True, first=True)
    left_handed: bool = switch(default=False, first=False)
    sleep_after_min: int = choice(10, 0, 2, 5, 10, 30)
    learn: str = choice("ask", "ask", "always", "never")
    brief: bool = switch(default=False, first=False)
    volume_percent: int = choice(60, 25, 60, 100)
    rest_after_min: int = choice(2, 0, 1, 2, 5)
    quarter_turns: int = choice(0, 0, 1, 2, 3)
    turn_limit_min: int = choice(0, 0, 1, 2, 3, 5)
    evening_limit_min: int = choice(0, 0, 60, 90, 120)
    guide_step: int = setting(0, whole(0, 99))
    motion: bool = switch(default=True, first=True)
    hints: tuple[str, ...] = setting((), tuple_of(one_of(*HINTS), 5, "the hints of five seats"))
    live_chances: bool = switch(default=False, first=True)


OFFERED: Final = offered(Preferences)
"""Name -> the values to choose from on the screen; empty where there are none."""
