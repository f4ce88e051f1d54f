"""Commands that stand for several others: one tap, one step, one undo."""

from dataclasses import dataclass, field
from typing import Final

from companion.games.messages import apply
from companion.games.roll.decide.proposals import proposals, propose_completion
from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase, least_able
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Placing
from companion.games.roll.model.state import GameState, Step, holdings, timing_order
from companion.games.roll.phases.build import (
    LeaveUnfinished,
    PlaceWorkers,
    asks_whether_complete,
    top_tile,
)
from companion.games.roll.phases.drawing import PlaceTiles
from companion.games.roll.phases.tile_corrections import ReplaceTile, TileLocation, TileSpot
from companion.games.roll.rules.judge import Command, Events, Move, When, decide, task
from companion.games.roll.rules.lookup import Rules, building_phase, current_workers, stack_of

_MOST: Final = 200
"""Upper bound on the proposals for one seat; prevents an endless loop."""


class Accept(Command, when=When((Step.PHASE, Step.MANAGE), tracked=True, is_task=True)):
    """Accept all proposals for these seats, until there are no more; other seats are untouched."""

    seats: tuple[int, ...]

    def decide(self, rules: Rules, state: GameState) -> Events:
        return tuple(accepted(rules, state, self.seats).events)


class Build(Move, when=task(Phase.DEVELOP, Phase.SETTLE)):
    """Identify the top tile of the phase's stack, put workers on it and complete it (R-7.2)."""

    tile: int = UNKNOWN

    def decide(self, rules: Rules, state: GameState) -> Events:
        """Place the missing workers on the top tile, then complete it."""
        phase, seat = building_phase(state), self.seat
        held = holdings(state, seat)
        tile, side = top_tile(rules, state, seat, self.tile)
        missing = rules.needed(side, held.tableau) - len(stack_of(held, phase)[1])
        workers = least_able(current_workers(state, seat))
        if missing > len(workers):
            raise errors.NOT_COMPLETE(name=state.empire(seat).name)
        done = Decided(rules, state)
        if missing > 0:
            done.do(PlaceWorkers(seat, workers[:missing]))
        done.do(propose_completion(rules, done.state, seat, phase, tile))
        return tuple(done.events)


class NameTile(Move, when=task(Phase.EXPLORE, Phase.DEVELOP, Phase.SETTLE)):
    """Answer which tile the computer player asks about; ``UNKNOWN``: it stays unidentified."""

    tile: int = UNKNOWN

    def decide(self, rules: Rules, state: GameState) -> Events:
        seat = self.seat
        spot = asked_tile(state, seat)
        if spot is None:
            raise errors.NO_SUCH_TILE(name=state.empire(seat).name)
        if self.tile != UNKNOWN:
            return decide(rules, state, ReplaceTile(spot, self.tile))
        if spot.location is not TileLocation.HAND:
            return decide(rules, state, LeaveUnfinished(seat))
        held = holdings(state, seat)
        few = len(held.developments) <= len(held.worlds)
        stack = Category.DEVELOPMENT if few else Category.WORLD
        placings = tuple(Placing(each, stack) for each in held.turn.hand)
        return decide(rules, state, PlaceTiles(seat, placings))


@dataclass(slots=True)
class Decided:
    """A state, the events decided since, and their commands."""

    rules: Rules
    state: GameState
    events: list[Event] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)

    def do(self, command: Command, said_first: Event | None = None) -> None:
        """Decide a command and update the state; *said_first* is recorded before its events.

        Raises:
            RefusedError: it is refused.
        """
        events = decide(self.rules, self.state, command)
        for event in events if said_first is None else (said_first, *events):
            self.state = apply(self.state, event)
            self.events.append(event)
        self.commands.append(command)


def accepted(rules: Rules, state: GameState, seats: tuple[int, ...]) -> Decided:
    """Execute all proposals for the seats in this phase, or in Manage Empire; refuse if one is."""
    done, here = Decided(rules, state), _place_of(state)
    for seat in (each for each in timing_order(state) if each in seats):
        for _ in range(_MOST):
            proposed = proposals(rules, done.state, seat)
            if not proposed or _place_of(done.state) != here:
                break
            done.do(proposed[0])
    return done


def _place_of(state: GameState) -> tuple[object, ...]:
    return state.step, state.round.number, state.round.current


def asked_tile(state: GameState, seat: int) -> TileSpot | None:
    """Return the place of the tile to identify for the computer player at *seat*, if any.

    A person sees the tiles they draw. For computer players people must say what was drawn before
    they can decide where it goes, and the top tile before they can build it.
    """
    phase = state.round.current
    if state.step is not Step.PHASE or phase is None or state.computers.at(seat) is None:
        return None
    held = holdings(state, seat)
    if phase is Phase.EXPLORE and UNKNOWN in held.turn.hand:
        index = held.turn.hand.index(UNKNOWN)
        return TileSpot(TileLocation.HAND, seat, index=index)
    if phase in (Phase.DEVELOP, Phase.SETTLE):
        stack, _, kind = stack_of(held, phase)
        waits = held.workers(phase) or asks_whether_complete(state, seat)
        if stack and stack[0] == UNKNOWN and waits:
            return TileSpot(TileLocation.STACK, seat, kind)
    return None
