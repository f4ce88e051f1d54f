"""Registration of the user interfaces of The Gathering Storm's three games."""

from typing import Final

from companion.i18n import N_
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.rule_book import rule_book
from kivy_ui.games.storm.draft import DRAFT_PAGES
from kivy_ui.games.storm.event_text import (
    DRAFT_EVENT_TEXTS,
    GOALS_EVENT_TEXTS,
    SOLO_EVENT_TEXTS,
)
from kivy_ui.games.storm.goals import GOALS_PAGES
from kivy_ui.games.storm.move_text import GOALS_MOVE_TEXTS, SOLO_MOVE_TEXTS
from kivy_ui.games.storm.solo import SOLO_PAGES

_FIGURES: Final = {"vp_chips": N_("VP chips"), "cards": N_("cards"), "goals": N_("goals")}

GOALS: Final = GameUi(
    GOALS_EVENT_TEXTS,
    asking=GOALS_PAGES,
    figures=_FIGURES,
    board_moves=GOALS_MOVE_TEXTS,
    rules=rule_book(__package__, "goals"),
)
DRAFT: Final = GameUi(DRAFT_EVENT_TEXTS, asking=DRAFT_PAGES, rules=rule_book(__package__, "draft"))
SOLO: Final = GameUi(
    SOLO_EVENT_TEXTS,
    asking=SOLO_PAGES,
    figures=_FIGURES,
    board_moves=SOLO_MOVE_TEXTS,
    rules=rule_book(__package__, "solo"),
)
