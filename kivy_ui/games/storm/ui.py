"""Registration of the user interfaces of The Gathering Storm's three games."""

from __future__ import annotations

from typing import Final

from companion.i18n import N_
from kivy_ui.common.game_ui import GameUi
from kivy_ui.games.storm.draft import DRAFT_PAGES
from kivy_ui.games.storm.event_text import (
    DRAFT_EVENT_TEXTS,
    GOALS_EVENT_TEXTS,
    SOLO_EVENT_TEXTS,
)
from kivy_ui.games.storm.goals import GOALS_PAGES
from kivy_ui.games.storm.move_text import GOALS_MOVE_TEXTS, SOLO_MOVE_TEXTS
from kivy_ui.games.storm.rules import DRAFT_RULES, GOAL_RULES, draft_rule_of, goal_rule_of
from kivy_ui.games.storm.solo import SOLO_PAGES
from kivy_ui.games.storm.solo_rules import SOLO_RULES, solo_rule_of

_FIGURES: Final = {"vp_chips": N_("VP chips"), "cards": N_("cards"), "goals": N_("goals")}

GOALS: Final = GameUi(
    GOALS_EVENT_TEXTS,
    asking=GOALS_PAGES,
    figures=_FIGURES,
    board_moves=GOALS_MOVE_TEXTS,
    rules=GOAL_RULES,
    rule_of=goal_rule_of,
)
DRAFT: Final = GameUi(
    DRAFT_EVENT_TEXTS, asking=DRAFT_PAGES, rules=DRAFT_RULES, rule_of=draft_rule_of
)
SOLO: Final = GameUi(
    SOLO_EVENT_TEXTS,
    asking=SOLO_PAGES,
    figures=_FIGURES,
    board_moves=SOLO_MOVE_TEXTS,
    rules=SOLO_RULES,
    rule_of=solo_rule_of,
)
