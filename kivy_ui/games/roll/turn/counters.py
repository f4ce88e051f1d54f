"""Counter changes by tap: sent as a game command if legal, else as a correction."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.state import MAX_CREDITS
from companion.games.roll.phases.counters import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
    Correctable,
)
from companion.games.roll.phases.round import StopGame
from companion.games.roll.view.table_view import SeatView, TableView
from kivy_ui.games.roll.context import RollContext

_MOVES: Final = MappingProxyType(
    {
        Correctable.CREDITS: ChangeCredits,
        Correctable.VP_CHIPS: ChangeVp,
        Correctable.TILES: ChangeTiles,
    }
)
SEAT_COUNTERS: Final = (Correctable.CREDITS, Correctable.VP_CHIPS, Correctable.TILES)
ICONS: Final = MappingProxyType(
    {
        Correctable.CREDITS: "credits",
        Correctable.VP_CHIPS: "chip",
        Correctable.TILES: "tile",
        Correctable.VP_POOL: "chip",
        Correctable.ROUND: "clock",
    }
)


@dataclass(frozen=True, slots=True)
class CounterModel:
    """A counter with buttons for one step up and down."""

    what: Correctable
    seat: int | None
    label: str
    icon: str
    value: int
    can_lower: bool
    can_raise: bool


class CounterPresenter:
    """Presenter of counters."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    def of_seat(self, seat: SeatView) -> tuple[CounterModel, ...]:
        """Return a seat's counters: credits, VP chips and tiles."""
        values = (seat.credits, seat.vp_chips, seat.tiles)
        return tuple(
            self._counter(what, seat.seat, value)
            for what, value in zip(SEAT_COUNTERS, values, strict=True)
        )

    def of_table(self, view: TableView) -> tuple[CounterModel, ...]:
        """Return the round, and the VP pool unless it is derived from the players' chips."""
        round_number = self._counter(Correctable.ROUND, None, view.round)
        if self._ui.counts_everything:
            return (round_number,)
        return self._counter(Correctable.VP_POOL, None, view.vp_pool), round_number

    def can_stop(self) -> bool:
        """Return whether the running game may be ended now."""
        return self._ui.may(StopGame)

    def stop(self) -> None:
        """End the game and count the points."""
        self._ui.port.post(StopGame())

    def change(self, what: Correctable, seat: int | None, delta: int) -> None:
        """Change a counter by *delta*."""
        move = _MOVES.get(what)
        if move is not None and seat is not None and self._ui.may(move):
            self._ui.port.post(move(seat, delta))
            return
        value = self._value(what, seat)
        if value is not None:
            self._ui.port.post(Correct(what, value + delta, seat, reason="screen"))

    def _counter(self, what: Correctable, seat: int | None, value: int) -> CounterModel:
        lowest = 1 if what is Correctable.ROUND else 0
        most = MAX_CREDITS if what is Correctable.CREDITS else None
        return CounterModel(
            what=what,
            seat=seat,
            label=self._label(what),
            icon=ICONS[what],
            value=value,
            can_lower=value > lowest,
            can_raise=most is None or value < most,
        )

    def _label(self, what: Correctable) -> str:
        translate = self._ui.translate
        match what:
            case Correctable.CREDITS:
                return translate("Credits")
            case Correctable.VP_CHIPS:
                return translate("VP chips")
            case Correctable.TILES:
                return translate("Tiles")
            case Correctable.VP_POOL:
                return translate("VP pool")
            case Correctable.ROUND:
                return translate("Round")

    def _value(self, what: Correctable, seat: int | None) -> int | None:
        view = self._ui.view
        if view is None:
            return None
        if seat is None:
            return view.vp_pool if what is Correctable.VP_POOL else view.round
        found = next((one for one in view.seats if one.seat == seat), None)
        if found is None:
            return None
        values = (found.credits, found.vp_chips, found.tiles)
        return dict(zip(SEAT_COUNTERS, values, strict=True))[what]
