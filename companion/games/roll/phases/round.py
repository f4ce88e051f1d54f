"""The flow of a round: ready signals, phases in order, Manage Empire and the end."""

from dataclasses import replace
from typing import Any, Final

from companion.games.messages import OfPlayer
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import PowerStep, Trigger
from companion.games.roll.model.event import Event
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
from companion.games.roll.rules.judge import RUNNING, Command, Events, Move, When
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.timing import has_work

_READYING: Final = When((Step.ASSIGN, Step.MANAGE))


class SignalReady(Move, Event, when=_READYING):
    """The player at *seat* has finished assigning (R-3.7) or, while managing, the round."""

    def decide(self, rules: Rules, state: GameState) -> Events:
        """Record the signal; the last one ends the step (R-3.7, and Manage by the same custom)."""
        _check_no_work_left(state, self.seat)
        part = state.assignment(self.seat)
        if part.ready:
            raise errors.ALREADY_READY(name=state.empire(self.seat).name)
        others = (other for other in state.round.assignments if other.seat != self.seat)
        if not all(other.ready for other in others):
            return (self,)
        if state.step is Step.ASSIGN:
            return self, RevealStarted()
        return self, *_round_end(rules, state)

    def apply(self, state: GameState) -> GameState:
        return state.with_assignment(replace(state.assignment(self.seat), ready=True))


class WithdrawReady(Move, Event, when=_READYING):
    """Withdraw the ready signal; possible while not everybody is ready."""

    def decide(self, _: Rules, state: GameState) -> None:
        if not state.assignment(self.seat).ready:
            raise errors.NOT_READY(name=state.empire(self.seat).name)

    def apply(self, state: GameState) -> GameState:
        part = replace(state.assignment(self.seat), ready=False)
        return state.with_assignment(
            replace(part, dice=None) if state.step is Step.ASSIGN else part
        )


class FinishPhase(Command, when=When((Step.PHASE,))):
    """The players have finished the current phase; continue with the next active one or Manage."""

    def decide(self, rules: Rules, state: GameState) -> Events:
        current = state.round.current
        assert current is not None, "step PHASE has a phase"  # noqa: S101 - an invariant of apply
        later = [phase for phase in state.round.active if phase.number > current.number]
        following = PhaseFinished(current), PhaseStarted(later[0]) if later else ManageStarted()
        return following if state.tracking is None else _paid(rules, state, current, following)


class FinishRound(Command, when=When((Step.MANAGE,))):
    """Manage Empire is done; check the end (R-10.4), else start the next round."""

    def decide(self, rules: Rules, state: GameState) -> Events:
        _check_no_work_left(state)
        return _round_end(rules, state)


class StopGame(Command, when=When(RUNNING)):
    """The players end the game now; it is scored as it is."""

    def decide(self, rules: Rules, state: GameState) -> Events:
        return _game_end(rules, state, (EndReason.STOPPED,))


class RoundStarted(Event, why="R-2.1"):
    """The cups are rolled and the players assign (R-2.1)."""

    number: int

    def apply(self, state: GameState) -> GameState:
        parts = tuple(Assignment(seat) for seat in state.seats)
        state = each_held(state, lambda held, _: replace(held, recruited=False))
        return replace(state, step=Step.ASSIGN, round=Round(self.number, parts))


class RevealStarted(Event):
    """Everybody was ready: the screens go up (R-4.1)."""

    def apply(self, state: GameState) -> GameState:
        return _nobody_ready(replace(state, step=Step.REVEAL))


class PhaseStarted(Event):
    """An active phase begins (R-5.1)."""

    phase: Phase

    def apply(self, state: GameState) -> GameState:
        state = each_held(state, _with_new_turn)
        return replace(state, step=Step.PHASE, round=replace(state.round, current=self.phase))


class PhaseFinished(Event):
    """Everybody has used their workers of the phase."""

    phase: Phase

    def apply(self, state: GameState) -> GameState:
        state = each_held(state, lambda held, _: _answered(held, self.phase))
        return replace(state, round=replace(state.round, current=None))


class ManageStarted(Event):
    """The last active phase is done: Manage Empire (section 3)."""

    def apply(self, state: GameState) -> GameState:
        return replace(each_held(state, _with_new_turn), step=Step.MANAGE)


class RoundFinished(Event):
    """Manage Empire is done and the end was checked (R-10.4)."""

    number: int

    def apply(self, state: GameState) -> GameState:
        return state  # informative only: a RoundStarted or GameEnded event follows


class GameEnded(Event):
    """An end condition held at the end of a round."""

    reasons: tuple[EndReason, ...]

    def apply(self, state: GameState) -> GameState:
        return _nobody_ready(replace(state, step=Step.OVER, ended_by=self.reasons))


class WorkersBorrowed(OfPlayer, Event):
    """A power lends workers for the phase."""

    dice: tuple[DieType, ...]
    reason: str

    def apply(self, state: GameState) -> GameState:
        turn = holdings(state, self.seat).turn
        return hold(state, self.seat, turn=replace(turn, borrowed=turn.borrowed + self.dice))


class WorkersReturned(OfPlayer, Event, why=""):
    """Workers without a task return to the cup (R-5.2), *from_stack* if that is empty (R-7.3)."""

    phase: Phase
    dice: tuple[DieType, ...]
    reason: str
    from_stack: bool = False

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        cup = held.cup + self.dice
        if self.from_stack:
            place = STACKS[self.phase][1]
            left: Any = {place: without(getattr(held, place), self.dice)}
            return hold(state, self.seat, cup=cup, **left)
        return hold(state, self.seat, columns=less(held.columns, self.phase, self.dice), cup=cup)


_NO_TASK: Final = {
    Phase.EXPLORE: "R-5.2",
    Phase.DEVELOP: "R-7.3",
    Phase.SETTLE: "R-7.3",
    Phase.PRODUCE: "R-8.2",
    Phase.SHIP: "R-9.5",
}
"""Why workers go back to the cup when a phase ends."""


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


_NEW_TURN: Final = Turn()


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
