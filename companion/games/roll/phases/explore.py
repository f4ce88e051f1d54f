"""Phase I: scouting, stocking and rearranging (R-6.1 to R-6.4)."""

from dataclasses import replace

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Spot, contains
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.state_edits import (
    PHASE_OF,
    cut,
    hold,
    put_away,
    stack_at,
    used,
    with_new_top,
)
from companion.games.roll.phases.drawing import draw, tiles_at
from companion.games.roll.phases.ledger import Ledger
from companion.games.roll.rules.exploring import may_rearrange, stocking
from companion.games.roll.rules.judge import Command, Events, Move, task
from companion.games.roll.rules.lookup import Rules, before, explorers
from companion.games.roll.rules.timing import is_own_turn


class Stock(Move, Event, when=task(Phase.EXPLORE, in_order=True), why="R-6.2"):
    """An explorer stocks (R-6.2); ``borrowed``: a power lends the worker. Income follows."""

    die: DieType
    borrowed: bool = False

    def decide(self, rules: Rules, state: GameState) -> Events:
        _check_explorer(state, self.seat, self.die, borrowed=self.borrowed)
        ledger = Ledger(state)
        ledger.book(self.seat, (stocking(self.die, rules.tableau(state, self.seat)),))
        return self, *ledger.events

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        changes = used(held, Phase.EXPLORE, self.die, borrowed=self.borrowed)
        turn = changes.get("turn", held.turn)
        changes["turn"] = replace(turn, tasks=turn.tasks + 1)
        return hold(state, self.seat, **changes)


class Scout(Move, Event, when=task(Phase.EXPLORE, in_order=True), why="R-6.3"):
    """An explorer scouts: abandons tiles of the construction zone, then draws (R-6.3).

    As an event without *drawn*: ``TilesDrawn`` says what was drawn, and from where.
    """

    die: DieType
    abandon: tuple[Spot, ...] = ()
    drawn: tuple[int, ...] = ()
    borrowed: bool = False

    def decide(self, rules: Rules, state: GameState) -> Events:
        _check_explorer(state, self.seat, self.die, borrowed=self.borrowed)
        gone = tiles_at(state, self.seat, self.abandon)
        wanted = 1 + len(gone)
        # Players earlier in turn order need one tile in the bag for each explorer.
        waiting = sum(explorers(state, seat) for seat in before(state, self.seat))
        if waiting and len(tracking(state).bag) - wanted < waiting:
            raise errors.TIMING(name=state.empire(self.seat).name)
        abandoned = (*tracking(state).abandoned, *put_away(state, gone))
        return replace(self, drawn=()), *draw(
            rules, state, self.seat, wanted, self.drawn, abandoned
        )

    def apply(self, state: GameState) -> GameState:
        held = holdings(state, self.seat)
        changes = used(held, Phase.EXPLORE, self.die, borrowed=self.borrowed)
        turn = changes.get("turn", held.turn)
        changes["turn"] = replace(
            turn, scouted=(*turn.scouted, self.die), hand_scouted=True, tasks=turn.tasks + 1
        )
        gone = tuple(stack_at(held, spot.stack)[spot.index] for spot in self.abandon)
        if gone:
            changes["developments"] = cut(held, Category.DEVELOPMENT, self.abandon)
            changes["worlds"] = cut(held, Category.WORLD, self.abandon)
            box = tracking(state)
            abandoned = box.abandoned + put_away(state, gone)
            state = replace(state, tracking=replace(box, abandoned=abandoned))
        tops = {spot.stack for spot in self.abandon if spot.index == 0}
        return with_new_top(
            hold(state, self.seat, **changes), self.seat, *(PHASE_OF[each] for each in tops)
        )


class Rearrange(Move, Event, when=task(Phase.EXPLORE), why="advanced_logistics"):
    """The new order of both stacks, top first, with all tiles of both (Advanced Logistics).

    Attributes:
        spots: current positions of these tiles, developments first; required where several are
            unnamed, to identify which of them goes where.
    """

    developments: tuple[int, ...]
    worlds: tuple[int, ...]
    spots: tuple[Spot, ...] = ()

    def decide(self, rules: Rules, state: GameState) -> None:
        held = holdings(state, self.seat)
        name = state.empire(self.seat).name
        if not is_own_turn(rules, state, self.seat):
            raise errors.TIMING(name=name)
        drawn = any(holdings(state, seat).turn.extra_drawn for seat in state.seats)
        if not may_rearrange(rules.tableau(state, self.seat), extra_tile_drawn=drawn):
            raise errors.NO_POWER(name=name)
        if held.turn.hand:
            raise errors.TILES_IN_HAND(name=name)
        now = (*held.developments, *held.worlds)
        if sorted((*self.developments, *self.worlds)) != sorted(now):
            raise errors.NO_SUCH_TILE(name=name)
        after = (*self.developments, *self.worlds)
        if self.spots and tiles_at(state, self.seat, self.spots) != after:
            raise errors.NO_SUCH_TILE(name=name)

    def apply(self, state: GameState) -> GameState:
        state = hold(state, self.seat, developments=self.developments, worlds=self.worlds)
        return with_new_top(state, self.seat, *PHASE_OF.values())


def unseen(state: GameState, command: Command) -> Command:
    """Return a ``Scout`` that draws unnamed tiles; other commands unchanged."""
    if not isinstance(command, Scout):
        return command
    return replace(command, drawn=(UNKNOWN,) * drawable(state, len(command.abandon)))


def drawable(state: GameState, gone: int) -> int:
    """Return how many tiles a scout draws that abandons *gone* tiles (R-6.3, R-6.5)."""
    box = tracking(state)
    return min(1 + gone, len(box.bag) + len(box.abandoned) + gone)


def has_explored(state: GameState, seat: int) -> bool:
    """Whether the player has no Explore task left; the draw at its end is no decision."""
    turn = holdings(state, seat).turn
    asked = seat in tracking(state).givers
    return not (explorers(state, seat) or turn.hand or turn.owed or asked)


def _check_explorer(state: GameState, seat: int, die: DieType, *, borrowed: bool) -> None:
    """Check that the explorer exists and that the player can start a task (R-5.1)."""
    name = state.empire(seat).name
    held = holdings(state, seat)
    if held.turn.hand:
        raise errors.TILES_IN_HAND(name=name)
    if tracking(state).givers or any(holdings(state, each).turn.owed for each in state.seats):
        raise errors.TIMING(name=name)
    there = held.turn.borrowed if borrowed else held.workers(Phase.EXPLORE)
    if not contains(there, (die,)):
        raise errors.NO_SUCH_WORKER(name=name, die=die.value)
