"""Assign, Reveal and the ends of phases in a fully tracked game (R-2.1 to R-5.6)."""

from __future__ import annotations

from typing import Final

from companion.games.roll.decide.build import missing_workers, stack_of
from companion.games.roll.decide.explanation import explained
from companion.games.roll.decide.ledger import Ledger
from companion.games.roll.decide.manage import recruit_without_choice
from companion.games.roll.decide.reveal import confirm_reveal
from companion.games.roll.decide.round import finish_phase
from companion.games.roll.model import errors
from companion.games.roll.model.commands import RollDice
from companion.games.roll.model.dice import FACES, PHASES, Phase
from companion.games.roll.model.effects import PowerStep, Trigger
from companion.games.roll.model.events import Event, Events, ManageStarted, PhaseStarted
from companion.games.roll.model.holdings import RolledDie, contains
from companion.games.roll.model.options import UnprintedMoment
from companion.games.roll.model.state import GameState, holdings, timing_order, tracking
from companion.games.roll.model.task_events import (
    BagRefilled,
    DiceRolled,
    WorkersBorrowed,
    WorkersReturned,
)
from companion.games.roll.rules.income import phase_gains
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import shows_the_roll
from companion.games.roll.rules.producing import rooms

_STEPS: Final = {phase: PowerStep(phase.value) for phase in Phase}

_NO_TASK: Final = {
    Phase.EXPLORE: "R-5.2",
    Phase.DEVELOP: "R-7.3",
    Phase.SETTLE: "R-7.3",
    Phase.PRODUCE: "R-8.2",
    Phase.SHIP: "R-9.5",
}
"""Why workers go back to the cup when a phase ends."""


def roll_dice(state: GameState, command: RollDice) -> Events:
    """Record the roll of a whole cup (R-2.1)."""
    held = holdings(state, command.seat)
    right = (
        not held.rolled
        and len(command.dice) == len(held.cup)
        and contains(held.cup, (die.type for die in command.dice))
        and all(die.face in FACES[die.type] for die in command.dice)
    )
    if not right:
        raise errors.ROLL(name=state.empire(command.seat).name)
    return (DiceRolled(command.seat, command.dice),)


def reveal(rules: Rules, state: GameState) -> Events:
    """Check the mats, activate phases, return idle dice, begin the first phase (R-3.1 to R-4.3).

    If no roll was entered, it is taken from the mat.

    Raises:
        RefusedError: a mat shows other dice than were rolled or in the cup; no sorting, selecting,
            power or Dictate explains a mat.
    """
    for part in state.round.assignments:
        if part.dice is not None and not shows_the_roll(part.dice, holdings(state, part.seat)):
            raise errors.MAT_DICE(name=state.empire(part.seat).name)
    revealed = confirm_reveal(state)
    told: list[Event] = []
    for part in state.round.assignments:
        dice = part.dice or ()
        if dice and not holdings(state, part.seat).rolled:
            faces = tuple(RolledDie(die.type, die.face) for die in dice)
            told.append(DiceRolled(part.seat, faces, from_mat=True))
        told += explained(rules, state, part.seat, dice)
    return *told, *_with_powers(rules, state, revealed, Ledger(state))


def end_phase(rules: Rules, state: GameState) -> Events:
    """Pay income of the phase's end, return idle workers, continue (R-5.1, R-5.2)."""
    phase = state.round.current
    assert phase is not None, "legal in step PHASE only"  # noqa: S101 - checked by the caller
    for seat in state.seats:
        if must_act(rules, state, seat):
            raise errors.WORK_LEFT(name=state.empire(seat).name)
    ledger = Ledger(state)
    moments = [Trigger.PHASE_END]
    if rules.options.unprinted_moment is UnprintedMoment.PHASE_END:
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
    following = _with_powers(rules, state, finish_phase(state), ledger)
    return *paid, *idle, *refilled, *following


def _with_powers(
    rules: Rules, state: GameState, events: tuple[Event, ...], ledger: Ledger
) -> Events:
    """Add the automatic events if the last of *events* begins a phase or Manage Empire."""
    match events[-1]:
        case PhaseStarted(phase=phase):
            if rules.options.unprinted_moment is UnprintedMoment.PHASE_START:
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
    step = _STEPS[phase]
    for seat in timing_order(state):
        tableau = holdings(state, seat).tableau
        for moment in moments:
            if rules.pays(tableau, step, moment):
                ledger.book(seat, phase_gains(rules.in_phase(state, seat), step, moment))


def must_act(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether the player has a task left in the current phase (R-5.1)."""
    phase = state.round.current
    if phase is None:
        return False
    held = holdings(state, seat)
    workers = held.columns[PHASES.index(phase)]
    match phase:
        case Phase.EXPLORE:
            if workers or held.turn.borrowed or held.turn.hand or held.turn.owed:
                return True
            extra = not held.turn.extra_drawn and rules.extra_tiles(held.tableau) > 0
            return extra or seat in tracking(state).givers
        case Phase.DEVELOP | Phase.SETTLE:
            stack, builders, _ = stack_of(held, phase)
            if not stack:
                return False
            # A tile without workers is never complete: the minimum cost is one.
            return bool(workers) or (bool(builders) and missing_workers(rules, state, seat) == 0)
        case Phase.PRODUCE:
            return bool(workers) and bool(rooms(rules.sides(held.tableau), held.goods))
        case Phase.SHIP:
            return bool((workers or held.turn.borrowed) and held.goods)
