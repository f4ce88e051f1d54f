"""The other games in a real window: chosen on the first screen, played by touches, not cut off."""

from __future__ import annotations

import pytest

from companion.i18n import LANGUAGES
from companion.session.table import TableOwner
from kivy_ui.asking.draft import Give
from kivy_ui.asking.game_pages import LaidOut
from kivy_ui.common.stacked_pages import do
from kivy_ui.registry import GAME_UIS
from kivy_ui.settings import UiSettings
from kivy_ui.window.board import PAGE
from tests.some import some
from tests.ui.hand import Hand

SIZES = ((800, 480), (720, 1280))


def _settings(language: str) -> UiSettings:
    return UiSettings(language=language, player_names=("Ann", "Łukasz", "Zsófi"))


def _open(hand: Hand, key: str) -> None:
    hand.wait_until(lambda: bool(hand.app.shell.presenters.ui.update.game == key))
    hand.wait()


def test_a_game_is_chosen_on_the_first_screen_and_played_by_touches(owner: TableOwner) -> None:
    """One tap opens the list, one chooses; a turn is taps only."""
    with Hand(owner, settings=_settings("en")) as hand:
        hand.touch_text("Other games")
        hand.touch_page(do(hand.app.shell.presenters.opening.play, "rule_the_galaxy"))
        hand.wait_until(lambda: hand.app.shell.screen_name == PAGE)
        hand.touch_page(Give(0, (3,)))
        hand.touch_page(LaidOut())
        hand.touch_page(Give(0, (3, "1")))
        hand.touch_page(Give(0, (3, "1", "rey")))
        assert hand.page.question == "Deal a card to everybody: which did Łukasz get?"
        assert owner.latest().game == "rule_the_galaxy"


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
@pytest.mark.parametrize("size_px", SIZES)
def test_no_page_before_the_start_cuts_a_text_off(
    owner: TableOwner, language: str, size_px: tuple[int, int]
) -> None:
    with Hand(owner, settings=_settings(language), size_px=size_px) as hand:
        for game in some(GAME_UIS.choices[1:]):
            owner.new_game(game.key)
            _open(hand, game.key)
            scene = hand.app.root.scene
            assert not scene.cut, (game.key, scene.cut)
