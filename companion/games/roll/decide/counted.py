"""Check a command against the rules and answer with what happens."""

from __future__ import annotations

from typing import assert_never

from companion.games.roll.decide.counters import (
    change_credits,
    change_tiles,
    change_vp,
    correct,
)
from companion.games.roll.decide.reveal import (
    add_die,
    confirm_reveal,
    correct_die,
    record_mat,
    record_spare_die,
    remove_die,
)
from companion.games.roll.decide.round import (
    finish_phase,
    finish_round,
    signal_ready,
    withdraw_ready,
)
from companion.games.roll.decide.setup import started
from companion.games.roll.model.commands import (
    AddDie,
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Command,
    ConfirmReveal,
    Correct,
    CorrectDie,
    FinishPhase,
    FinishRound,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
    SignalReady,
    StartGame,
    WithdrawReady,
)
from companion.games.roll.model.errors import AlreadyStartedError, UnknownSeatError, WrongStepError
from companion.games.roll.model.events import Event, RoundStarted
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.legal import is_legal


def decide(state: GameState, command: Command) -> tuple[Event, ...]:
    """Return the events that *command* causes in *state*.

    Pure: no clock, no chance, nothing is changed. Dice are rolled on the table, so a roll is input.

    Raises:
        RulesError: the command is refused; the subclass and its ``code`` say why.
    """
    if isinstance(command, StartGame) and state.step is not Step.SETUP:
        raise AlreadyStartedError
    if not is_legal(type(command), state):
        raise WrongStepError(step=state.step.value)
    seat = getattr(command, "seat", None)
    if seat is not None and seat not in state.seats:
        raise UnknownSeatError(seat=seat)
    return _decide_legal(state, command)


def _decide_legal(state: GameState, command: Command) -> tuple[Event, ...]:  # noqa: C901 - one line a command
    match command:
        case StartGame():
            return started(command), RoundStarted(1)
        case SignalReady():
            return signal_ready(state, command)
        case WithdrawReady():
            return withdraw_ready(state, command)
        case RecordMat():
            return record_mat(state, command)
        case CorrectDie():
            return correct_die(state, command)
        case AddDie():
            return add_die(state, command)
        case RemoveDie():
            return remove_die(state, command)
        case RecordSpareDie():
            return record_spare_die(state, command)
        case ConfirmReveal():
            return confirm_reveal(state)
        case FinishPhase():
            return finish_phase(state)
        case ChangeCredits():
            return change_credits(state, command)
        case ChangeVp():
            return change_vp(state, command)
        case ChangeTiles():
            return change_tiles(state, command)
        case FinishRound():
            return finish_round(state)
        case Correct():
            return correct(state, command)
        case _:
            assert_never(command)
