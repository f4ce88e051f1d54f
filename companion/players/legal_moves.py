"""Move generator: all legal decisions of a player, without random events such as rolls and draws.

One worker acts at a time, so that using several workers is a sequence of moves. Rolls and draws are
not moves; a ``Scout`` has no drawn tiles yet. If a player may stop, ``FinishPhase`` or
``SignalReady`` is one of the moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import TypeVar

from companion.games.roll.decide.build import missing_workers, owned_dice, stack_of
from companion.games.roll.decide.manage import is_managed, may_recruit
from companion.games.roll.decide.timing import is_own_turn, waits_for
from companion.games.roll.decide.turns import must_act
from companion.games.roll.model.commands import (
    Command,
    CompleteTile,
    FinishPhase,
    PlaceTiles,
    PlaceWorkers,
    Placing,
    Rearrange,
    Recall,
    RecordMat,
    Recruit,
    ReturnTile,
    Scout,
    SignalReady,
    Spot,
)
from companion.games.roll.model.dice import KINDS, Phase
from companion.games.roll.model.effects import Category, RemoveDie
from companion.games.roll.model.holdings import Dice, DieLocation, Holdings, OwnedDie, without
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.completing import freed_dice
from companion.games.roll.rules.exploring import may_place_on_top, may_rearrange
from companion.games.roll.rules.lookup import Rules, before, current_workers, explorers
from companion.games.roll.rules.managing import recruiting
from companion.games.roll.view.choices import options
from companion.players.mats import mats

T = TypeVar("T")

_STACKS = tuple(Category)


def legal_moves(rules: Rules, state: GameState, seat: int) -> Iterator[Command]:
    """Yield all distinct decisions of the player at *seat*; none if others have to act.

    Args:
        rules: the tiles and rule variants.
        state: the observable state of the game (``Observation.state``), or the full state.
        seat: the player.
    """
    held = holdings(state, seat)
    match state.step:
        case Step.ASSIGN | Step.REVEAL if held.rolled:
            for mat in mats(held.rolled, rules.powers(state, seat)):
                yield RecordMat(seat, mat)
        case Step.PHASE:
            yield from _in_phase(rules, state, seat, held)
        case Step.MANAGE:
            yield from _managing(rules, state, seat, held)
        case _:
            pass


def may_rearrange_now(rules: Rules, state: GameState, seat: int) -> bool:
    """Return whether the player may rearrange the construction zone (Advanced Logistics)."""
    held = holdings(state, seat)
    if state.round.current is not Phase.EXPLORE or held.turn.hand or not held.zone_size:
        return False
    drawn = any(empire.holdings.turn.extra_drawn for empire in state.empires if empire.holdings)
    able = may_rearrange(rules.sides(held.tableau), extra_tile_drawn=drawn)
    return able and is_own_turn(rules, state, seat)


def has_explored(state: GameState, seat: int) -> bool:
    """Return whether the player has no Explore task left; the draw at its end is no decision."""
    turn = holdings(state, seat).turn
    asked = seat in tracking(state).givers
    return not (explorers(state, seat) or turn.hand or turn.owed or asked)


def _in_phase(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Command]:
    busy = must_act(rules, state, seat)
    waits = bool(waits_for(rules, state, seat))
    match state.round.current:
        case Phase.EXPLORE:
            yield from _exploring(rules, state, seat, held, waits=waits)
            if has_explored(state, seat) and may_rearrange_now(rules, state, seat):
                yield FinishPhase()
        case Phase.DEVELOP | Phase.SETTLE as phase if busy and not waits:
            yield from _building(rules, state, seat, held, phase)
        case Phase.PRODUCE | Phase.SHIP if busy and not waits:
            yield from (option.command for option in options(rules, state, seat))


# --- Explore -------------------------------------------------------------------------------------


def _exploring(
    rules: Rules, state: GameState, seat: int, held: Holdings, *, waits: bool
) -> Iterator[Command]:
    box = tracking(state)
    if seat in box.givers:
        yield from (ReturnTile(seat, spot) for spot in spots(held))
        return
    if held.turn.hand:
        yield from _placings(rules, seat, held)
        return
    owing = any(empire.holdings.turn.owed for empire in state.empires if empire.holdings)
    if not (waits or box.givers or owing) and explorers(state, seat):
        yield from _explorers(rules, state, seat, held)
    if may_rearrange_now(rules, state, seat):  # last, because there are many
        yield from _rearrangements(seat, held)


def _explorers(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Command]:
    yield from (option.command for option in options(rules, state, seat))
    every = spots(held)
    for size in range(min(len(every), most_abandoned(state, seat)) + 1):
        for gone in combinations(every, size):
            for die in dict.fromkeys(current_workers(state, seat)):
                yield Scout(seat, die, gone)
            for die in dict.fromkeys(held.turn.borrowed):
                yield Scout(seat, die, gone, borrowed=True)


def most_abandoned(state: GameState, seat: int) -> int:
    """Return how many tiles a scout may abandon, leaving one per preceding explorer (R-5.6)."""
    waiting = sum(explorers(state, each) for each in before(state, seat))
    size = holdings(state, seat).zone_size
    return min(size, len(tracking(state).bag) - waiting - 1) if waiting else size


def spots(held: Holdings) -> tuple[Spot, ...]:
    """Return the positions of all tiles in the construction zone."""
    developments = (Spot(Category.DEVELOPMENT, i) for i in range(len(held.developments)))
    worlds = (Spot(Category.WORLD, i) for i in range(len(held.worlds)))
    return *developments, *worlds


def _placings(rules: Rules, seat: int, held: Holdings) -> Iterator[PlaceTiles]:
    """Yield all placements with distinct resulting stacks."""
    on_top = may_place_on_top(
        rules.sides(held.tableau), scouted=held.turn.hand_scouted, options=rules.options
    )
    places = (False, True) if on_top else (False,)
    seen = set()
    for tiles in permutations(held.turn.hand):
        for goals in product(product(_STACKS, places), repeat=len(tiles)):
            stacks = {kind: _stack(held, kind) for kind in _STACKS}
            for tile, (kind, top) in zip(tiles, goals, strict=True):
                stacks[kind] = (tile, *stacks[kind]) if top else (*stacks[kind], tile)
            after = tuple(stacks.values())
            if after not in seen:
                seen.add(after)
                yield PlaceTiles(
                    seat,
                    tuple(Placing(tile, *goal) for tile, goal in zip(tiles, goals, strict=True)),
                )


def _rearrangements(seat: int, held: Holdings) -> Iterator[Rearrange]:
    now = held.developments, held.worlds
    seen = {now}
    for tiles in permutations((*held.developments, *held.worlds)):
        for cut in range(len(tiles) + 1):
            after = tiles[:cut], tiles[cut:]
            if after not in seen:
                seen.add(after)
                yield Rearrange(seat, *after)


def _stack(held: Holdings, kind: Category) -> tuple[int, ...]:
    return held.developments if kind is Category.DEVELOPMENT else held.worlds


# --- Develop, Settle -----------------------------------------------------------------------------


def _building(
    rules: Rules, state: GameState, seat: int, held: Holdings, phase: Phase
) -> Iterator[Command]:
    missing = missing_workers(rules, state, seat)
    if missing == 0:
        yield from completions(rules, held, seat, phase)
        return
    for die in dict.fromkeys(current_workers(state, seat)):
        yield PlaceWorkers(seat, (die,))


def completions(rules: Rules, held: Holdings, seat: int, phase: Phase) -> Iterator[CompleteTile]:
    """Yield all ways to complete the top tile: workers used, dice to the cup, dice given up."""
    stack, builders, kind = stack_of(held, phase)
    side = rules.side_of(stack[0], kind)
    tableau = (*rules.sides(held.tableau), side)
    given_up = sum(step.count for step in side.instant_steps if isinstance(step, RemoveDie))
    for workers in _hands(builders, rules.needed(side, held.tableau)):
        freed = freed_dice(workers, side, tableau, rules.options)
        most = len(freed.forced) + freed.most
        for size in range(len(freed.forced) + freed.least, most + 1):
            for to_cup in _hands(workers, size):
                if not freed.allows(workers, to_cup):
                    continue
                for given in _hands(_owned_after(held, phase, workers, to_cup), given_up):
                    yield CompleteTile(seat, workers, to_cup, given)


def _owned_after(held: Holdings, phase: Phase, workers: Dice, to_cup: Dice) -> tuple[OwnedDie, ...]:
    """Return the player's dice with their places after the tile has been completed."""
    place = DieLocation.DEVELOPERS if phase is Phase.DEVELOP else DieLocation.SETTLERS
    owned = owned_dice(held)
    for die in workers:
        owned[OwnedDie(die, place)] -= 1
    for die in to_cup:
        owned[OwnedDie(die, DieLocation.CUP)] += 1
    for die in without(workers, to_cup):
        owned[OwnedDie(die, DieLocation.CITIZENRY)] += 1
    return tuple((+owned).elements())


# --- Manage Empire -------------------------------------------------------------------------------


def _managing(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Command]:
    if may_recruit(state.empire(seat)):
        count = recruiting(state.empire(seat).credits, held.citizenry).count
        for dice in _hands(tuple(sorted(held.citizenry, key=KINDS.index)), count):
            yield Recruit(seat, dice)
        return
    if state.assignment(seat).ready:
        return
    for die in dict.fromkeys(held.developers):
        yield Recall(seat, developers=(die,))
    for die in dict.fromkeys(held.settlers):
        yield Recall(seat, settlers=(die,))
    for good in dict.fromkeys(held.goods):
        yield Recall(seat, goods=(good,))
    if is_managed(rules, state, seat):
        yield SignalReady(seat)


def _hands(items: Sequence[T], count: int) -> Iterator[tuple[T, ...]]:
    """Return all distinct combinations of *count* items."""
    in_order = sorted(items, key=items.index)
    return iter(dict.fromkeys(combinations(in_order, min(count, len(items)))))
