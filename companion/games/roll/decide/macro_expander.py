"""Expands macros into commands of the rules, decided in order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from companion.games.roll.decide.naming import asked_tile
from companion.games.roll.decide.proposals import least_able, proposals, propose_completion
from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Placing
from companion.games.roll.model.macros import (
    Accept,
    Build,
    Macro,
    NameTile,
)
from companion.games.roll.model.state import GameState, holdings, timing_order
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.build import CompleteTile, LeaveUnfinished, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles
from companion.games.roll.phases.tile_corrections import ReplaceTile, TileLocation
from companion.games.roll.rules.costs import workers_needed
from companion.games.roll.rules.judge import Command, Event, apply, decide
from companion.games.roll.rules.lookup import Rules, current_workers, is_seen, stack_of

Plain = Command

_MOST: Final = 200
"""Upper bound on the proposals for one seat; prevents an endless loop."""


@dataclass(slots=True)
class MacroExpander:
    """A state, the events decided since, and their commands."""

    rules: Rules
    state: GameState
    events: list[Event] = field(default_factory=list)
    commands: list[Plain] = field(default_factory=list)

    def do(self, command: Plain, said_first: Event | None = None) -> None:
        """Decide a command of the rules and update the state.

        Args:
            command: the command to decide.
            said_first: an event that is recorded before those of the command.

        Raises:
            RefusedError: it is refused.
        """
        events = decide(self.rules, self.state, command)
        for event in events if said_first is None else (said_first, *events):
            self.state = apply(self.state, event)
            self.events.append(event)
        self.commands.append(command)

    def unfold(self, macro: Macro) -> None:
        """Execute the commands of *macro*.

        Raises:
            RefusedError: one of its commands is refused.
        """
        match macro:
            case Accept(seats=seats):
                for seat in (each for each in timing_order(self.state) if each in seats):
                    self.accept(seat)
            case Build(seat=seat, tile=tile):
                self._build(seat, tile)
            case NameTile(seat=seat, tile=tile):
                self._name(seat, tile)
            case _:
                assert_never(macro)

    def accept(self, seat: int) -> None:
        """Execute all proposals for a seat in this phase, or in Manage Empire."""
        here = _place_of(self.state)
        if self.state.tracking is None or self.state.step not in (Step.PHASE, Step.MANAGE):
            return
        for _ in range(_MOST):
            proposed = proposals(self.rules, self.state, seat)
            if not proposed:
                return
            self.do(proposed[0])
            if _place_of(self.state) != here:
                return

    def _name(self, seat: int, tile: int) -> None:
        spot = asked_tile(self.state, seat)
        if spot is None:
            raise errors.NO_SUCH_TILE(name=self.state.empire(seat).name)
        if tile != UNKNOWN:
            self.do(ReplaceTile(spot, tile))
        elif spot.location is TileLocation.HAND:
            held = holdings(self.state, seat)
            few = len(held.developments) <= len(held.worlds)
            stack = Category.DEVELOPMENT if few else Category.WORLD
            self.do(PlaceTiles(seat, tuple(Placing(each, stack) for each in held.turn.hand)))
        else:
            self.do(LeaveUnfinished(seat))

    # --- Develop, Settle ------------------------------------------------------------------------

    def _build(self, seat: int, tile: int) -> None:
        """Identify the top tile, place the missing workers on it, complete it."""
        phase = self.state.round.current
        name = self.state.empire(seat).name
        held = holdings(self.state, seat)
        if phase not in (Phase.DEVELOP, Phase.SETTLE):
            raise errors.NOT_COMPLETE(name=name)
        stack, builders, kind = stack_of(held, phase)
        if not stack:
            raise errors.NOT_COMPLETE(name=name)
        number = stack[0] or tile
        if tile not in (UNKNOWN, number) or (
            not stack[0] and is_seen(self.rules, self.state, number)
        ):
            raise errors.NO_SUCH_TILE(name=name)
        side = self.rules.side_of(number, kind)
        missing = workers_needed(side, self.rules.sides(held.tableau)) - len(builders)
        workers = least_able(current_workers(self.state, seat))
        if missing > len(workers):
            raise errors.NOT_COMPLETE(name=name)
        if missing > 0:
            self.do(PlaceWorkers(seat, workers[:missing]))
        self.do(self._completion(seat, phase, number))

    def _completion(self, seat: int, phase: Phase, tile: int) -> CompleteTile:
        """The proposed completion, as if the tile were named."""
        held = holdings(self.state, seat)
        rest = stack_of(held, phase)[0][1:]
        named = (
            replace(held, developments=(tile, *rest))
            if phase is Phase.DEVELOP
            else replace(held, worlds=(tile, *rest))
        )
        return replace(propose_completion(self.rules, named, seat, phase), tile=tile)


def accepted(rules: Rules, state: GameState, seat: int) -> MacroExpander:
    """Return an expander after executing all proposals for a seat."""
    expander = MacroExpander(rules, state)
    expander.accept(seat)
    return expander


def _place_of(state: GameState) -> tuple[object, ...]:
    return state.step, state.round.number, state.round.current
