"""Expands macros into commands of the rules, decided in order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from companion.games.roll.decide.build import stack_of
from companion.games.roll.decide.command import decide
from companion.games.roll.decide.explore import is_seen
from companion.games.roll.decide.naming import asked_tile
from companion.games.roll.decide.proposals import least_able, proposals, propose_completion
from companion.games.roll.model import errors
from companion.games.roll.model.apply import apply
from companion.games.roll.model.commands import (
    Command,
    CompleteTile,
    DrawExtra,
    DrawOwed,
    LeaveUnfinished,
    PlaceTiles,
    PlaceWorkers,
    Placing,
    Rearrange,
    Scout,
    Spot,
)
from companion.games.roll.model.corrections import ReplaceTile, TileLocation
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.events import Event
from companion.games.roll.model.holdings import UNKNOWN, Holdings
from companion.games.roll.model.macros import (
    Accept,
    Build,
    DrawUnnamed,
    Goal,
    Macro,
    NameTile,
    PlaceDrawn,
    RearrangeBy,
    ScoutTo,
)
from companion.games.roll.model.state import GameState, holdings, timing_order, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.costs import workers_needed
from companion.games.roll.rules.exploring import extra_tiles
from companion.games.roll.rules.lookup import Rules, current_workers

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
            case ScoutTo():
                self._scout(macro)
            case DrawUnnamed(seat=seat):
                self._draw(seat)
            case PlaceDrawn(seat=seat, to=to):
                self._place(seat, to)
            case RearrangeBy(seat=seat, developments=developments, worlds=worlds):
                stacks = (self._tiles(seat, developments), self._tiles(seat, worlds))
                self.do(Rearrange(seat, *stacks, (*developments, *worlds)))
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

    # --- Explore --------------------------------------------------------------------------------

    def _scout(self, macro: ScoutTo) -> None:
        count = 1 + len(macro.abandon)
        bag, abandoned = tracking(self.state).bag, tracking(self.state).abandoned
        count = min(count, len(bag) + len(abandoned) + len(macro.abandon))
        drawn = (UNKNOWN,) * count
        self.do(Scout(macro.seat, macro.die, macro.abandon, drawn, macro.borrowed))
        drawn = holdings(self.state, macro.seat).turn.hand
        if macro.to and drawn:  # a short bag gives fewer tiles, the rest is drawn later
            self._place(macro.seat, macro.to[: len(drawn)])

    def _draw(self, seat: int) -> None:
        turn = holdings(self.state, seat).turn
        box = tracking(self.state)
        if turn.owed:
            self.do(DrawOwed(seat, (UNKNOWN,) * min(turn.owed, len(box.bag))))
            return
        wanted = extra_tiles(self.rules.tableau(self.state, seat))
        there = len(box.bag) + len(box.abandoned)
        self.do(DrawExtra(seat, (UNKNOWN,) * min(wanted, there)))

    def _place(self, seat: int, to: tuple[Goal, ...]) -> None:
        hand = holdings(self.state, seat).turn.hand
        if len(hand) != len(to):
            raise errors.PLACING(name=self.state.empire(seat).name)
        placings = zip(hand, to, strict=True)
        self.do(
            PlaceTiles(
                seat, tuple(Placing(tile, goal.stack, goal.on_top) for tile, goal in placings)
            )
        )

    def _tiles(self, seat: int, spots: tuple[Spot, ...]) -> tuple[int, ...]:
        held = holdings(self.state, seat)
        try:
            return tuple(_stack(held, spot.stack)[spot.index] for spot in spots)
        except IndexError as error:
            raise errors.NO_SUCH_TILE(name=self.state.empire(seat).name) from error

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


def _stack(held: Holdings, kind: Category) -> tuple[int, ...]:
    return held.developments if kind is Category.DEVELOPMENT else held.worlds
