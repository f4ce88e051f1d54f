"""Reveal summary: selected phases, active phases, workers, dice that return to the cup."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.mats import active_phases, phase_of, returned
from companion.games.roll.view.table_view import PhaseStatus, SeatView, TableView
from kivy_ui.games.roll.context import RollContext

DiceCounts = tuple[tuple[str, int], ...]
"""Keys of kinds of dice with their counts."""


@dataclass(frozen=True, slots=True)
class PhaseColumn:
    """A phase in the header; *word* is its status, *selected_by* are seats."""

    phase: Phase
    name: str
    word: str
    active: bool
    by_spare_die: bool
    selected_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SummaryCell:
    """A player's workers in a phase or on Dictate.

    *selects*: the player selected the phase. *returns*: the dice have to be put into the cup.
    """

    dice: DiceCounts
    active: bool
    selects: bool
    returns: bool


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A player: workers in each phase, on Dictate, and all that return to the cup (R-4.3)."""

    seat: int
    name: str
    colour: str
    cells: tuple[SummaryCell, ...]
    dictated: SummaryCell
    back: DiceCounts


@dataclass(frozen=True, slots=True)
class SummaryModel:
    """Content of the summary."""

    columns: tuple[PhaseColumn, ...]
    lines: tuple[SummaryLine, ...]


class SummaryPresenter:
    """Presenter of the summary, which is read-only; the main button is in the frame."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    def model(self) -> SummaryModel | None:
        """Return the content of the summary; None outside Reveal."""
        view = self._ui.view
        if view is None or view.step is not Step.REVEAL:
            return None
        active = active_phases((seat.dice for seat in view.seats), view.spare_die)
        return SummaryModel(
            tuple(self._column(view, phase, active) for phase in PHASES),
            tuple(self._line(view, seat, active) for seat in view.seats),
        )

    def _column(self, view: TableView, phase: Phase, active: tuple[Phase, ...]) -> PhaseColumn:
        words, spare = self._ui.words, view.spare_die
        status = PhaseStatus.WAITING if phase in active else PhaseStatus.INACTIVE
        return PhaseColumn(
            phase,
            words.phase(phase),
            words.status(status),
            phase in active,
            spare is not None and phase_of(spare) is phase,
            tuple(seat.seat for seat in view.seats if phase in _selected(seat)),
        )

    def _line(self, view: TableView, seat: SeatView, active: tuple[Phase, ...]) -> SummaryLine:
        chosen = _selected(seat)
        # Virtual dice need not be put back by hand.
        virtual = seat.computer is not None and view.computers.virtual_dice
        idle = () if virtual else returned(seat.dice, active)

        def cell(phase: Phase | None) -> SummaryCell:
            dice = _counted(seat, phase)
            runs = phase in active
            returns = bool(dice) and not runs and not virtual
            return SummaryCell(dice, runs, phase in chosen, returns)

        return SummaryLine(
            seat.seat,
            seat.name,
            seat.colour,
            tuple(cell(phase) for phase in PHASES),
            cell(None),
            tuple((die.value, count) for die, count in idle),
        )


def _selected(seat: SeatView) -> tuple[Phase | None, ...]:
    return tuple(die.place.phase for die in seat.dice if die.place.selecting)


def _counted(seat: SeatView, phase: Phase | None) -> DiceCounts:
    counts = Counter(die.type for die in seat.dice if die.place.phase is phase)
    return tuple((kind.value, counts[kind]) for kind in DieType if counts[kind])
