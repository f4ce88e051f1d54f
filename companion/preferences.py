"""Preferences that players choose on the screen, with their defaults and valid values."""

from dataclasses import dataclass
from typing import Final

from companion.i18n import LANGUAGES, N_
from companion.setting_values import (
    Line,
    choice,
    lines,
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
        text_size: 1 for normal, 2 for large, 3 for huge.
        brightness_percent: display brightness, 0 leaves it unchanged; if the display's brightness
            cannot be set, the picture is darkened instead.
        volume_percent: of sounds; 0 for none.
        motion: whether animations are enabled.
        sleep_after_min: idle minutes before the screen sleeps; 0 means never.
        live_chances: whether each player's probability of winning is shown during the game.
        learn: whether a die corrected at the table is saved as a training example.
        quarter_turns: rotation of the large-text status to the left, for one side of the table.
        guide_step: last viewed step of the first-game guide.
        hints: one of ``HINTS`` for each seat; missing entries mean off.
    """

    text_size: int = choice(
        1, 1, 2, 3, line=Line(N_("Text size"), "letters", (N_("normal"), N_("large"), N_("huge")))
    )
    brightness_percent: int = setting(
        0, BRIGHTNESS, 0, 40, 70, 100,
        line=Line(N_("Brightness"), "brightness", (N_("as it is"), "%(value)s %%")),
    )  # fmt: skip
    volume_percent: int = choice(
        60, 0, 25, 60, 100,
        line=Line(N_("Sound"), "speaker", (N_("off"), N_("quiet"), N_("moderate"), N_("loud"))),
    )  # fmt: skip
    motion: bool = switch(default=True, line=Line(N_("Animation"), "star"))
    sleep_after_min: int = choice(
        10, 0, 2, 10, 30, line=Line(N_("Sleep after"), "power", (N_("never"), N_("%(value)s min")))
    )
    live_chances: bool = switch(default=False, line=Line(N_("Show win chances"), "chart"))
    learn: str = choice(
        "ask", "ask", "always", "never",
        line=Line(N_("Learn from corrections"), "camera", (N_("ask"), N_("always"), N_("never"))),
    )  # fmt: skip
    quarter_turns: int = choice(0, 0, 1, 2, 3)
    guide_step: int = setting(0, whole(0, 99))
    hints: tuple[str, ...] = setting((), tuple_of(one_of(*HINTS), 5, "the hints of five seats"))


OFFERED: Final = offered(Preferences)
"""Name -> the values to choose from on the screen; empty where there are none."""
LINES: Final = lines(Preferences)
"""Name -> how it is shown among the settings, in their order."""
