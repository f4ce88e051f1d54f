"""Phases II and III: placing workers, completing tiles, instant effects."""

from collections import Counter
from dataclasses import replace
from typing import Any, Final

from companion.games.messages import OfPlayer
from companion.games.roll.model import effects as e
from companion.games.roll.model import errors
from companion.games.roll.model.dice import KINDS, DieType, Phase
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import (
    UNKNOWN,
    Dice,
    DieLocation,
    DieSpot,
    Good,
    Holdings,
    OwnedDie,
    contains,
    without,
)
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.state_edits import (
    PHASE_OF,
    STACKS,
    hold,
    less,
    stocked,
    with_dice,
    with_new_top,
)
from companion.games.roll.model.tiles import Side
from companion.games.roll.phases.ledger import Ledger
from companion.games.roll.phases.round import WorkersReturned
from companion.games.roll.rules.completing import freed_dice
from companion.games.roll.rules.income import event_gains
from companion.games.roll.rules.judge import Events, Move, task
from companion.games.roll.rules.lookup import (
    Rules,
    building_phase,
    is_seen,
    missing_workers,
    stack_of,
)

_BUILDING: Final = task(Phase.DEVELOP, Phase.SETTLE, in_order=True)


class PlaceWorkers(Move, when=_BUILDING):
    """Developers or settlers go on the top tile of their stack (R-7.1)."""

    dice: tuple[DieType, ...]

    def decide(self, rules: Rules, state: GameState) -> Events:
        phase = building_phase(state)
        held = holdings(state, self.seat)
        name = state.empire(self.seat).name
        if not self.dice or not contains(held.workers(phase), self.dice):
            die = self.dice[0].value if self.dice else "-"
            raise errors.NO_SUCH_WORKER(name=name, die=die)
        if not stack_of(held, phase)[0]:
            raise errors.NO_SUCH_TILE(name=name)
        room = missing_workers(rules, state, self.seat)
        if room is not None and len(self.dice) > room:
            raise errors.TOO_MANY_WORKERS(name=name, count=room)
        return (WorkersPlaced(self.seat, phase, self.dice),)


class LeaveUnfinished(Move, Event, when=_BUILDING):
    """Put all workers on the unnamed top tile without completing it (R-7.1, R-7.2).

    States what cannot be derived while the tile is unnamed. ``PlaceWorkers`` leaves it open.
    """

    def decide(self, rules: Rules, state: GameState) -> Events:
        phase, seat = building_phase(state), self.seat
        held = holdings(state, seat)
        stack, builders, _ = stack_of(held, phase)
        workers = held.workers(phase)
        if not stack or stack[0] != UNKNOWN or not (workers or builders):
            raise errors.NO_SUCH_TILE(name=state.empire(seat).name)
        placed = PlaceWorkers(seat, workers).decide(rules, state) if workers else ()
        return *placed, self

    def apply(self, state: GameState) -> GameState:
        open_, current = holdings(state, self.seat).maybe_complete, state.round.current
        left = tuple(phase for phase in open_ if phase is not current)
        return hold(state, self.seat, maybe_complete=left)


class CompleteTile(Move, when=_BUILDING):
    """The top tile has its workers and is built (R-7.2).

    Attributes:
        workers: which dice of the stack pay; empty for all of them.
        to_cup: those of them that a power sends to the cup.
        give_up: dice that an instant effect takes (R-7.4).
        tile: its number, if it is still unnamed.
    """

    workers: tuple[DieType, ...] = ()
    to_cup: tuple[DieType, ...] = ()
    give_up: tuple[OwnedDie, ...] = ()
    tile: int = UNKNOWN

    def decide(self, rules: Rules, state: GameState) -> Events:
        phase = building_phase(state)
        held = holdings(state, self.seat)
        tile, side, workers = _ready_tile(rules, state, self, phase)
        tableau = (*rules.sides(held.tableau), side)
        freed = freed_dice(workers, side, tableau, state.options)
        if not freed.allows(workers, self.to_cup):
            raise errors.COMPLETION_CHOICE(name=state.empire(self.seat).name)
        to_cup = _in_order(self.to_cup)
        completed = TileCompleted(
            self.seat, phase, tile, side.key, _in_order(workers), to_cup, freed.tiles
        )
        ledger = Ledger(state)
        at_once = _at_once(state, self, completed, side, ledger)
        gains = event_gains(
            tableau, e.PowerStep(phase.value), e.Trigger.AFTER_COMPLETE_TILE, side=side
        )
        paid_before = len(ledger.events)
        ledger.book(self.seat, gains)
        unused = _unused(held, completed, at_once)
        return completed, *at_once, *ledger.events[paid_before:], *unused


