"""Registration of Galactic Emperor's user interface."""

from typing import Final

from companion.i18n import N_
from kivy_ui.common.game_ui import GameUi
from kivy_ui.games.emperor.event_text import EVENT_TEXTS
from kivy_ui.games.emperor.move_text import MOVE_TEXTS
from kivy_ui.games.emperor.screen import SCREEN
from kivy_ui.games.emperor.words import RULES

GAME: Final = GameUi(
    EVENT_TEXTS,
    asking=SCREEN,
    figures={"marks": N_("marks"), "sectors": N_("sectors"), "planets": N_("planets")},
    board_moves=MOVE_TEXTS,
    rules=RULES,
)
