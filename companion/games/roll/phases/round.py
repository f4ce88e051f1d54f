"""The flow of a round: ready signals, phases in order, Manage Empire and the end."""

from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import PowerStep, Trigger
from companion.games.roll.model.holdings import Holdings, Turn, without
from companion.games.roll.model.state import (
    Assignment,
    EndReason,
    GameState,
    Round,
    Step,
    end_reasons,
    holdings,
    timing_order,
    tracking,
)
from companion.games.roll.model.state_edits import STACKS, each_held, hold, less
from companion.games.roll.phases.drawing import BagRefilled
from companion.games.roll.phases.ledger import Ledger
from companion.games.roll.phases.manage import (
    MarkerRaised,
    check_managed,
    final_scores,
    recruit_without_choice,
)
from companion.games.roll.rules.income import phase_gains
from companion.games.roll.rules.judge import RUNNING, Events, When, apply, decides
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.timing import has_work


@dataclass(frozen=True, slots=True)
class SignalReady:
    """The player at *seat* has finished assigning (R-3.7) or, while managing, the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class WithdrawReady:
    """Withdraw the ready signal; possible while not everybody is ready."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinishPhase:
    """The players have finished the current phase; continue with the next active one or Manage."""


@dataclass(frozen=True, slots=True)
class FinishRound:
    """Manage Empire is done; check the end (R-10.4), else start the next round."""


@dataclass(frozen=True, slots=True)
class StopGame:
    """The players end the game now; it is scored as it is."""


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The cups are rolled and the players assign (R-2.1)."""

    number: int


@dataclass(frozen=True, slots=True)
class RevealStarted:
    """Everybody was ready: the screens go up (R-4.1)."""


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """An active phase begins (R-5.1)."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class PhaseFinished:
    """Everybody has used their workers of the phase."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class ManageStarted:
    """The last active phase is done: Manage Empire (section 3)."""


@dataclass(frozen=True, slots=True)
class RoundFinished:
    """Manage Empire is done and the end was checked (R-10.4)."""

    number: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """An end condition held at the end of a round."""

    reasons: tuple[EndReason, ...]


@dataclass(frozen=True, slots=True)
class WorkersBorrowed:
    """A power lends workers for the phase."""

    seat: int
    dice: tuple[DieType, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class WorkersReturned:
    """Workers without a task return to the cup (R-5.2), *from_stack* if that is empty (R-7.3)."""

    seat: int
    phase: Phase
    dice: tuple[DieType, ...]
    reason: str
    from_stack: bool = False


_READYING: Final = When((Step.ASSIGN, Step.MANAGE))

_NO_TASK: Final = {
    Phase.EXPLORE: "R-5.2",
    Phase.DEVELOP: "R-7.3",
    Phase.SETTLE: "R-7.3",
    Phase.PRODUCE: "R-8.2",
    Phase.SHIP: "R-9.5",
}
"""Why workers go back to the cup when a phase ends."""


@decides(_READYING)
def _signal_ready(rules: Rules, state: GameState, command: SignalReady) -> Events:
    """Record the signal; the last one ends the step (R-3.7, and Manage by the same custom)."""
    _check_no_work_left(state, command.seat)
    part = state.assignment(command.seat)
    if part.ready:
        raise errors.ALREADY_READY(name=state.empire(command.seat).name)
    others = (other for other in state.round.assignments if other.seat != command.seat)
    if not all(other.ready for other in others):
        return (command,)
    if state.step is Step.ASSIGN:
        return command, RevealStarted()
    return command, *_round_end(rules, state)


@decides(_READYING)
def _withdraw_ready(_: Rules, state: GameState, command: WithdrawReady) -> Events:
    if not state.assignment(command.seat).ready:
        raise errors.NOT_READY(name=state.empire(command.seat).name)
    return (command,)


@decides(When((Step.MANAGE,)))
def _finish_round(rules: Rules, state: GameState, _: FinishRound) -> Events:
    _check_no_work_left(state)
    return _round_end(rules, state)


@decides(When(RUNNING))
def _stop_game(rules: Rules, state: GameState, _: StopGame) -> Events:
    return _game_end(rules, state, (EndReason.STOPPED,))


def _check_no_work_left(state: GameState, ready: int | None = None) -> None:
    """Refuse to end Manage Empire too early; *ready* is the seat that signals, None for all."""
    if state.tracking is None or state.step is not Step.MANAGE:
        return
    # A correction may have left work for players who signalled ready earlier.
    last = all(part.ready for part in state.round.assignments if part.seat != ready)
    check_managed(state, state.seats if last or ready is None else (ready,))


def _round_end(rules: Rules, state: GameState) -> Events:
    """Raise markers from $0 (R-10.1), check the end (R-10.4), else begin the next round."""
    raised = tuple(MarkerRaised(empire.seat) for empire in state.empires if empire.credits == 0)
    finished = RoundFinished(state.round.number)
    reasons = end_reasons(state)
    if reasons:
        return *raised, finished, *_game_end(rules, state, reasons)
    return *raised, finished, RoundStarted(state.round.number + 1)


def _game_end(rules: Rules, state: GameState, reasons: tuple[EndReason, ...]) -> Events:
    """Count the points before a fully tracked game ends (R-11.1)."""
    scores = () if state.tracking is None else final_scores(rules, state)
    return *scores, GameEnded(reasons)


@decides(When((Step.PHASE,)))
def _finish_phase(rules: Rules, state: GameState, _: FinishPhase) -> Events:
    current = state.round.current
    assert current is not None, "step PHASE has a phase"  # noqa: S101 - an invariant of apply
    later = [phase for phase in state.round.active if phase.number > current.number]
    following = PhaseFinished(current), PhaseStarted(later[0]) if later else ManageStarted()
    return following if state.tracking is None else _paid(rules, state, current, following)


def _paid(rules: Rules, state: GameState, phase: Phase, following: Events) -> Events:
    """Pay income of the phase's end, return idle workers, continue (R-5.1, R-5.2)."""
    for seat in state.seats:
        if must_act(rules, state, seat):
            raise errors.WORK_LEFT(name=state.empire(seat).name)
    ledger = Ledger(state)
    moments = [Trigger.PHASE_END]
    if state.options.unprinted_moment == "phase_end":
        moments.insert(0, Trigger.DURING_PHASE)
    _pay(rules, state, phase, moments, ledger)
    paid = tuple(ledger.events)
    ledger.events.clear()
    idle = tuple(
        WorkersReturned(seat, phase, dice, _NO_TASK[phase])
        for seat in state.seats
        if (dice := holdings(state, seat).workers(phase))
    )
    refilled = (
        (BagRefilled("R-6.4"),) if phase is Phase.EXPLORE and tracking(state).abandoned else ()
    )
    return *paid, *idle, *refilled, *with_powers(rules, state, following, ledger)


