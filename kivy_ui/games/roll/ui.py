"""Registration of Roll for the Galaxy's user interface, which has its own screens."""

from __future__ import annotations

from typing import Any, Final

from companion.games.roll.model.steps import Step
from companion.games.roll.phases.round import RoundStarted
from companion.games.roll.view.table_view import TableView
from companion.session.steps import PlayedStep
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.move_rows import Moves
from kivy_ui.common.page_source import Rescan, Visit
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.help import shelves
from kivy_ui.games.roll.texts.game_log import RollLog
from kivy_ui.games.roll.texts.move_words import step_moves
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles
from kivy_ui.pages.page import Card, Picture


def _moves(ui: UiContext, _group: PlayerGroup, step: PlayedStep) -> Moves:
    view = ui.update.view
    seats = view.seats if isinstance(view, TableView) else ()
    return step_moves(Words(ui.translate), LocalisedTiles(ui.language), seats, step)


def _begins_round(view: Any, step: PlayedStep) -> bool:
    """Return whether a tracked game starts a round; untracked games have no moves to show."""
    counted = isinstance(view, TableView) and view.tracking is not None
    return counted and any(isinstance(event, RoundStarted) for event in step.events)


def _menu(ui: UiContext) -> tuple[Card, ...]:
    """Return corrections, the table, and the dice of the round: as known, or to be read again."""
    view, translate = ui.update.view, ui.translate
    if not isinstance(view, TableView) or not view.seats:
        return ()
    entries: list[tuple[str, str, object]] = [
        ("pencil", translate("Correct or end"), Visit("corrections")),
        ("mat", translate("Show the table"), Visit("table")),
        ("pips", translate("Dice of this round"), Visit("reveal"))
        if view.step in (Step.PHASE, Step.MANAGE, Step.OVER)
        else ("rescan", translate("Read all mats again"), Rescan()),
    ]
    return tuple(Card(key, (Picture(f"symbol/{symbol}"),), text) for symbol, text, key in entries)


def _no_chances(ui: UiContext) -> str:
    """Return why chances to win are not shown although they are turned on."""
    if not isinstance(ui, RollContext) or ui.view is None or not ui.preferences.live_chances:
        return ""
    if not ui.counts_everything:
        return ui.translate("A quick count does not know the tiles.")
    if not ui.asks_chances or ui.chances != ():
        return ""
    count = len(ui.view.seats)
    return ui.translate("No network for %(count)s players, or an unusual position", count=count)


GAME: Final = GameUi(
    RollLog(),
    moves=_moves,
    says_at_once=_begins_round,
    menu=_menu,
    no_chances=_no_chances,
    help=shelves,
)
