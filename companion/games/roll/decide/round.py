"""The flow of a round: ready signals, phases in order, Manage Empire and the end."""

from __future__ import annotations

from companion.games.roll.model import errors
from companion.games.roll.model.commands import SignalReady, WithdrawReady
from companion.games.roll.model.events import (
    Events,
    GameEnded,
    ManageStarted,
    MarkerRaised,
    PhaseFinished,
    PhaseStarted,
    ReadySignalled,
    ReadyWithdrawn,
    RevealStarted,
    RoundFinished,
    RoundStarted,
)
from companion.games.roll.model.state import GameState, end_reasons
from companion.games.roll.model.steps import Step


def signal_ready(state: GameState, command: SignalReady) -> Events:
    """Record the signal; the last one ends the step (R-3.7, and Manage by the same custom)."""
    part = state.assignment(command.seat)
    if part.ready:
        raise errors.ALREADY_READY(name=state.empire(command.seat).name)
    signalled = ReadySignalled(command.seat)
    others = (other for other in state.round.assignments if other.seat != command.seat)
    if not all(other.ready for other in others):
        return (signalled,)
    if state.step is Step.ASSIGN:
        return signalled, RevealStarted()
    return signalled, *finish_round(state)


def withdraw_ready(state: GameState, command: WithdrawReady) -> Events:
    """Withdraw the signal; possible until the last one has ended the step."""
    if not state.assignment(command.seat).ready:
        raise errors.NOT_READY(name=state.empire(command.seat).name)
    return (ReadyWithdrawn(command.seat),)


def finish_phase(state: GameState) -> Events:
    """Go on to the next active phase or to Manage Empire (R-5.1)."""
    current = state.round.current
    assert current is not None, "step PHASE has a phase"  # noqa: S101 - an invariant of apply
    finished = PhaseFinished(current)
    later = [phase for phase in state.round.active if phase.number > current.number]
    return (finished, PhaseStarted(later[0])) if later else (finished, ManageStarted())


def finish_round(state: GameState) -> Events:
    """Raise markers from $0 (R-10.1), check the end (R-10.4), else begin the next round."""
    raised = tuple(MarkerRaised(empire.seat) for empire in state.empires if empire.credits == 0)
    finished = RoundFinished(state.round.number)
    reasons = end_reasons(state)
    following = GameEnded(reasons) if reasons else RoundStarted(state.round.number + 1)
    return *raised, finished, following
