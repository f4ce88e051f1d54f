"""Entry point for commands: checks them against the rules and returns events."""

from __future__ import annotations

from typing import assert_never

from companion.games.roll.decide.build import complete_tile, leave_unfinished, place_workers
from companion.games.roll.decide.corrections import decide_correction
from companion.games.roll.decide.counters import change_credits, change_tiles, change_vp, correct
from companion.games.roll.decide.explore import (
    draw_extra,
    draw_owed,
    place_tiles,
    rearrange,
    return_tile,
    scout,
    stock,
)
from companion.games.roll.decide.goods import produce, ship
from companion.games.roll.decide.manage import check_managed, final_scores, recall, recruit
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
from companion.games.roll.decide.setup import seat_computers, set_up, started
from companion.games.roll.decide.timing import IN_ORDER, check_turn, is_own_turn
from companion.games.roll.decide.turns import end_phase, reveal, roll_dice
from companion.games.roll.model import commands as c
from companion.games.roll.model import errors
from companion.games.roll.model.corrections import Correction
from companion.games.roll.model.events import Events, GameEnded, RoundStarted
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import EndReason, Step
from companion.games.roll.rules.legal import check_legal
from companion.games.roll.rules.lookup import Rules


def decide(rules: Rules, state: GameState, command: c.Command) -> Events:
    """Return the events that *command* causes in *state*.

    Pure: no clock, no randomness, no side effects. Dice are rolled on the table, so a roll is
    input. ``SetUpGame`` begins a fully tracked game, ``StartGame`` one with counters kept by hand;
    only the former needs the tiles.

    Raises:
        RefusedError: the command is refused; its ``reason`` says why.
    """
    check_legal(state, command)
    tracks = state.tracking is not None or isinstance(command, c.SetUpGame)
    if tracks and not rules.catalog.tiles:
        raise errors.NO_ACCOUNT()
    if isinstance(command, c.TrackedCommand):
        _check_order(rules, state, command)
        return _decide_task(rules, state, command)
    if isinstance(command, Correction):
        return decide_correction(rules, state, command)
    return _decide_flow(rules, state, command)


def _decide_flow(  # noqa: C901 - one line a command
    rules: Rules,
    state: GameState,
    command: c.TableCommand,
) -> Events:
    """Decide the commands of every table; a fully tracked game extends some of them."""
    tracked = state.tracking is not None
    match command:
        case c.StartGame():
            return started(command), RoundStarted(1)
        case c.SignalReady():
            _check_no_work_left(rules, state, command.seat)
            return _scored(rules, state, signal_ready(state, command))
        case c.WithdrawReady():
            return withdraw_ready(state, command)
        case c.RecordMat():
            return record_mat(state, command)
        case c.CorrectDie():
            return correct_die(state, command)
        case c.AddDie():
            return add_die(state, command)
        case c.RemoveDie():
            return remove_die(state, command)
        case c.RecordSpareDie():
            return record_spare_die(state, command)
        case c.ConfirmReveal():
            return reveal(rules, state) if tracked else confirm_reveal(state)
        case c.FinishPhase():
            return end_phase(rules, state) if tracked else finish_phase(state)
        case c.ChangeCredits():
            return change_credits(state, command)
        case c.ChangeVp():
            return change_vp(state, command)
        case c.ChangeTiles():
            return change_tiles(state, command)
        case c.FinishRound():
            _check_no_work_left(rules, state)
            return _scored(rules, state, finish_round(state))
        case c.StopGame():
            return _scored(rules, state, (GameEnded((EndReason.STOPPED,)),))
        case c.Correct():
            return decide_correction(rules, state, command) if tracked else correct(state, command)
        case c.SeatComputers(computers=computers):
            return seat_computers(computers, state.seats)
        case _:
            assert_never(command)


def _check_no_work_left(rules: Rules, state: GameState, ready: int | None = None) -> None:
    """Refuse to end Manage Empire too early; *ready* is the seat that signals, None for all."""
    if state.tracking is None or state.step is not Step.MANAGE:
        return
    # A correction may have left work for players who signalled ready earlier.
    last = all(part.ready for part in state.round.assignments if part.seat != ready)
    check_managed(rules, state, state.seats if last or ready is None else (ready,))


def _scored(rules: Rules, state: GameState, events: Events) -> Events:
    """Count the points before a fully tracked game ends (R-11.1)."""
    if state.tracking is not None and isinstance(events[-1], GameEnded):
        return *events[:-1], *final_scores(rules, state), events[-1]
    return events


def _check_order(rules: Rules, state: GameState, command: c.TrackedCommand) -> None:
    if isinstance(command, IN_ORDER):
        check_turn(rules, state, command.seat)
    elif isinstance(command, c.Rearrange) and not is_own_turn(rules, state, command.seat):
        raise errors.TIMING(name=state.empire(command.seat).name)


def _decide_task(rules: Rules, state: GameState, command: c.TrackedCommand) -> Events:  # noqa: C901 - one line a command
    match command:
        case c.SetUpGame():
            return set_up(rules, command)
        case c.RollDice():
            return roll_dice(state, command)
        case c.Stock():
            return stock(rules, state, command)
        case c.Scout():
            return scout(rules, state, command)
        case c.PlaceTiles():
            return place_tiles(rules, state, command)
        case c.ReturnTile():
            return return_tile(state, command)
        case c.DrawOwed():
            return draw_owed(rules, state, command)
        case c.DrawExtra():
            return draw_extra(rules, state, command)
        case c.Rearrange():
            return rearrange(rules, state, command)
        case c.PlaceWorkers():
            return place_workers(rules, state, command)
        case c.LeaveUnfinished():
            return leave_unfinished(rules, state, command)
        case c.CompleteTile():
            return complete_tile(rules, state, command)
        case c.Produce():
            return produce(rules, state, command)
        case c.Ship():
            return ship(rules, state, command)
        case c.Recruit():
            return recruit(state, command)
        case c.Recall():
            return recall(rules, state, command)
        case _:
            assert_never(command)
