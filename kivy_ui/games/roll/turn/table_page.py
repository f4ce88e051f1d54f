"""The wait for everybody: one word to read across the table, and who is ready."""

from typing import TYPE_CHECKING

from companion.games.roll.phases.round import SignalReady
from companion.games.roll.view.camera import rolling_seat
from companion.games.roll.view.table_view import SeatView, TableView
from companion.session.table_port import DeviceState
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.pages.opening import Ready, Table
from kivy_ui.pages.page import Chip, Main, Page, Picture, Side

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages


def table_page(on: "RoundPages", view: TableView, moves: tuple[Side, ...]) -> Page:
    """Return the page; *moves* is the button of what has to be moved before."""
    ui, translate = on.ui, on.translate
    rolling = rolling_seat(view)
    waiting = [each for each in ui.seats if each.computer is None and not each.ready]
    word = translate("Roll")
    line = _notice(ui) or translate("Roll behind your screen, then select one phase.")
    ready = do(on.send, *(SignalReady(each.seat) for each in waiting))
    main = Main(translate("All ready"), ready, "tick", quiet=True) if waiting else None
    if rolling is not None and rolling.computer is not None:
        key = do(on.enter_roll, rolling.seat, by="main")
        main = Main(translate("Enter the dice"), key, "pencil")
        line = translate("Roll the cup of %(name)s, or enter its dice.", name=rolling.name)
    elif not waiting:
        word = translate("Wait")
        line = translate("The computer players choose.")
    players = Side(Visit("table"), translate("Players"), "people")
    return Page(
        ui.round_title,
        word,
        Table(line, tuple(_ready(on, seat, rolls=seat is rolling) for seat in ui.seats)),
        chips=(Chip(str(view.vp_pool), Picture("chip")),),
        side=(*moves, players),
        main=main,
    )


def _notice(ui: RollContext) -> str:
    """Return that the buttons are out of order, if they are."""
    if ui.settings.buttons() is not DeviceState.LOST:
        return ""
    return ui.translate("The ready buttons do not respond: tap here.")


def _ready(on: "RoundPages", seat: SeatView, *, rolls: bool) -> Ready:
    translate, shown = on.translate, shown_seat(seat)
    if seat.computer is not None:
        if rolls:
            return Ready(shown, translate("Enter dice"), do(on.enter_roll, seat.seat))
        word = translate("Ready") if seat.ready else translate("Choosing")
        return Ready(shown, word, ready=seat.ready)
    key = do(on.toggle_ready, seat.seat) if on.ui.readying else None
    word = translate("Ready") if seat.ready else translate("Tap when ready")
    return Ready(shown, word, key, seat.ready)
