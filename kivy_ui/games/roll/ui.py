"""Registration of Roll for the Galaxy's user interface, which has its own screens."""

from __future__ import annotations

from typing import Any, Final

from companion.games.roll.phases.round import RoundStarted
from companion.games.roll.view.table_view import TableView
from companion.session.steps import PlayedStep
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_rows import Moves
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.texts.game_log import RollLog
from kivy_ui.games.roll.texts.move_words import step_moves
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles


def _moves(ui: UiContext, _group: PlayerGroup, step: PlayedStep) -> Moves:
    view = ui.update.view
    seats = view.seats if isinstance(view, TableView) else ()
    return step_moves(Words(ui.translate), LocalisedTiles(ui.language), seats, step)


def _begins_round(view: Any, step: PlayedStep) -> bool:
    """Return whether a tracked game starts a round; untracked games have no moves to show."""
    counted = isinstance(view, TableView) and view.tracking is not None
    return counted and any(isinstance(event, RoundStarted) for event in step.events)


GAME: Final = GameUi(RollLog(), moves=_moves, says_at_once=_begins_round)
