"""Phase overview, then Manage Empire: workers and counters of every seat."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import SeatView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.counters import CounterModel
from kivy_ui.games.roll.turn.phase_steps import PhaseSteps, phase_steps
from kivy_ui.games.roll.turn.table import PhaseTile, ReadyLight, SeatCard, TablePresenter


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in the phase overview.

    Attributes:
        workers: number of workers in the current phase; None while managing.
        workers_text: the same as text, such as "3 workers".
        to_cup: how many dice went back to the cup at Reveal (R-4.3); empty for none.
        dice: keys of kind and face of these workers' dice, if recorded.
    """

    seat: int
    name: str
    colour: str
    light: ReadyLight
    counters: tuple[CounterModel, ...]
    workers: int | None
    workers_text: str
    to_cup: str
    dice: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PhasesModel:
    """Content of the phase overview."""

    tiles: tuple[PhaseTile, ...]
    lines: tuple[SeatLine, ...]
    managing: bool
    headings: tuple[str, str, str]
    steps: PhaseSteps


class PhasesPresenter:
    """Presenter of the phase overview."""

    def __init__(self, ui: RollContext, table: TablePresenter) -> None:
        self._ui = ui
        self._table = table

    def model(self) -> PhasesModel:
        """Return the current content of the overview."""
        view = self._ui.view
        seats = view.seats if view is not None else ()
        translate = self._ui.translate
        cards = self._table.seats()
        return PhasesModel(
            tiles=self._table.phases(),
            lines=tuple(self._line(seat, card) for seat, card in zip(seats, cards, strict=True)),
            managing=self._ui.step is Step.MANAGE,
            headings=(translate("Credits"), translate("VP chips"), translate("Tiles")),
            steps=phase_steps(self._ui),
        )

    def _line(self, seat: SeatView, card: SeatCard) -> SeatLine:
        workers = self._workers(seat)
        translate = self._ui.translate
        text = ""
        if workers is not None:
            text = translate.plural("%(count)s worker", "%(count)s workers", workers)
        return SeatLine(
            seat=seat.seat,
            name=seat.name,
            colour=seat.colour,
            light=card.light,
            counters=card.counters,
            workers=workers,
            workers_text=text,
            to_cup=self._to_cup(seat),
            dice=self._dice(seat),
        )

    def _to_cup(self, seat: SeatView) -> str:
        count = sum(number for _, number in seat.to_cup)
        return str(count) if count and self._ui.step is Step.PHASE else ""

    def _dice(self, seat: SeatView) -> tuple[tuple[str, str], ...]:
        view = self._ui.view
        if view is None or view.step is not Step.PHASE:
            return ()
        return tuple(
            (die.type.value, die.face.value)
            for die in seat.dice
            if die.place.phase is view.current_phase
        )

    def _workers(self, seat: SeatView) -> int | None:
        view = self._ui.view
        if view is None or view.step is not Step.PHASE or view.current_phase is None:
            return None
        return dict(seat.workers).get(view.current_phase, 0)
