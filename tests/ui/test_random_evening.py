"""Evenings by chance: every page is sound, and the rules take whatever a touch sends."""

import pytest

from companion.app.wiring import games_at_table
from kivy_ui.art.files import SIZES_PX
from tests.crossing import crossed
from tests.ui.at_source import LANGUAGES
from tests.ui.random_evening import RandomEvening
from tests.ui.test_round_pages import built, explored, managed

BEGUN = explored, built, managed
"""Rounds in which an evening of Roll is found besides."""


@pytest.mark.parametrize("touches", [50, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("game", "size_px", "language"), crossed(sorted(games_at_table()), SIZES_PX, LANGUAGES)
)
def test_an_evening_of_touches_ends_without_an_error(
    game: str, size_px: tuple[int, int], language: str, touches: int
) -> None:
    evening = RandomEvening(game, size_px, language, seed=touches)
    evening.play(touches)
    assert len(evening.seen) >= 3, "it does not get stuck"
    for begun in BEGUN if game == "roll" else ():
        evening.put(begun().state)
        evening.play(touches // 5)
