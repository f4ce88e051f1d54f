"""The draft at the table: state, commands, events, view (section 4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.names import same_name
from companion.games.refusals import NOT_NOW
from companion.games.storm import errors
from companion.games.storm.draft import DRAFTERS, PACKET, DraftPlan, DraftStep, plan, steps
from companion.games.storm.robot import START_WORLDS

DRAFT_SCHEMA: Final = 1
"""Schema version of the events in the log."""

_PICKS: Final = (DraftStep.PICK_LEFT, DraftStep.PICK_RIGHT)


@dataclass(frozen=True, slots=True)
class Drafter:
    """A player; *start_world* is the number of the one revealed at the end."""

    seat: int
    name: str
    start_world: int | None = None


@dataclass(frozen=True, slots=True)
class DraftState:
    """The progress of the draft; *done* counts the finished steps of ``steps``."""

    players: tuple[Drafter, ...] = ()
    done: int = 0

    @property
    def step(self) -> DraftStep | None:
        """The current step; None before the draft and after it."""
        whole = steps(len(self.players)) if self.players else ()
        return whole[self.done] if self.done < len(whole) else None

    @property
    def over(self) -> bool:
        """Whether everybody has a private deck and a start world."""
        return bool(self.players) and self.step is None


@dataclass(frozen=True, slots=True)
class StartDraft:
    """Two or three players begin; their start worlds are not known yet."""

    players: tuple[Drafter, ...]


@dataclass(frozen=True, slots=True)
class DraftOn:
    """The step is done; a pick is done when all five cards of the packets are taken."""


@dataclass(frozen=True, slots=True)
class RevealStartWorld:
    """A player reveals the chosen start world, by its number; the last one ends the draft."""

    seat: int
    number: int


DraftCommand = StartDraft | DraftOn | RevealStartWorld


@dataclass(frozen=True, slots=True)
class DraftStarted:
    """The draft began (section 4)."""

    players: tuple[Drafter, ...]


@dataclass(frozen=True, slots=True)
class DraftWentOn:
    """A step is done."""


@dataclass(frozen=True, slots=True)
class StartWorldRevealed:
    """A player's start world was revealed."""

    seat: int
    number: int


DraftEvent = DraftStarted | DraftWentOn | StartWorldRevealed


def decide_draft(state: DraftState, command: DraftCommand) -> tuple[DraftEvent, ...]:
    """Return the events of a command.

    Raises:
        RefusedError: it is refused.
    """
    match command:
        case StartDraft(players=players):
            return (_start(state, players),)
        case DraftOn():
            if state.step in (None, DraftStep.DISCARD):
                raise NOT_NOW()
            return (DraftWentOn(),)
        case RevealStartWorld(seat=seat, number=number):
            return _reveal(state, seat, number)


def _start(state: DraftState, players: tuple[Drafter, ...]) -> DraftStarted:
    if state.players:
        raise NOT_NOW()
    names = {same_name(player.name) for player in players}
    seats = {player.seat for player in players}
    fits = len(players) in DRAFTERS and len(names) == len(seats) == len(players)
    if not fits or "" in names or any(player.start_world is not None for player in players):
        raise errors.DRAFTERS()
    return DraftStarted(players)


def _reveal(state: DraftState, seat: int, number: int) -> tuple[DraftEvent, ...]:
    """Each start world exists once; a player may reveal another number to correct it."""
    seats = [player.seat for player in state.players]
    if state.step is not DraftStep.DISCARD or seat not in seats:
        raise NOT_NOW()
    others = {player.start_world for player in state.players if player.seat != seat}
    if not 0 <= number < len(START_WORLDS) or number in others:
        raise errors.START_WORLD_TAKEN()
    revealed = StartWorldRevealed(seat, number)
    return (revealed, DraftWentOn()) if None not in others else (revealed,)


def apply_draft(state: DraftState, event: DraftEvent) -> DraftState:
    """Return the state after the event; never refuses."""
    match event:
        case DraftStarted(players=players):
            return DraftState(players)
        case DraftWentOn():
            return replace(state, done=state.done + 1)
        case StartWorldRevealed(seat=seat, number=number):
            players = tuple(
                replace(player, start_world=number) if player.seat == seat else player
                for player in state.players
            )
            return replace(state, players=players)


@dataclass(frozen=True, slots=True)
class DraftView:
    """The draft with its numbers.

    Attributes:
        plan: packets and cards; None before the draft.
        packet: number of the current packet, from 1; 0 outside of the picks.
        drafted: number of cards of each player when this step begins.
    """

    state: DraftState
    step: DraftStep | None
    plan: DraftPlan | None
    packet: int
    drafted: int


def draft_view(state: DraftState, seat: int | None) -> DraftView:
    """Return the view; the same for every seat, as picks are not recorded."""
    del seat
    count = len(state.players)
    before = steps(count)[: state.done] if count else ()
    picked = sum(step in _PICKS for step in before)
    step = state.step
    return DraftView(
        state,
        step,
        plan(count) if count else None,
        picked + 1 if step in _PICKS else 0,
        picked * PACKET,
    )
