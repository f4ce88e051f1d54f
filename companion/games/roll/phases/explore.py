"""Phase I: scouting, stocking and rearranging (R-6.1 to R-6.4)."""

from dataclasses import dataclass, replace

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
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
from companion.games.roll.rules.judge import Command, Events, apply, decides, task
from companion.games.roll.rules.lookup import Rules, before, explorers
from companion.games.roll.rules.timing import is_own_turn


@dataclass(frozen=True, slots=True)
class Stock:
    """An explorer stocks (R-6.2); ``borrowed``: a power lends the worker. Income follows."""

    seat: int
    die: DieType
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class Scout:
    """An explorer scouts: abandons tiles of the construction zone, then draws (R-6.3).

    As an event without *drawn*: ``TilesDrawn`` says what was drawn, and from where.
    """

    seat: int
    die: DieType
    abandon: tuple[Spot, ...] = ()
    drawn: tuple[int, ...] = ()
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class Rearrange:
    """The new order of both stacks, top first, with all tiles of both (Advanced Logistics).

    Attributes:
        spots: current positions of these tiles, developments first; required where several are
            unnamed, to identify which of them goes where.
    """

    seat: int
    developments: tuple[int, ...]
    worlds: tuple[int, ...]
    spots: tuple[Spot, ...] = ()


@decides(task(Phase.EXPLORE, in_order=True))
def _stock(rules: Rules, state: GameState, command: Stock) -> Events:
    _check_explorer(state, command.seat, command.die, borrowed=command.borrowed)
    ledger = Ledger(state)
    ledger.book(command.seat, (stocking(command.die, rules.tableau(state, command.seat)),))
    return command, *ledger.events


@decides(task(Phase.EXPLORE, in_order=True))
def _scout(rules: Rules, state: GameState, command: Scout) -> Events:
    _check_explorer(state, command.seat, command.die, borrowed=command.borrowed)
    gone = tiles_at(state, command.seat, command.abandon)
    wanted = 1 + len(gone)
    # Players earlier in turn order need one tile in the bag for each explorer.
    waiting = sum(explorers(state, seat) for seat in before(state, command.seat))
    if waiting and len(tracking(state).bag) - wanted < waiting:
        raise errors.TIMING(name=state.empire(command.seat).name)
    abandoned = (*tracking(state).abandoned, *put_away(state, gone))
    return replace(command, drawn=()), *draw(
        rules, state, command.seat, wanted, command.drawn, abandoned
    )


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


@decides(task(Phase.EXPLORE))
def _rearrange(rules: Rules, state: GameState, command: Rearrange) -> Events:
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    if not is_own_turn(rules, state, command.seat):
        raise errors.TIMING(name=name)
    drawn = any(holdings(state, seat).turn.extra_drawn for seat in state.seats)
    if not may_rearrange(rules.tableau(state, command.seat), extra_tile_drawn=drawn):
        raise errors.NO_POWER(name=name)
    if held.turn.hand:
        raise errors.TILES_IN_HAND(name=name)
    now = (*held.developments, *held.worlds)
    if sorted((*command.developments, *command.worlds)) != sorted(now):
        raise errors.NO_SUCH_TILE(name=name)
    after = (*command.developments, *command.worlds)
    if command.spots and tiles_at(state, command.seat, command.spots) != after:
        raise errors.NO_SUCH_TILE(name=name)
    return (command,)


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


@apply.case
def _stocked(state: GameState, event: Stock) -> GameState:
    held = holdings(state, event.seat)
    changes = used(held, Phase.EXPLORE, event.die, borrowed=event.borrowed)
    turn = changes.get("turn", held.turn)
    changes["turn"] = replace(turn, tasks=turn.tasks + 1)
    return hold(state, event.seat, **changes)


@apply.case
def _scouted(state: GameState, event: Scout) -> GameState:
    held = holdings(state, event.seat)
    changes = used(held, Phase.EXPLORE, event.die, borrowed=event.borrowed)
    turn = changes.get("turn", held.turn)
    changes["turn"] = replace(
        turn, scouted=(*turn.scouted, event.die), hand_scouted=True, tasks=turn.tasks + 1
    )
    gone = tuple(stack_at(held, spot.stack)[spot.index] for spot in event.abandon)
    if gone:
        changes["developments"] = cut(held, Category.DEVELOPMENT, event.abandon)
        changes["worlds"] = cut(held, Category.WORLD, event.abandon)
        box = tracking(state)
        abandoned = box.abandoned + put_away(state, gone)
        state = replace(state, tracking=replace(box, abandoned=abandoned))
    tops = {spot.stack for spot in event.abandon if spot.index == 0}
    return with_new_top(
        hold(state, event.seat, **changes), event.seat, *(PHASE_OF[each] for each in tops)
    )


@apply.case
def _zone_rearranged(state: GameState, event: Rearrange) -> GameState:
    state = hold(state, event.seat, developments=event.developments, worlds=event.worlds)
    return with_new_top(state, event.seat, *PHASE_OF.values())
