"""Converts a state to its visible part (R-12.1)."""

from __future__ import annotations

from companion.games.roll.ask.table import seldom
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.state import GameState, Step, end_reasons, timing_order
from companion.games.roll.phases.reveal import ConfirmReveal
from companion.games.roll.rules.judge import legal_now
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import phase_of, selection, workers
from companion.games.roll.rules.needs import missing_for_reveal, needs
from companion.games.roll.view.observe_tracked import with_tracking
from companion.games.roll.view.table_view import PhaseStatus, PhaseView, SeatView, TableView

_HIDDEN = frozenset({Step.SETUP, Step.ASSIGN})


def view(rules: Rules, state: GameState, seat: int | None) -> TableView:  # noqa: ARG001 - nothing is private yet
    """Return what *seat* may see of the table, or everybody if it is None.

    With the tiles in *rules* the view of a fully tracked game includes all pieces and the legal
    actions.

    A mat recorded before Reveal appears in no view, the owner's included: the touchscreen is
    visible to all.
    """
    final = _ranks(state) if state.step is Step.OVER else {}
    seen = TableView(
        step=state.step,
        round=state.round.number,
        seats=tuple(_seat_view(state, each, final.get(each)) for each in timing_order(state)),
        vp_pool=state.vp_pool,
        vp_beyond_pool=state.vp_beyond_pool,
        phases=tuple(_phase_view(state, phase) for phase in PHASES),
        current_phase=state.round.current,
        spare_die=state.round.spare_die,
        needs=needs(state),
        end_reasons=state.ended_by or end_reasons(state),
        legal=_legal(state),
        computers=state.computers,
        seldom=None if state.step is Step.SETUP else seldom(rules, state),
    )
    if not rules.catalog.tiles or any(empire.holdings is None for empire in state.empires):
        return seen
    return with_tracking(rules, state, seen)


def _ranks(state: GameState) -> dict[int, int]:
    """Return seat -> rank; ties share a rank.

    At a table that keeps its counters by hand the costs of the tiles, 6+ bonuses and the dice of
    the tie-break are unknown: the rank is by VP chips, then credits. That is not a final score and
    the screen must not call it one.
    """
    if state.tracking is not None and state.tracking.scores:
        return {score.seat: score.rank for score in state.tracking.scores}
    keys = {empire.seat: (empire.vp_chips, empire.credits) for empire in state.empires}
    return {seat: 1 + sum(other > mine for other in keys.values()) for seat, mine in keys.items()}


def _legal(state: GameState) -> frozenset[type]:
    found = legal_now(state)
    return found - {ConfirmReveal} if missing_for_reveal(state) else found


def _seat_view(state: GameState, seat: int, final_rank: int | None) -> SeatView:
    empire, part = state.empire(seat), state.assignment(seat)
    dice = None if state.step in _HIDDEN else part.dice
    player = empire.player
    return SeatView(
        seat=seat,
        name=player.name,
        colour=player.colour,
        faction=player.faction,
        home_world=player.home_world,
        ready=part.ready,
        credits=empire.credits,
        vp_chips=empire.vp_chips,
        tiles=empire.tiles,
        recorded=dice is not None,
        dice=dice or (),
        selected=selection(dice or ()),
        workers=workers(dice or (), state.round.active),
        to_cup=part.returned,
        final_rank=final_rank,
        computer=state.computers.at(seat),
    )


def _phase_view(state: GameState, phase: Phase) -> PhaseView:
    chosen_by = () if state.step in _HIDDEN else _selected_by(state, phase)
    spare = state.round.spare_die
    return PhaseView(
        phase=phase,
        status=_phase_status(state, phase),
        selected_by=chosen_by,
        by_spare_die=spare is not None and phase_of(spare) is phase and not chosen_by,
    )


def _selected_by(state: GameState, phase: Phase) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in timing_order(state)
        if selection(state.assignment(seat).dice or ()) is phase
    )


def _phase_status(state: GameState, phase: Phase) -> PhaseStatus:
    active, current = state.round.active, state.round.current
    if not active:
        return PhaseStatus.UNKNOWN
    if phase not in active:
        return PhaseStatus.INACTIVE
    if phase is current:
        return PhaseStatus.CURRENT
    if current is not None and phase.number > current.number:
        return PhaseStatus.WAITING
    return PhaseStatus.DONE