class WorkersPlaced(OfPlayer, Event, why="R-7.1"):
    """Developers or settlers were placed at their stack (R-7.1)."""

    phase: Phase
    dice: tuple[DieType, ...]

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        columns = less(held.columns, self.phase, self.dice)
        builders = STACKS[self.phase][1]
        there = {builders: getattr(held, builders) + self.dice}
        state = hold(state, self.seat, columns=columns, **there)
        return with_new_top(state, self.seat, self.phase)


class TileCompleted(OfPlayer, Event, why="R-7.2"):
    """The top tile of a stack is in the tableau, its workers are used (R-7.2).

    *to_cup* are those of the workers that the powers *freed_by* send there, not to the Citizenry.
    """

    phase: Phase
    tile: int
    side: str
    workers: tuple[DieType, ...]
    to_cup: tuple[DieType, ...] = ()
    freed_by: tuple[str, ...] = ()

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        stack, builders = STACKS[self.phase]
        changes: dict[str, Any] = {
            stack: getattr(held, stack)[1:],
            builders: without(getattr(held, builders), self.workers),
            "citizenry": held.citizenry + without(self.workers, self.to_cup),
            "cup": held.cup + self.to_cup,
            "tableau": (*held.tableau, self.side),
        }
        empire = state.empire(self.seat)
        state = state.with_empire(
            replace(empire, tiles=empire.tiles + 1, holdings=replace(held, **changes))
        )
        # The remaining workers are on another tile now, and the new development may be a discount.
        return with_new_top(state, self.seat, *PHASE_OF.values())


class DieGivenUp(OfPlayer, Event, why=""):
    """A die goes to the common stock (R-7.4)."""

    die: OwnedDie
    reason: str

    def apply(self, state: GameState) -> GameState:
        given = self.die
        spot = DieSpot(given.location, self.seat, given.phase, world=given.world)
        return stocked(with_dice(state, spot, (given.die,), -1), (given.die,), 1)


class DiceGained(OfPlayer, Event, why=""):
    """Dice from the common stock (R-7.4); ``lost``: those that it could not supply (R-7.5)."""

    die: DieType
    count: int
    where: e.DiePlace
    reason: str
    lost: int = 0

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        dice = (self.die,) * self.count
        match self.where:
            case e.DiePlace.CUP:
                state = hold(state, self.seat, cup=held.cup + dice)
            case e.DiePlace.CITIZENRY:
                state = hold(state, self.seat, citizenry=held.citizenry + dice)
            case e.DiePlace.GOOD:
                goods = tuple(Good(self.reason, die) for die in dice)
                state = hold(state, self.seat, goods=held.goods + goods)
        return stocked(state, dice, -1)


def asks_whether_complete(state: GameState, seat: int) -> bool:
    """Whether a player must answer if the unnamed top tile is complete in this phase."""
    phase, held = state.round.current, holdings(state, seat)
    if phase not in STACKS or phase not in held.maybe_complete:
        return False
    stack, builders, _ = stack_of(held, phase)
    return bool(stack and builders) and stack[0] == UNKNOWN


