"""What a player may choose in a phase where that can be listed: Explore, Produce, Ship."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.commands import Produce, Ship, ShipTask, Stock
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import PayForVpChip
from companion.games.roll.model.holdings import Dice, Good, Holdings
from companion.games.roll.model.options import BankersMoment
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.exploring import stocking
from companion.games.roll.rules.lookup import Rules, current_workers, has_power
from companion.games.roll.rules.producing import rooms
from companion.games.roll.rules.shipping import consume, trade
from companion.games.roll.view.table_view import Option


def options(rules: Rules, state: GameState, seat: int) -> tuple[Option, ...]:
    """Return single tasks of the player's workers, equal ones once, with what each brings.

    Own workers come before borrowed ones. Scouting is no option here: where tiles go is asked for.
    """
    if state.step is not Step.PHASE:
        return ()
    held = holdings(state, seat)
    match state.round.current:
        case Phase.EXPLORE:
            return tuple(_stocks(rules, state, seat, held))
        case Phase.PRODUCE:
            return tuple(_productions(rules, state, seat, held))
        case Phase.SHIP:
            return tuple(_shipments(rules, state, seat, held))
        case _:
            return ()


def _stocks(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Option]:
    tableau = rules.sides(held.tableau)
    for die in dict.fromkeys(current_workers(state, seat)):
        yield Option(Stock(seat, die), stocking(die, tableau).credits)
    for die in dict.fromkeys(held.turn.borrowed):
        yield Option(Stock(seat, die, borrowed=True), stocking(die, tableau).credits)


def _productions(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Option]:
    for die in dict.fromkeys(current_workers(state, seat)):
        for room in rooms(rules.sides(held.tableau), held.goods):
            yield Option(Produce(seat, (Good(room.world.key, die),)))


def _shipments(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Option]:
    tableau = rules.sides(held.tableau)
    after = rules.options.bankers_moment is BankersMoment.AFTER_INCOME
    may_buy = has_power(tableau, PayForVpChip) and (after or state.empire(seat).credits > 0)
    shippers: tuple[tuple[Dice, bool], ...] = (
        (current_workers(state, seat), False),
        (held.turn.borrowed, True),
    )
    for good in dict.fromkeys(held.goods):
        for dice, borrowed in shippers:
            for die in dict.fromkeys(dice):
                eaten = consume(good, die, tableau)
                yield Option(
                    Ship(seat, die, good, ShipTask.CONSUME, borrowed),
                    eaten.total_credits,
                    eaten.total_vp,
                )
                for buy in (False, True) if may_buy else (False,):
                    sold = trade(good, die, tableau, buy_vp=buy)
                    command = Ship(seat, die, good, ShipTask.TRADE, borrowed, buy)
                    yield Option(command, sold.total_credits, sold.total_vp)
