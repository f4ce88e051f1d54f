"""What owners read off their boxes, kept for further games."""

from __future__ import annotations

from typing import Any

from companion.errors import CompanionError
from kivy_ui.common.ui_context import UiContext


def load_box_facts(ui: UiContext, game: str) -> Any:
    """Return a game's facts; None while nobody entered any."""
    return ui.settings.services.boxes.of(game)


def save_box_facts(ui: UiContext, game: str, facts: object) -> None:
    """Keep a game's facts; where that fails the window says so and this game goes on."""
    try:
        ui.settings.services.boxes.keep(game, facts)
    except CompanionError as error:
        ui.complaint = error
