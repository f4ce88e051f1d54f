"""Legal actions of a player in a fully tracked game, and proposals that one tap accepts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.roll.decide.build import (
    asks_whether_complete,
    missing_workers,
    owned_dice,
    stack_of,
)
from companion.games.roll.decide.explore import may_draw_extra
from companion.games.roll.decide.manage import is_managed, may_recruit
from companion.games.roll.decide.timing import IN_ORDER, is_own_turn, waits_for
from companion.games.roll.decide.turns import must_act
from companion.games.roll.model.commands import (
    Command,
    CompleteTile,
    ConfirmReveal,
    DrawExtra,
    DrawOwed,
    FinishPhase,
    FinishRound,
    LeaveUnfinished,
    PlaceTiles,
    PlaceWorkers,
    Produce,
    Rearrange,
    Recall,
    RecordMat,
    RecordSpareDie,
    Recruit,
    ReturnTile,
    RollDice,
    Scout,
    Ship,
    SignalReady,
    Stock,
    TrackedCommand,
    WithdrawReady,
)
from companion.games.roll.model.dice import FACES, DieType, Face, Phase
from companion.games.roll.model.effects import RemoveDie
from companion.games.roll.model.holdings import Dice, DieLocation, Holdings, OwnedDie, without
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.completing import freed_dice, propose_freed
from companion.games.roll.rules.costs import workers_needed
from companion.games.roll.rules.exploring import may_rearrange
from companion.games.roll.rules.legal import TASKS, is_legal, legal_names
from companion.games.roll.rules.lookup import Rules, current_workers
from companion.games.roll.rules.managing import propose_recruits
from companion.games.roll.rules.needs import missing_for_reveal
from companion.games.roll.rules.producing import propose_production, rooms
from companion.games.roll.rules.ship_proposal import Shippers, is_plain, propose_shipping

_KINDS: Final = tuple(DieType)
_OF_THE_TABLE: Final = (ConfirmReveal, FinishPhase, FinishRound, RecordSpareDie)


def legal_commands(rules: Rules, state: GameState, seat: int) -> frozenset[str]:
    """Return the names of the command classes that the player can use now.

    Commands of the whole table, such as ``FinishPhase``, are included if they would be accepted.

    Raises:
        NotTrackedError: the table keeps its counters by hand; ``legal.legal_names`` handles those.
    """
    tracking(state)
    names = set(legal_names(state))
    for command in (*_OF_THE_TABLE, SignalReady, WithdrawReady, RecordMat):
        if not _fits(rules, state, seat, command):
            names.discard(command.__name__)
    names |= {
        command.__name__
        for command in TASKS
        if is_legal(command, state)
        and _has_task(rules, state, seat, command)
        and not (command in IN_ORDER and waits_for(rules, state, seat))
    }
    return frozenset(names)


def _fits(rules: Rules, state: GameState, seat: int, command: type) -> bool:
    """Whether a command of every table would be accepted now."""
    if command is ConfirmReveal:
        return not missing_for_reveal(state)
    if command is FinishPhase:
        return not any(must_act(rules, state, each) for each in state.seats)
    if command is FinishRound:
        return all(is_managed(rules, state, each) for each in state.seats)
    ready = state.assignment(seat).ready
    if command is SignalReady:
        return not ready and (state.step is Step.ASSIGN or is_managed(rules, state, seat))
    if command is WithdrawReady:
        return ready
    return command is not RecordMat or ready or state.step is not Step.ASSIGN


def _has_task(rules: Rules, state: GameState, seat: int, command: type) -> bool:
    held = holdings(state, seat)
    if command is RollDice:
        return bool(held.cup) and not held.rolled
    if state.step is Step.MANAGE:
        zone = (*held.developers, *held.settlers, *held.goods)
        if command is Recall:
            done = state.assignment(seat).ready and is_managed(rules, state, seat)
            return bool(zone) and held.recruited and not done
        return may_recruit(state.empire(seat))
    match state.round.current:
        case Phase.EXPLORE:
            return _may_explore(rules, state, seat, command)
        case Phase.DEVELOP | Phase.SETTLE as phase:
            stack, builders, _ = stack_of(held, phase)
            missing = missing_workers(rules, state, seat)
            if command is LeaveUnfinished:
                workers = current_workers(state, seat)
                unnamed = bool(stack) and missing is None
                return unnamed and (bool(workers) or asks_whether_complete(state, seat))
            if command is CompleteTile:
                return bool(stack) and (missing == 0 if missing is not None else bool(builders))
            return bool(stack) and missing != 0 and bool(current_workers(state, seat))
        case Phase.PRODUCE:
            room = rooms(rules.sides(held.tableau), held.goods)
            return bool(room) and bool(current_workers(state, seat))
        case _:
            return bool(held.goods and (held.turn.borrowed or current_workers(state, seat)))


def _may_explore(rules: Rules, state: GameState, seat: int, command: type) -> bool:
    turn, givers = holdings(state, seat).turn, tracking(state).givers
    owing = any(holdings(state, each).turn.owed for each in state.seats)
    if command is PlaceTiles:
        return bool(turn.hand)
    if command is ReturnTile:
        return seat in givers
    if command is DrawOwed:
        return bool(turn.owed) and not turn.hand and not givers
    if command is DrawExtra:
        return may_draw_extra(rules, state, seat)
    if command is Rearrange:
        drawn = any(holdings(state, each).turn.extra_drawn for each in state.seats)
        able = may_rearrange(rules.tableau(state, seat), extra_tile_drawn=drawn)
        something = holdings(state, seat).zone_size > 0
        return able and something and not turn.hand and is_own_turn(rules, state, seat)
    assert command in (Scout, Stock)  # noqa: S101 - every command of Explore is above
    workers = turn.borrowed or current_workers(state, seat)
    return bool(workers) and not (turn.hand or givers or owing)


def proposals(rules: Rules, state: GameState, seat: int) -> tuple[Command, ...]:
    """Return the proposed commands for the player, to be executed in order.

    Building: place and complete. Produce and Ship: the most VP, then credits. Recruiting: the dice
    with the most wild faces. Empty where chance or preference decides (roll, Explore, assigning).
    """
    held = holdings(state, seat)
    if state.step is Step.MANAGE:
        return tuple(_managing(rules, state, seat, held))
    if state.step is not Step.PHASE or not must_act(rules, state, seat):
        return ()
    if waits_for(rules, state, seat):
        return ()
    workers = current_workers(state, seat)
    tableau = rules.sides(held.tableau)
    match state.round.current:
        case Phase.DEVELOP | Phase.SETTLE as phase:
            missing = missing_workers(rules, state, seat)
            if missing == 0:
                return (propose_completion(rules, held, seat, phase),)
            if missing is None:
                return ()  # the tile must be named first
            return (PlaceWorkers(seat, least_able(workers)[:missing]),)
        case Phase.PRODUCE:
            proposed = propose_production(
                workers, tableau, held.goods, _shippers_to_come(rules, state, seat)
            )
            return (Produce(seat, tuple(good for good in proposed if good is not None)),)
        case Phase.SHIP:
            return tuple(_shipping(rules, state, seat))
        case _:
            return ()


def _shippers_to_come(rules: Rules, state: GameState, seat: int) -> Shippers | None:
    """The shippers available for goods produced now, lent workers included."""
    if Phase.SHIP not in state.round.active:
        return None
    held = holdings(state, seat)
    lent = tuple(die for _, dice in rules.lenders(held.tableau, Phase.SHIP) for die in dice)
    own, now = held.workers(Phase.SHIP), state.empire(seat).credits
    return Shippers(own, lent, now, rules.options.bankers_moment)


def _shipping(rules: Rules, state: GameState, seat: int) -> Iterator[Ship]:
    """The best use of all own and borrowed shippers, one command each."""
    held = holdings(state, seat)
    own, now = current_workers(state, seat), state.empire(seat).credits
    shippers = Shippers(own, held.turn.borrowed, now, rules.options.bankers_moment)
    plan = propose_shipping(shippers, held.goods, rules.sides(held.tableau))
    for shipment, borrowed in zip(plan.shipments, plan.borrowed, strict=True):
        buys = not is_plain(shipment)
        yield Ship(seat, shipment.shipper, shipment.good, shipment.task, borrowed, buys)


def propose_completion(rules: Rules, held: Holdings, seat: int, phase: Phase) -> CompleteTile:
    """Return the proposed completion: dice with few wild faces pay, the best go to the cup."""
    stack, builders, kind = stack_of(held, phase)
    side = rules.side_of(stack[0], kind)
    tableau = rules.sides(held.tableau)
    workers = least_able(builders)[: workers_needed(side, tableau)]
    freed = freed_dice(workers, side, (*tableau, side), rules.options)
    to_cup = propose_freed(workers, freed) if freed.tiles else ()
    count = sum(step.count for step in side.instant_steps if isinstance(step, RemoveDie))
    give_up = _cheapest(held, workers, to_cup, count) if count else ()
    return CompleteTile(seat, workers, to_cup, give_up)


def _cheapest(held: Holdings, workers: Dice, to_cup: Dice, count: int) -> tuple[OwnedDie, ...]:
    """Dice to give up: those with the fewest wild faces, from the Citizenry first."""
    paid = [OwnedDie(die, DieLocation.CITIZENRY) for die in without(workers, to_cup)]
    building = (DieLocation.DEVELOPERS, DieLocation.SETTLERS)
    elsewhere = [die for die in owned_dice(held).elements() if die.location not in building]
    freed = [OwnedDie(die, DieLocation.CUP) for die in to_cup]
    order = tuple(DieLocation)
    found = sorted(
        (*paid, *elsewhere, *freed),
        key=lambda die: (
            FACES[die.die].count(Face.WILD),
            _KINDS.index(die.die),
            die.location is not DieLocation.CITIZENRY,
            order.index(die.location),
        ),
    )
    return tuple(found[:count])


def _managing(
    rules: Rules, state: GameState, seat: int, held: Holdings
) -> Iterator[TrackedCommand | SignalReady]:
    if may_recruit(state.empire(seat)):
        yield Recruit(seat, propose_recruits(state.empire(seat).credits, held.citizenry))
    elif not is_managed(rules, state, seat):
        # Goods are recalled last: they have a value on their world.
        if held.developers or held.settlers:
            yield Recall(seat, held.developers[:1], () if held.developers else held.settlers[:1])
        else:
            yield Recall(seat, goods=held.goods[:1])
    elif not state.assignment(seat).ready:
        yield SignalReady(seat)


def least_able(dice: Dice) -> Dice:
    """Dice with the fewest wild faces first."""
    return tuple(sorted(dice, key=lambda die: (FACES[die].count(Face.WILD), _KINDS.index(die))))
