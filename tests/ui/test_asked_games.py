"""Games on the screen by touches alone: every page can be laid out, every touch is understood."""

from __future__ import annotations

import random

import pytest

from kivy_ui.asking.draft import Give
from kivy_ui.pages.check import faults
from kivy_ui.pages.page import Frame
from tests.ui.at_screen import SIZES_PX, AtScreen

GAMES = (
    "rule_the_galaxy",
    "gathering_storm",
    "gathering_storm_solo",
    "gathering_storm_draft",
    "galactic_emperor",
)
LANGUAGES = ("en", "pl", "hu")
_NAMES = ("Maksymiliana", "Łukasz", "Zsófia", "Bo")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", SIZES_PX)
@pytest.mark.parametrize("game", GAMES)
def test_an_evening_of_touches_ends_without_an_error(
    game: str, size_px: tuple[int, int], language: str
) -> None:
    """Touches by chance on whatever can be touched, answers more often than the rest."""
    chance = random.Random(f"{game}{size_px}{language}")
    at = AtScreen(game, size_px=size_px, language=language, names=_NAMES)
    for _ in range(120):
        scene = at.scene
        assert faults(scene, size_px) == []
        keys = [target.key for target in scene.targets]
        answers = [key for key in keys if isinstance(key, Give)]
        key = chance.choice(answers if answers and chance.random() < 0.8 else keys)
        if key is Frame.UNDO:
            at.port.undo()
        elif not isinstance(key, Frame):
            at.touch(key)
