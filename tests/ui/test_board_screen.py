"""The other games in a real window: chosen on the first screen, played by touches, not cut off."""

from companion.session.table import TableOwner
from kivy_ui.asking.draft import Give
from kivy_ui.asking.game_pages import LaidOut
from kivy_ui.common.stacked_pages import do
from kivy_ui.settings import UiSettings
from kivy_ui.window.board import PAGE
from tests.ui.hand import Hand


def test_a_game_is_chosen_on_the_first_screen_and_played_by_touches(owner: TableOwner) -> None:
    """One tap opens the list, one chooses; a turn is taps only."""
    with Hand(owner, settings=UiSettings(player_names=("Ann", "Łukasz", "Zsófi"))) as hand:
        hand.touch_text("Other games")
        hand.touch_page(do(hand.app.shell.presenters.opening.play, "rule_the_galaxy"))
        hand.wait_until(lambda: hand.app.shell.screen_name == PAGE)
        hand.touch_page(Give(0, (3,)))
        hand.touch_page(LaidOut())
        hand.touch_page(Give(0, (3, "1")))
        hand.touch_page(Give(0, (3, "1", "rey")))
        assert hand.page.question == "Deal everyone a card. Which did Łukasz get?"
        assert owner.latest().game == "rule_the_galaxy"
