"""Roll for the Galaxy on screens of its own."""

from __future__ import annotations

from typing import Final

from companion.games.roll.view.table_view import TableView
from kivy_ui.common.game_ui import GameMoment, GameUi
from kivy_ui.common.inventory import SeatChanges
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.game_log import RollLog
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.tile_book import TileBook
from kivy_ui.games.roll.turn.changes import TableChanges


def _differences(
    ui: UiContext, _group: PlayerGroup, before: GameMoment, after: GameMoment
) -> tuple[SeatChanges, ...]:
    """Return what to move; in a quick count nobody knows where the dice are."""
    old, new = before.view, after.view
    if not (isinstance(old, TableView) and isinstance(new, TableView) and new.tracking is not None):
        return ()
    return TableChanges(Words(ui.translate), TileBook(ui.language)).between(old, new)


GAME: Final = GameUi(RollLog(), differences=_differences)
