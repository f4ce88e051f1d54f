"""The large-text status, readable from across the table: the step and who must act."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import SeatView, TableView
from companion.i18n import N_
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.opening import Across
from kivy_ui.pages.page import Chip, Page, Picture, Seat
from kivy_ui.window.board import BoardPresenter

_STEPS: Final = MappingProxyType(
    {
        Step.ASSIGN: (N_("Assign"), "cup", lambda seat: not seat.ready),
        Step.REVEAL: (N_("Reveal"), "symbol/mat", lambda seat: not seat.recorded),
        Step.OVER: (N_("The end"), "symbol/crown", lambda seat: seat.final_rank == 1),
    }
)
"""Word and picture of a step, and which players are shown: those it waits for, or the winners."""


class LargeStatusPages(StackedPages):
    """One page, which a tap closes; it is turned towards any side of the table."""

    ui: RollContext

    def __init__(self, ui: RollContext, board: BoardPresenter) -> None:
        super().__init__(ui)
        self._board = board
        self._close = do(ui.leave)

    @property
    def can_rest(self) -> bool:
        """Whether it may be shown automatically: no side screen is open and no dice are entered."""
        if self.ui.visiting is not None:
            return False
        return self._board.runs or self.ui.step in (Step.ASSIGN, Step.PHASE, Step.MANAGE)

    def first(self) -> Page:
        note, body = self._status()
        return Page(
            self.translate("Tap to return to the game."),
            note,
            body,
            chips=(Chip(icon="redo", key=do(self.rotate)),),
            quarter_turns=self.ui.preferences.quarter_turns,
        )

    def _status(self) -> tuple[str, Across]:
        """Return the line at the top, and the word with the players who must act."""
        translate, view = self.ui.translate, self.ui.view
        if self._board.runs:
            page = self._board.asked.page()
            return page.above, Across(page.question, self._close, Picture("symbol/people"))
        if view is None or not view.seats:
            return "", Across(translate("New game"), self._close, Picture("symbol/plus"))
        word, picture, shown = self._step(view)
        seats = tuple(Seat(each.seat, each.name, each.colour) for each in filter(shown, view.seats))
        number = translate("Round %(number)s", number=view.round)
        return number, Across(word, self._close, Picture(picture), seats)

    def _step(self, view: TableView) -> tuple[str, str, Callable[[SeatView], bool]]:
        if view.step in _STEPS:
            word, picture, shown = _STEPS[view.step]
            return self.ui.translate(word), picture, shown
        phase = view.current_phase if view.step is Step.PHASE else None
        if phase is None:
            return self.ui.translate("Manage"), "coin", _must_act
        return self.ui.words.of(phase), f"phase/{phase.value}/active", _must_act

    def rotate(self) -> None:
        """Turn the page towards the next side of the table, and save that setting."""
        self.ui.choose(quarter_turns=(self.ui.preferences.quarter_turns + 1) % 4)


def _must_act(seat: SeatView) -> bool:
    return seat.tracking is not None and seat.tracking.must_act
