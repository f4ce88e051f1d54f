"""Registration of Roll for the Galaxy's user interface, which has its own screens."""

from typing import Final

from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import TableView
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.page_source import Rescan, Visit
from kivy_ui.common.seat_sheet import OwnScreens
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.help import shelves
from kivy_ui.games.roll.looks import LOOKS
from kivy_ui.games.roll.mats.own_mat import MATS
from kivy_ui.games.roll.texts.event_text import EVENT_TEXTS
from kivy_ui.games.roll.texts.move_text import MOVE_TEXTS
from kivy_ui.games.roll.turn.seat_sheet import seat_sheet
from kivy_ui.pages.page import Card, Picture


def _menu(ui: UiContext) -> tuple[Card, ...]:
    """Return corrections, the table, and the dice of the round: as known, or to be read again."""
    view, translate = ui.update.view, ui.translate
    if not isinstance(view, TableView) or not view.seats:
        return ()
    entries: list[tuple[str, str, object]] = [
        ("pencil", translate("Correct or end the game"), Visit("corrections")),
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
    EVENT_TEXTS,
    board_moves=MOVE_TEXTS,
    menu=_menu,
    no_chances=_no_chances,
    help=shelves,
    own_screens=OwnScreens(LOOKS, seat_sheet, MATS),
)