def with_powers(rules: Rules, state: GameState, events: Events, ledger: Ledger) -> Events:
    """Add the automatic events if the last of *events* begins a phase or Manage Empire."""
    match events[-1]:
        case PhaseStarted(phase=phase):
            if state.options.unprinted_moment == "phase_start":
                _pay(rules, state, phase, [Trigger.DURING_PHASE], ledger)
            borrowed = (
                WorkersBorrowed(seat, dice, tile)
                for seat in timing_order(state)
                for tile, dice in rules.lenders(holdings(state, seat).tableau, phase)
            )
            return *events, *ledger.events, *borrowed
        case ManageStarted():
            funds = {seat: ledger.credits(seat) for seat in state.seats}
            return *events, *recruit_without_choice(state, funds)
        case _:
            return events


def _pay(
    rules: Rules, state: GameState, phase: Phase, moments: list[Trigger], ledger: Ledger
) -> None:
    step = PowerStep(phase.value)
    for seat in timing_order(state):
        tableau = holdings(state, seat).tableau
        for moment in moments:
            if rules.pays(tableau, step, moment):
                ledger.book(seat, phase_gains(rules.in_phase(state, seat), step, moment))


def must_act(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether the player has a task left in the current phase (R-5.1)."""
    if has_work(rules, state, seat):
        return True
    if state.round.current is not Phase.EXPLORE:
        return False
    held = holdings(state, seat)
    extra = not held.turn.extra_drawn and rules.extra_tiles(held.tableau) > 0
    return extra or seat in tracking(state).givers


@apply.case
def _workers_borrowed(state: GameState, event: WorkersBorrowed) -> GameState:
    turn = holdings(state, event.seat).turn
    return hold(state, event.seat, turn=replace(turn, borrowed=turn.borrowed + event.dice))


@apply.case
def _workers_returned(state: GameState, event: WorkersReturned) -> GameState:
    held = holdings(state, event.seat)
    cup = held.cup + event.dice
    if event.from_stack:
        place = STACKS[event.phase][1]
        left: Any = {place: without(getattr(held, place), event.dice)}
        return hold(state, event.seat, cup=cup, **left)
    return hold(state, event.seat, columns=less(held.columns, event.phase, event.dice), cup=cup)


_NEW_TURN: Final = Turn()


@apply.case
def _round_started(state: GameState, event: RoundStarted) -> GameState:
    parts = tuple(Assignment(seat) for seat in state.seats)
    state = each_held(state, lambda held, _: replace(held, recruited=False))
    return replace(state, step=Step.ASSIGN, round=Round(event.number, parts))


@apply.case
def _ready(state: GameState, event: SignalReady | WithdrawReady) -> GameState:
    part = replace(state.assignment(event.seat), ready=isinstance(event, SignalReady))
    if state.step is Step.ASSIGN and not part.ready:
        part = replace(part, dice=None)
    return state.with_assignment(part)


@apply.case
def _reveal_started(state: GameState, _: RevealStarted) -> GameState:
    return _nobody_ready(replace(state, step=Step.REVEAL))


@apply.case
def _phase_started(state: GameState, event: PhaseStarted) -> GameState:
    state = each_held(state, _with_new_turn)
    return replace(state, step=Step.PHASE, round=replace(state.round, current=event.phase))


@apply.case
def _phase_finished(state: GameState, event: PhaseFinished) -> GameState:
    state = each_held(state, lambda held, _: _answered(held, event.phase))
    return replace(state, round=replace(state.round, current=None))


@apply.case
def _manage_started(state: GameState, _: ManageStarted) -> GameState:
    return replace(each_held(state, _with_new_turn), step=Step.MANAGE)


@apply.case
def _round_finished(state: GameState, _: RoundFinished) -> GameState:
    return state  # informative only: a RoundStarted or GameEnded event follows


@apply.case
def _game_ended(state: GameState, event: GameEnded) -> GameState:
    return _nobody_ready(replace(state, step=Step.OVER, ended_by=event.reasons))


def _nobody_ready(state: GameState) -> GameState:
    parts = tuple(replace(part, ready=False) for part in state.round.assignments)
    return replace(state, round=replace(state.round, assignments=parts))


def _with_new_turn(held: Holdings, _: int) -> Holdings:
    return held if held.turn is _NEW_TURN else replace(held, turn=_NEW_TURN)


def _answered(held: Holdings, phase: Phase) -> Holdings:
    """Drop the pending completion question of *phase*: no player completed the unnamed tile."""
    if phase not in held.maybe_complete:
        return held
    left = tuple(each for each in held.maybe_complete if each is not phase)
    return replace(held, maybe_complete=left)
