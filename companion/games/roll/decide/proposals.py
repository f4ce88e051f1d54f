"""The proposals for a player in a fully tracked game, which one tap accepts."""

from collections import Counter
from collections.abc import Iterator

from companion.games.roll.model.dice import FACES, KINDS, Face, Phase, least_able
from companion.games.roll.model.effects import RemoveDie
from companion.games.roll.model.holdings import (
    UNKNOWN,
    Dice,
    DieLocation,
    Holdings,
    OwnedDie,
    without,
)
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.build import CompleteTile, PlaceWorkers
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.manage import Recall, Recruit, is_managed, may_recruit
from companion.games.roll.phases.round import SignalReady, must_act
from companion.games.roll.rules.completing import freed_dice, propose_freed
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules, current_workers, missing_workers, stack_of
from companion.games.roll.rules.managing import propose_recruits
from companion.games.roll.rules.producing import propose_production
from companion.games.roll.rules.shipping import Shippers, is_plain, propose_shipping
from companion.games.roll.rules.timing import waits_for


def proposals(rules: Rules, state: GameState, seat: int) -> tuple[Command, ...]:
    """Return the proposed commands for the player, to be executed in order.

    Building: place and complete. Produce and Ship: the most VP, then credits. Recruiting: the dice
    with the most wild faces. Empty where chance or preference decides (roll, Explore, assigning).
    """
    held = holdings(state, seat)
    if state.step is Step.MANAGE:
        return tuple(_managing(state, seat, held))
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
                return (propose_completion(rules, state, seat, phase),)
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
    return Shippers(own, lent, now, state.options.bankers_moment)


def _shipping(rules: Rules, state: GameState, seat: int) -> Iterator[Ship]:
    """The best use of all own and borrowed shippers, one command each."""
    held = holdings(state, seat)
    own, now = current_workers(state, seat), state.empire(seat).credits
    shippers = Shippers(own, held.turn.borrowed, now, state.options.bankers_moment)
    plan = propose_shipping(shippers, held.goods, rules.sides(held.tableau))
    for shipment, borrowed in zip(plan.shipments, plan.borrowed, strict=True):
        buys = not is_plain(shipment)
        yield Ship(seat, shipment.shipper, shipment.good, shipment.task, borrowed, buys)


def propose_completion(
    rules: Rules, state: GameState, seat: int, phase: Phase, named: int = UNKNOWN
) -> CompleteTile:
    """Return the proposed completion: dice with few wild faces pay, the best go to the cup.

    *named* is the number of the top tile if it is unnamed.
    """
    held = holdings(state, seat)
    stack, builders, kind = stack_of(held, phase)
    side = rules.side_of(named or stack[0], kind)
    tableau = rules.sides(held.tableau)
    workers = least_able(builders)[: rules.needed(side, held.tableau)]
    freed = freed_dice(workers, side, (*tableau, side), state.options)
    to_cup = propose_freed(workers, freed) if freed.tiles else ()
    count = sum(step.count for step in side.instant_steps if isinstance(step, RemoveDie))
    give_up = _cheapest(held, workers, to_cup, count) if count else ()
    return CompleteTile(seat, workers, to_cup, give_up, named)


def _cheapest(held: Holdings, workers: Dice, to_cup: Dice, count: int) -> tuple[OwnedDie, ...]:
    """Dice to give up: those with the fewest wild faces, from the Citizenry first."""
    paid = [OwnedDie(die, DieLocation.CITIZENRY) for die in without(workers, to_cup)]
    building = (DieLocation.DEVELOPERS, DieLocation.SETTLERS)
    elsewhere = [die for die in Counter(held.dice()).elements() if die.location not in building]
    freed = [OwnedDie(die, DieLocation.CUP) for die in to_cup]
    order = tuple(DieLocation)
    found = sorted(
        (*paid, *elsewhere, *freed),
        key=lambda die: (
            FACES[die.die].count(Face.WILD),
            KINDS.index(die.die),
            die.location is not DieLocation.CITIZENRY,
            order.index(die.location),
        ),
    )
    return tuple(found[:count])


def _managing(state: GameState, seat: int, held: Holdings) -> Iterator[Command]:
    if may_recruit(state.empire(seat)):
        yield Recruit(seat, propose_recruits(state.empire(seat).credits, held.citizenry))
    elif not is_managed(state, seat):
        # Goods are recalled last: they have a value on their world.
        if held.developers or held.settlers:
            yield Recall(seat, held.developers[:1], () if held.developers else held.settlers[:1])
        else:
            yield Recall(seat, goods=held.goods[:1])
    elif not state.assignment(seat).ready:
        yield SignalReady(seat)
