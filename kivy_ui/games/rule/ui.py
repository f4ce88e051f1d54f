"""Registration of Rule the Galaxy's user interface."""

from typing import Final

from companion.i18n import N_
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.rule_book import rule_book
from kivy_ui.games.rule.event_text import EVENT_TEXTS
from kivy_ui.games.rule.move_text import MOVE_TEXTS
from kivy_ui.games.rule.screen import SCREEN

GAME: Final = GameUi(
    EVENT_TEXTS,
    asking=SCREEN,
    figures={"tiles": N_("tiles")},
    board_moves=MOVE_TEXTS,
    rules=rule_book(__package__),
)
