"""What a player's phone shows beside the question."""

from collections.abc import Iterator

from companion.games.roll.model.state import Step
from companion.session.table_port import PrivateView
from kivy_ui.common.seat_sheet import SeatSheet
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.ending import EndPages
from kivy_ui.games.roll.looks import asked_of, shown_seat
from kivy_ui.games.roll.result import curves
from kivy_ui.games.roll.turn.round_pages import round_head
from kivy_ui.games.roll.turn.seat_page import counters, pieces
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Picture
from kivy_ui.pages.people import Person


def seat_sheet(ui: UiContext, private: PrivateView) -> SeatSheet:
    """Return what is shown to a seat, or to a spectator."""
    if not isinstance(ui, RollContext) or ui.view is None:
        raise TypeError(f"{ui.update.game} is not Roll for the Galaxy")
    people = []
    for seat in ui.seats:
        question = asked_of(ui.view, seat.seat)
        acts = not seat.ready if ui.readying else question is not None and question.urgent
        people.append(
            Person(shown_seat(seat), counters(ui.translate, seat), acts=acts, done=seat.ready)
        )
    own = ui.seat(private.seat or 0)
    rows = () if own is None else (*_mat(ui, private), *pieces(ui, own))
    if ui.step is not Step.OVER:
        return SeatSheet(round_head(ui), tuple(people), rows)
    end = EndPages(ui)
    return SeatSheet(end.ranked(), tuple(people), rows, end.explained, curves(end.game))


def _mat(ui: RollContext, private: PrivateView) -> Iterator[Row]:
    """Yield the own mat that is recorded already; nobody else sees it before Reveal (R-12.1)."""
    if ui.step is not Step.ASSIGN or private.seat is None:
        return
    for die in private.state.assignment(private.seat).dice or ():
        picture = Picture(f"die/{die.type.value}/{die.face.value}")
        yield Row(None, ui.words.place(die.place), (picture,))
