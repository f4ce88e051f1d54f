"""The large-text status, readable from across the table: the step and who must act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import SeatView, TableView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.window.board import BoardPresenter

_VOWELS: Final = "AEIOUYÁÉÍÓÖŐÚÜŰĄĘ"
_PAIRS: Final = ("CH", "CS", "CZ", "DZ", "GY", "LY", "NY", "RZ", "SH", "SZ", "TH", "TY", "ZS")
"""Digraphs, which are not split: two letters for one sound in one of the languages."""


@dataclass(frozen=True, slots=True)
class AwaitedPlayer:
    """A player who still has to act."""

    number: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class LargeStatusModel:
    """The large-text status.

    Attributes:
        icon: icon, or symbol of the phase.
        word: the step.
        awaited: players who still have to act; at the end of the game the winners.
        note: smaller additional text.
    """

    icon: str
    word: str
    awaited: tuple[AwaitedPlayer, ...] = ()
    note: str = ""


class LargeStatusPresenter:
    """Presenter of the large-text status.

    Args:
        ui: the shared context of all presenters.
        board: presenter of the games on the board screen.
    """

    def __init__(self, ui: RollContext, board: BoardPresenter) -> None:
        self._ui = ui
        self._board = board

    @property
    def can_rest(self) -> bool:
        """Whether it may be shown automatically: no side screen is open and no dice are entered."""
        if self._ui.visiting is not None:
            return False
        return self._board.runs or self._ui.step in (Step.ASSIGN, Step.PHASE, Step.MANAGE)

    def model(self) -> LargeStatusModel:
        """Return the large-text status."""
        if self._board.runs:
            page = self._board.asked.page()
            return LargeStatusModel("people", page.above, note=page.question)
        view, translate = self._ui.view, self._ui.translate
        if view is None or not view.seats:
            return LargeStatusModel("plus", translate("New game"))
        note = translate("Round %(number)s", number=view.round)
        awaited = tuple(
            AwaitedPlayer(seat.seat, seat.name, seat.colour)
            for seat in view.seats
            if _waits(view, seat)
        )
        match view.step:
            case Step.ASSIGN:
                return LargeStatusModel("cup", translate("Assign"), awaited, note)
            case Step.REVEAL:
                return LargeStatusModel("mat", translate("Reveal"), awaited, note)
            case Step.PHASE if view.current_phase is not None:
                phase = view.current_phase
                return LargeStatusModel(
                    f"phase/{phase.value}", self._ui.words.phase(phase), awaited, note
                )
            case Step.OVER:
                winners = tuple(
                    AwaitedPlayer(seat.seat, seat.name, seat.colour)
                    for seat in view.seats
                    if seat.final_rank == 1
                )
                return LargeStatusModel("crown", translate("The end"), winners)
            case _:
                return LargeStatusModel("credits", translate("Manage"), awaited, note)


def broken(word: str) -> str:
    """Return a word or a title in capitals, broken into two lines nearest to the middle.

    A title is broken between words, a word before a syllable.
    """
    spaces = [at for at, letter in enumerate(word) if letter == " "]
    if spaces:
        middle = min(spaces, key=lambda at: abs(at - len(word) / 2))
        return f"{word[:middle]}\n{word[middle + 1 :]}"
    starts = [
        at - (word[at - 1 : at + 1] in _PAIRS)
        for at in range(2, len(word) - 2)
        if word[at] not in _VOWELS and word[at + 1] in _VOWELS
    ]
    if not starts:
        return word
    middle = min(starts, key=lambda start: abs(start - len(word) / 2))
    return f"{word[:middle]}-\n{word[middle:]}"


def _waits(view: TableView, seat: SeatView) -> bool:
    """Return whether a player must act now."""
    match view.step:
        case Step.ASSIGN:
            return not seat.ready
        case Step.REVEAL:
            return not seat.recorded
        case _:
            return seat.tracking is not None and seat.tracking.must_act
