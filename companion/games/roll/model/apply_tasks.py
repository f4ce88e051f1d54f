"""Apply the events of a fully tracked game to its dice, tiles and goods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.roll.model.commands import Placing
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category, DiePlace
from companion.games.roll.model.holdings import (
    DieLocation,
    Good,
    Holdings,
    OwnedDie,
    SeatScore,
    Tracking,
    without,
    without_tiles,
)
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.state_edits import (
    cut,
    hold,
    less,
    put_away,
    stack_at,
    stocked,
    with_new_top,
)
from companion.games.roll.model.task_events import (
    AssignmentUnexplained,
    BagFilled,
    BagRefilled,
    CreditsPaid,
    DiceGained,
    DiceRecalled,
    DiceRecruited,
    DiceRolled,
    DieGivenUp,
    EmpireFounded,
    GoodShipped,
    GoodsProduced,
    Scouted,
    SeatScored,
    Stocked,
    TileCompleted,
    TileLeftUnfinished,
    TileReturned,
    TilesAskedBack,
    TilesDrawn,
    TilesPlaced,
    VpGiven,
    WorkersBorrowed,
    WorkersPlaced,
    WorkersReassigned,
    WorkersReturned,
    ZoneRearranged,
)

_PHASES: Final = {Category.DEVELOPMENT: Phase.DEVELOP, Category.WORLD: Phase.SETTLE}


# --- set-up --------------------------------------------------------------------------------------


def _bag_filled(state: GameState, event: BagFilled) -> GameState:
    return replace(state, tracking=Tracking(bag=event.tiles))


def _empire_founded(state: GameState, event: EmpireFounded) -> GameState:
    dice = (*event.cup, *event.citizenry, *(good.die for good in event.goods))
    held = Holdings(
        cup=event.cup,
        citizenry=event.citizenry,
        goods=event.goods,
        developments=(event.development,),
        worlds=(event.world,),
        tableau=event.tableau,
    )
    state = state.with_empire(replace(state.empire(event.seat), holdings=held))
    return stocked(state, dice, -1)


def _said(state: GameState, _: object) -> GameState:
    """Return *state* unchanged: the event is informative, other events carry its consequences."""
    return state


# --- Assign, workers -----------------------------------------------------------------------------


def _dice_rolled(state: GameState, event: DiceRolled) -> GameState:
    held = holdings(state, event.seat)
    before = held.cup + tuple(die.type for die in held.rolled)
    left = without(before, (die.type for die in event.dice))
    return hold(state, event.seat, cup=left, rolled=event.dice)


def _workers_borrowed(state: GameState, event: WorkersBorrowed) -> GameState:
    turn = holdings(state, event.seat).turn
    return hold(state, event.seat, turn=replace(turn, borrowed=turn.borrowed + event.dice))


def _workers_returned(state: GameState, event: WorkersReturned) -> GameState:
    held = holdings(state, event.seat)
    cup = held.cup + event.dice
    if event.from_stack:
        place = "developers" if event.phase is Phase.DEVELOP else "settlers"
        return hold(
            state, event.seat, cup=cup, **{place: without(getattr(held, place), event.dice)}
        )
    return hold(state, event.seat, columns=less(held.columns, event.phase, event.dice), cup=cup)


def _use(held: Holdings, phase: Phase, die: DieType, *, borrowed: bool) -> dict[str, Any]:
    """Return the changes when a worker is used: to the Citizenry, or removed if borrowed."""
    if borrowed:
        return {"turn": replace(held.turn, borrowed=without(held.turn.borrowed, (die,)))}
    return {
        "columns": less(held.columns, phase, (die,)),
        "citizenry": (*held.citizenry, die),
    }


# --- Explore -------------------------------------------------------------------------------------


def _stocked(state: GameState, event: Stocked) -> GameState:
    held = holdings(state, event.seat)
    used = _use(held, Phase.EXPLORE, event.die, borrowed=event.borrowed)
    turn = used.get("turn", held.turn)
    used["turn"] = replace(turn, tasks=turn.tasks + 1)
    return hold(state, event.seat, **used)


def _scouted(state: GameState, event: Scouted) -> GameState:
    held = holdings(state, event.seat)
    changes = _use(held, Phase.EXPLORE, event.die, borrowed=event.borrowed)
    turn = changes.get("turn", held.turn)
    changes["turn"] = replace(
        turn, scouted=(*turn.scouted, event.die), hand_scouted=True, tasks=turn.tasks + 1
    )
    gone = tuple(stack_at(held, spot.stack)[spot.index] for spot in event.abandoned)
    if gone:
        changes["developments"] = cut(held, Category.DEVELOPMENT, event.abandoned)
        changes["worlds"] = cut(held, Category.WORLD, event.abandoned)
        box = tracking(state)
        abandoned = box.abandoned + put_away(state, gone)
        state = replace(state, tracking=replace(box, abandoned=abandoned))
    tops = {spot.stack for spot in event.abandoned if spot.index == 0}
    return with_new_top(
        hold(state, event.seat, **changes), event.seat, *(_PHASES[each] for each in tops)
    )


def _bag_refilled(state: GameState, _: BagRefilled) -> GameState:
    box = tracking(state)
    bag = box.bag + box.abandoned
    return replace(state, tracking=replace(box, bag=bag, abandoned=()))


def _tiles_drawn(state: GameState, event: TilesDrawn) -> GameState:
    box, turn = tracking(state), holdings(state, event.seat).turn
    bag = without_tiles(box.bag, event.tiles)
    turn = replace(
        turn,
        hand=turn.hand + event.tiles,
        hand_scouted=event.scouted,
        owed=event.owed,
        extra_drawn=turn.extra_drawn or not event.scouted,
    )
    return hold(replace(state, tracking=replace(box, bag=bag)), event.seat, turn=turn)


def _tiles_placed(state: GameState, event: TilesPlaced) -> GameState:
    held = holdings(state, event.seat)
    hand = without(held.turn.hand, (placing.tile for placing in event.placings))
    state = hold(
        state,
        event.seat,
        turn=replace(held.turn, hand=hand),
        developments=_laid(held.developments, Category.DEVELOPMENT, event.placings),
        worlds=_laid(held.worlds, Category.WORLD, event.placings),
    )
    tops = {
        placing.stack
        for placing in event.placings
        if placing.on_top or not stack_at(held, placing.stack)
    }
    return with_new_top(state, event.seat, *(_PHASES[each] for each in tops))


def _laid(stack: tuple[int, ...], kind: Category, placings: Iterable[Placing]) -> tuple[int, ...]:
    for placing in placings:
        if placing.stack is kind:
            stack = (placing.tile, *stack) if placing.on_top else (*stack, placing.tile)
    return stack


def _tiles_asked_back(state: GameState, event: TilesAskedBack) -> GameState:
    return replace(state, tracking=replace(tracking(state), givers=event.seats))


def _tile_returned(state: GameState, event: TileReturned) -> GameState:
    held, box = holdings(state, event.seat), tracking(state)
    tile = stack_at(held, event.spot.stack)[event.spot.index]
    bag = box.bag + put_away(state, (tile,))
    state = hold(
        replace(state, tracking=replace(box, bag=bag)),
        event.seat,
        developments=cut(held, Category.DEVELOPMENT, (event.spot,)),
        worlds=cut(held, Category.WORLD, (event.spot,)),
    )
    return state if event.spot.index else with_new_top(state, event.seat, *_PHASES.values())


def _zone_rearranged(state: GameState, event: ZoneRearranged) -> GameState:
    state = hold(state, event.seat, developments=event.developments, worlds=event.worlds)
    return with_new_top(state, event.seat, *_PHASES.values())


# --- Develop, Settle -----------------------------------------------------------------------------


def _workers_placed(state: GameState, event: WorkersPlaced) -> GameState:
    held = holdings(state, event.seat)
    columns = less(held.columns, event.phase, event.dice)
    if event.phase is Phase.DEVELOP:
        state = hold(state, event.seat, columns=columns, developers=held.developers + event.dice)
    else:
        state = hold(state, event.seat, columns=columns, settlers=held.settlers + event.dice)
    return with_new_top(state, event.seat, event.phase)


def _tile_left_unfinished(state: GameState, event: TileLeftUnfinished) -> GameState:
    open_ = holdings(state, event.seat).maybe_complete
    left = tuple(phase for phase in open_ if phase is not event.phase)
    return hold(state, event.seat, maybe_complete=left)


def _tile_completed(state: GameState, event: TileCompleted) -> GameState:
    held = holdings(state, event.seat)
    changes: dict[str, Any] = {
        "citizenry": held.citizenry + without(event.workers, event.to_cup),
        "cup": held.cup + event.to_cup,
        "tableau": (*held.tableau, event.side),
    }
    if event.phase is Phase.DEVELOP:
        changes["developers"] = without(held.developers, event.workers)
        changes["developments"] = held.developments[1:]
    else:
        changes["settlers"] = without(held.settlers, event.workers)
        changes["worlds"] = held.worlds[1:]
    empire = state.empire(event.seat)
    state = state.with_empire(
        replace(empire, tiles=empire.tiles + 1, holdings=replace(held, **changes))
    )
    # The remaining workers are on another tile now, and the new development may be a discount.
    return with_new_top(state, event.seat, *_PHASES.values())


def _die_given_up(state: GameState, event: DieGivenUp) -> GameState:
    held = holdings(state, event.seat)
    state = hold(state, event.seat, **_taken(held, event.die))
    return stocked(state, (event.die.die,), 1)


def _taken(held: Holdings, owned: OwnedDie) -> dict[str, Any]:
    match owned.location:
        case DieLocation.COLUMN:
            phase = owned.phase or Phase.EXPLORE  # never None in a column
            return {"columns": less(held.columns, phase, (owned.die,))}
        case DieLocation.GOOD:
            return {"goods": without(held.goods, (Good(owned.world, owned.die),))}
        case _:
            place = owned.location.value
            return {place: without(getattr(held, place), (owned.die,))}


def _dice_gained(state: GameState, event: DiceGained) -> GameState:
    held = holdings(state, event.seat)
    dice = (event.die,) * event.count
    match event.where:
        case DiePlace.CUP:
            state = hold(state, event.seat, cup=held.cup + dice)
        case DiePlace.CITIZENRY:
            state = hold(state, event.seat, citizenry=held.citizenry + dice)
        case DiePlace.GOOD:
            goods = tuple(Good(event.reason, die) for die in dice)
            state = hold(state, event.seat, goods=held.goods + goods)
    return stocked(state, dice, -1)


# --- Produce, Ship, Manage Empire, end -----------------------------------------------------------


def _goods_produced(state: GameState, event: GoodsProduced) -> GameState:
    held = holdings(state, event.seat)
    dice = tuple(good.die for good in event.goods)
    columns = less(held.columns, Phase.PRODUCE, dice)
    return hold(state, event.seat, columns=columns, goods=held.goods + event.goods)


def _good_shipped(state: GameState, event: GoodShipped) -> GameState:
    held = holdings(state, event.seat)
    changes = _use(held, Phase.SHIP, event.shipper, borrowed=event.borrowed)
    changes["citizenry"] = (*changes.get("citizenry", held.citizenry), event.good.die)
    changes["goods"] = without(held.goods, (event.good,))
    return hold(state, event.seat, **changes)


def _credits_paid(state: GameState, event: CreditsPaid) -> GameState:
    empire = state.empire(event.seat)
    return state.with_empire(replace(empire, credits=empire.credits + event.delta))


def _vp_given(state: GameState, event: VpGiven) -> GameState:
    empire = state.empire(event.seat)
    chips = empire.vp_chips + event.from_pool + event.from_reserve
    return replace(
        state.with_empire(replace(empire, vp_chips=chips)),
        vp_pool=state.vp_pool - event.from_pool,
        vp_beyond_pool=state.vp_beyond_pool + event.from_reserve,
    )


def _dice_recruited(state: GameState, event: DiceRecruited) -> GameState:
    empire, held = state.empire(event.seat), holdings(state, event.seat)
    after = replace(
        held,
        citizenry=without(held.citizenry, event.dice),
        cup=held.cup + event.dice,
        recruited=True,
    )
    left = empire.credits - len(event.dice)
    return state.with_empire(replace(empire, credits=left, holdings=after))


def _dice_recalled(state: GameState, event: DiceRecalled) -> GameState:
    held = holdings(state, event.seat)
    back = (*event.developers, *event.settlers, *(good.die for good in event.goods))
    return hold(
        state,
        event.seat,
        developers=without(held.developers, event.developers),
        settlers=without(held.settlers, event.settlers),
        goods=without(held.goods, event.goods),
        cup=held.cup + back,
    )


def _seat_scored(state: GameState, event: SeatScored) -> GameState:
    box = tracking(state)
    score = SeatScore(**{each.name: getattr(event, each.name) for each in fields(SeatScore)})
    others = tuple(each for each in box.scores if each.seat != event.seat)
    return replace(state, tracking=replace(box, scores=(*others, score)))


TASK_HANDLERS: Final[Mapping[type, Callable[[GameState, Any], GameState]]] = MappingProxyType(
    {
        BagFilled: _bag_filled,
        EmpireFounded: _empire_founded,
        DiceRolled: _dice_rolled,
        WorkersReassigned: _said,
        AssignmentUnexplained: _said,
        WorkersBorrowed: _workers_borrowed,
        Stocked: _stocked,
        Scouted: _scouted,
        BagRefilled: _bag_refilled,
        TilesDrawn: _tiles_drawn,
        TilesPlaced: _tiles_placed,
        TilesAskedBack: _tiles_asked_back,
        TileReturned: _tile_returned,
        ZoneRearranged: _zone_rearranged,
        WorkersPlaced: _workers_placed,
        TileLeftUnfinished: _tile_left_unfinished,
        TileCompleted: _tile_completed,
        DieGivenUp: _die_given_up,
        DiceGained: _dice_gained,
        GoodsProduced: _goods_produced,
        GoodShipped: _good_shipped,
        CreditsPaid: _credits_paid,
        VpGiven: _vp_given,
        WorkersReturned: _workers_returned,
        DiceRecruited: _dice_recruited,
        DiceRecalled: _dice_recalled,
        SeatScored: _seat_scored,
    }
)
"""Event class -> its handler; tests check that none is missing."""