def _unused(held: Holdings, completed: TileCompleted, at_once: Events) -> Events:
    """Return the unused workers to the cup if the last tile of the stack is gone (R-7.3, D-19)."""
    stack, builders, _ = stack_of(held, completed.phase)
    left = without(builders, completed.workers)
    for event in at_once:
        if isinstance(event, DieGivenUp) and event.die.location is DieLocation(
            STACKS[completed.phase][1]
        ):
            left = without(left, (event.die.die,))
    if len(stack) > 1 or not left:
        return ()
    return (WorkersReturned(completed.seat, completed.phase, left, "R-7.3", from_stack=True),)


def top_tile(rules: Rules, state: GameState, seat: int, named: int) -> tuple[int, Side]:
    """Return number and side of the top tile; refuse if there is none, or not the *named* one."""
    name = state.empire(seat).name
    stack, _, kind = stack_of(holdings(state, seat), building_phase(state))
    if not stack:
        raise errors.NOT_COMPLETE(name=name)
    tile = stack[0] or named
    if named not in (UNKNOWN, tile) or (not stack[0] and is_seen(rules, state, named)):
        raise errors.NO_SUCH_TILE(name=name)
    return tile, rules.side_of(tile, kind)


def _ready_tile(
    rules: Rules, state: GameState, command: CompleteTile, phase: Phase
) -> tuple[int, Side, Dice]:
    """The top tile with exactly the workers that complete it."""
    tile, side = top_tile(rules, state, command.seat, command.tile)
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    builders = stack_of(held, phase)[1]
    needed = rules.needed(side, held.tableau)
    if len(builders) < needed:
        raise errors.NOT_COMPLETE(name=name)
    workers = command.workers or builders
    if len(workers) != needed or not contains(builders, workers):
        raise errors.COMPLETION_CHOICE(name=name)
    return tile, side, workers


def _at_once(
    state: GameState, command: CompleteTile, completed: TileCompleted, side: Side, ledger: Ledger
) -> Events:
    """The instant effect in its order: dice given up, credits, dice gained (R-7.4)."""
    events: list[Event] = []
    to_give = list(command.give_up)
    owned: Counter[OwnedDie] = Counter()
    if any(isinstance(step, e.RemoveDie) for step in side.instant_steps):
        held, to_cup = holdings(state, command.seat), completed.to_cup
        owned = owned_after(held, completed.phase, completed.workers, to_cup)
    stock = list(tracking(state).stock)
    for step in side.instant_steps:
        match step:
            case e.RemoveDie(count=count):
                count = min(count, sum(owned.values()))
                given, to_give = to_give[:count], to_give[count:]
                if len(given) < count or Counter(given) - owned:
                    raise errors.COMPLETION_CHOICE(name=state.empire(command.seat).name)
                for die in given:
                    stock[KINDS.index(die.die)] += 1
                    events.append(DieGivenUp(command.seat, die, side.key))
            case e.TakeCredits(amount=amount):
                ledger.pay(command.seat, amount, side.key)
                events.append(ledger.events[-1])
            case e.TakeDice(die=die_type, count=wanted, where=where):
                count = min(wanted, stock[KINDS.index(die_type)])
                stock[KINDS.index(die_type)] -= count
                events.append(
                    DiceGained(command.seat, die_type, count, where, side.key, wanted - count)
                )
    if to_give:
        raise errors.COMPLETION_CHOICE(name=state.empire(command.seat).name)
    return tuple(events)


def owned_after(held: Holdings, phase: Phase, workers: Dice, to_cup: Dice) -> Counter[OwnedDie]:
    """Return the player's dice once the tile that *workers* complete is in the tableau."""
    owned = Counter(held.dice())
    for die in workers:
        owned[OwnedDie(die, DieLocation(STACKS[phase][1]))] -= 1
    for die in to_cup:
        owned[OwnedDie(die, DieLocation.CUP)] += 1
    for die in without(workers, to_cup):
        owned[OwnedDie(die, DieLocation.CITIZENRY)] += 1
    return +owned


def _in_order(dice: Dice) -> Dice:
    return tuple(sorted(dice, key=KINDS.index))
