"""The wait for everybody: one word to read across the table, and who is ready."""

from __future__ import annotations

from typing import Any

from companion.games.roll.phases.round import SignalReady, WithdrawReady
from companion.games.roll.view.camera import rolling_seat
from companion.games.roll.view.table_view import SeatView, TableView
from companion.session.table_port import DeviceState
from kivy_ui.common.page_source import Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.keys import Do, EnterRoll
from kivy_ui.pages.opening import Ready, Table
from kivy_ui.pages.page import Chip, Main, Page, Picture, Seat, Side


def table_page(ui: RollContext, view: TableView, moves: tuple[Side, ...]) -> Page:
    """Return the page; *moves* is the button of what has to be moved before."""
    translate = ui.translate
    rolling = rolling_seat(view)
    seats = sorted(view.seats, key=lambda each: each.seat)
    waiting = tuple(each for each in seats if each.computer is None and not each.ready)
    word = translate("Roll")
    line = _notice(ui) or translate("Behind the screen. Select one phase.")
    if rolling is not None and rolling.computer is not None:
        line = translate("Roll the cup of %(name)s, or enter its dice.", name=rolling.name)
    elif not waiting:
        word = translate("Wait")
        line = translate("The computer players choose.")
    number = translate("Round %(number)s", number=view.round)
    if view.end_reasons:
        number = translate("Round %(number)s, the last", number=view.round)
    players = Side(Visit("table"), translate("Players"), "people")
    ready = Main(translate("All ready"), _all_ready(waiting), "tick")
    return Page(
        number,
        word,
        Table(line, tuple(_ready(ui, seat, rolling) for seat in seats)),
        chips=(Chip(str(view.vp_pool), Picture("chip")),),
        side=(*moves, players),
        main=ready if len(waiting) > 1 else None,
        can_undo=ui.update.can_undo,
    )


def _all_ready(waiting: tuple[SeatView, ...]) -> Any:
    return Do(tuple(SignalReady(seat.seat) for seat in waiting))


def _notice(ui: RollContext) -> str:
    """Return that the buttons are out of order, if they are."""
    if ui.settings.buttons() is not DeviceState.LOST:
        return ""
    return ui.translate("The ready buttons do not respond: tap here.")


def _ready(ui: RollContext, seat: SeatView, rolling: SeatView | None) -> Ready:
    translate = ui.translate
    shown = Seat(seat.seat, seat.name, seat.colour)
    if seat.computer is not None:
        if rolling is not None and rolling.seat == seat.seat:
            return Ready(shown, translate("Enter dice"), EnterRoll(seat.seat))
        word = translate("Ready") if seat.ready else translate("Choosing")
        return Ready(shown, word, ready=seat.ready)
    command = WithdrawReady if seat.ready else SignalReady
    key = Do((command(seat.seat),)) if ui.may(command) else None
    word = translate("Ready") if seat.ready else translate("Tap when ready")
    return Ready(shown, word, key, seat.ready)
