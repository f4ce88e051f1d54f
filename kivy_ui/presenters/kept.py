"""What owners read off their boxes, kept for further games."""

from __future__ import annotations

from typing import Any

from companion.errors import CompanionError
from kivy_ui.presenters.desk import Desk


def kept_box(desk: Desk, game: str) -> Any:
    """Return a game's facts; None while nobody entered any."""
    return desk.settings.services.boxes.of(game)


def keep_box(desk: Desk, game: str, facts: object) -> None:
    """Keep a game's facts; where that fails the window says so and this game goes on."""
    try:
        desk.settings.services.boxes.keep(game, facts)
    except CompanionError as error:
        desk.complaint = error
