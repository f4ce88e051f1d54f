"""The three games of The Gathering Storm on the board."""

from __future__ import annotations

from typing import Final

from kivy_ui.common.game_ui import GameUi, by_inventory
from kivy_ui.games.storm.draft_pages import DraftPages
from kivy_ui.games.storm.event_text import (
    DRAFT_EVENT_TEXTS,
    GOALS_EVENT_TEXTS,
    SOLO_EVENT_TEXTS,
)
from kivy_ui.games.storm.goals_pages import GoalsPages
from kivy_ui.games.storm.inventory import goals_inventory, solo_inventory
from kivy_ui.games.storm.solo_pages import SoloPages

GOALS: Final = GameUi(GOALS_EVENT_TEXTS, GoalsPages, by_inventory(goals_inventory))
DRAFT: Final = GameUi(DRAFT_EVENT_TEXTS, DraftPages)
SOLO: Final = GameUi(SOLO_EVENT_TEXTS, SoloPages, by_inventory(solo_inventory))
