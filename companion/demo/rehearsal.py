"""The evening played on paper: what the counters should say at every moment of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.demo.evening import Action, PlayedGame, PlayedRound, Takeback
from companion.games.roll.apply import apply
from companion.games.roll.commands import (
    Command,
    ConfirmReveal,
    FinishPhase,
    FinishRound,
    RecordMat,
    RecordSpareDie,
    SignalReady,
)
from companion.games.roll.decide import decide
from companion.games.roll.dice import Phase
from companion.games.roll.observe import view
from companion.games.roll.state import GameState
from companion.games.roll.view import Step, TableView

Counters = tuple[tuple[int, int, int], ...]
"""Credits, VP chips and tiles of every seat, by seat."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a round in which the players do something; ``phase`` is None for Manage."""

    number: int
    phase: Phase | None


def counters(table: TableView) -> Counters:
    """Return what can be counted at the table."""
    by_seat = sorted(table.seats, key=lambda each: each.seat)
    return tuple((each.credits, each.vp_chips, each.tiles) for each in by_seat)


def rehearse(game: PlayedGame) -> tuple[dict[Moment, tuple[Counters, ...]], TableView]:
    """Play *game* with what lies on the mats in fact.

    Returns:
        For every moment the counters before its first action and after each of them; and the table
        at the end.

    Raises:
        RulesError: the evening breaks a rule.
    """
    state = _play(GameState(), game.start, *game.join)
    found: dict[Moment, tuple[Counters, ...]] = {}
    for each in game.rounds:
        state = _reveal(state, each)
        while state.step in {Step.PHASE, Step.MANAGE}:
            table = view(state, None)
            moment = Moment(table.round, table.current_phase)
            done, state = _act(state, actions_at(each, moment))
            found[moment] = done
            if state.step is Step.MANAGE:
                state = _play(state, FinishRound())
                break
            state = _play(state, FinishPhase())
    return found, view(state, None)


def actions_at(played: PlayedRound, moment: Moment) -> tuple[Action, ...]:
    """Return what is done at *moment*."""
    return played.manage if moment.phase is None else played.phases[moment.phase]


def _reveal(state: GameState, played: PlayedRound) -> GameState:
    commands: list[Command] = [SignalReady(seat) for seat in played.ready]
    for mat in played.mats:
        if mat.seat is not None:
            commands.append(RecordMat(mat.seat, mat.in_fact))
        elif mat.spare is not None:
            commands.append(RecordSpareDie(mat.spare))
    return _play(state, *commands, ConfirmReveal())


def _act(state: GameState, actions: tuple[Action, ...]) -> tuple[tuple[Counters, ...], GameState]:
    states = [state]
    seen = [counters(view(state, None))]
    for action in actions:
        if isinstance(action, Takeback):
            states.pop()
        else:
            states.append(_play(states[-1], action))
        seen.append(counters(view(states[-1], None)))
    return tuple(seen), states[-1]


def _play(state: GameState, *commands: Command) -> GameState:
    for command in commands:
        for event in decide(state, command):
            state = apply(state, event)
    return state
