"""Plays the script without devices: the expected counters at every moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.catalog.roll_loader import load_roll_catalog
from companion.demo.script import Action, PlayedGame, PlayedRound, UndoAction
from companion.games.definition import GameDefinition
from companion.games.question import Steps
from companion.games.roll.at_table import at_table
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady
from companion.games.roll.rules.judge import Command, apply
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.table_view import SeatTracking, TableView

Counters = tuple[tuple[object, ...], ...]
"""Credits, VP chips and tiles by seat; if fully tracked also the places of all dice."""


@cache
def table_game() -> GameDefinition:
    """Return the game definition of a real table, with the bundled tiles."""
    return at_table(Rules(load_roll_catalog()))


@dataclass(frozen=True, slots=True)
class PhaseMoment:
    """A step of a round in which the players act; ``phase`` is None for Manage Empire."""

    number: int
    phase: Phase | None


def counters(table: TableView) -> Counters:
    """Return the counters of all seats."""
    by_seat = sorted(table.seats, key=lambda each: each.seat)
    return tuple(
        (each.credits, each.vp_chips, each.tiles, *_lying(each.tracking)) for each in by_seat
    )


def _lying(tracking: SeatTracking | None) -> tuple[object, ...]:
    """Return the places of dice and tiles, which change even if no counter does."""
    if tracking is None:
        return ()
    stacks = (tracking.developments, tracking.worlds)
    places = (tracking.cup, tracking.citizenry, *tracking.columns, *(s.workers for s in stacks))
    goods = tuple(sorted((good.world, good.die.value) for good in tracking.goods))
    dice = tuple(tuple(sorted(die.value for die in place)) for place in places)
    return dice, goods, tracking.hand, tuple(stack.size for stack in stacks)


def dry_run(game: PlayedGame) -> tuple[dict[PhaseMoment, tuple[Counters, ...]], TableView]:
    """Play *game* with the corrected dice of the mats.

    Returns:
        For every moment the counters before its first action and after each action; and the table
        at the end.

    Raises:
        RefusedError: the script breaks a rule.
    """
    state = _play(GameState(), game.start, *game.join)
    found: dict[PhaseMoment, tuple[Counters, ...]] = {}
    for each in game.rounds:
        state = _reveal(state, each)
        while state.step in {Step.PHASE, Step.MANAGE}:
            table = _view(state)
            moment = PhaseMoment(table.round, table.current_phase)
            done, state = _act(state, actions_at(each, moment))
            found[moment] = done
            if moment_of(state) != moment:  # nothing left to do: it ended automatically
                continue
            if state.step is Step.MANAGE:
                state = _play(state, *_end_of_round(game, each))
                break
            state = _play(state, FinishPhase())
    return found, _view(state)


def _view(state: GameState) -> TableView:
    seen: TableView = table_game().view(state, None)
    return seen


def moment_of(state: GameState) -> PhaseMoment | None:
    """Return the moment of a state; None before Reveal is confirmed and after the end."""
    if state.step not in {Step.PHASE, Step.MANAGE}:
        return None
    return PhaseMoment(state.round.number, state.round.current)


def _end_of_round(game: PlayedGame, played: PlayedRound) -> tuple[Command, ...]:
    if game.rounds_end_with_ready:
        return tuple(SignalReady(seat) for seat in played.ready)
    return (FinishRound(),)


def actions_at(played: PlayedRound, moment: PhaseMoment) -> tuple[Action, ...]:
    """Return the actions at *moment*."""
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
    seen = [counters(_view(state))]
    for action in actions:
        if isinstance(action, UndoAction):
            states.pop()
        else:
            states.append(_play(states[-1], action))
        seen.append(counters(_view(states[-1])))
    return tuple(seen), states[-1]


def _play(state: GameState, *commands: Command | Steps) -> GameState:
    for command in commands:
        for event in table_game().decide(state, command):
            state = apply(state, event)
    return state
