"""What Reveal has brought, for the table to look at before it goes on (R-4.1 to R-4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.model.events import DiceReturned, Event, PhasesActivated
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.mats import phase_of, workers
from companion.games.roll.view.table_view import SeatView, TableView


@dataclass(frozen=True, slots=True)
class RevealedPhase:
    """A phase and who wanted it; ``by_spare_die``: nobody selected it (R-4.2)."""

    phase: Phase
    happens: bool
    selected_by: tuple[int, ...]
    by_spare_die: bool = False


@dataclass(frozen=True, slots=True)
class RevealedSeat:
    """A player's part.

    Attributes:
        selected: None for a player without dice.
        workers: phase and number of workers for each phase that happens, the selecting die among
            them; borrowed workers come later.
        to_cup: dice that go back to the cup: kind and number.
    """

    seat: int
    selected: Phase | None
    workers: tuple[tuple[Phase, int], ...]
    to_cup: tuple[tuple[DieType, int], ...]


@dataclass(frozen=True, slots=True)
class RevealSummary:
    """All five phases in their order, and the players in the order of the view."""

    phases: tuple[RevealedPhase, ...]
    seats: tuple[RevealedSeat, ...]


def reveal_summary(before: TableView, events: Iterable[Event]) -> RevealSummary | None:
    """Return what a confirmed Reveal has brought; None where no Reveal was confirmed.

    Phases may have passed by themselves since, so that the view after the step no longer tells.

    Args:
        before: the view before the step, in step Reveal.
        events: those of the step.
    """
    found = tuple(events)
    active = next((each.phases for each in found if isinstance(each, PhasesActivated)), None)
    if before.step is not Step.REVEAL or active is None:
        return None
    returned = {each.seat: each.dice for each in found if isinstance(each, DiceReturned)}
    return RevealSummary(
        tuple(_phase(before, phase, active) for phase in PHASES),
        tuple(_seat(seat, active, returned.get(seat.seat, ())) for seat in before.seats),
    )


def _phase(before: TableView, phase: Phase, active: tuple[Phase, ...]) -> RevealedPhase:
    selected_by = tuple(seat.seat for seat in before.seats if seat.selected is phase)
    spare = before.spare_die
    by_die = spare is not None and phase_of(spare) is phase and not selected_by
    return RevealedPhase(phase, phase in active, selected_by, by_die)


def _seat(
    seat: SeatView, active: tuple[Phase, ...], to_cup: tuple[tuple[DieType, int], ...]
) -> RevealedSeat:
    return RevealedSeat(seat.seat, seat.selected, workers(seat.dice, active), to_cup)
