"""Facts that owners read off their copy of a game, stored for further games."""

from __future__ import annotations

from typing import Any

from companion.errors import CompanionError
from kivy_ui.common.ui_context import UiContext


def load_box_facts(ui: UiContext, game: str) -> Any:
    """Return a game's facts; None if nobody entered any."""
    return ui.settings.services.boxes.of(game)


def save_box_facts(ui: UiContext, game: str, facts: object) -> None:
    """Store a game's facts; if that fails the window shows an error and the game continues."""
    try:
        ui.settings.services.boxes.keep(game, facts)
    except CompanionError as error:
        ui.complaint = error
