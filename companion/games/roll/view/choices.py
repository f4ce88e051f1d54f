"""Options of a player in the phases where they can be listed: Explore, Produce, Ship."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.commands import Produce, Ship, Stock
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import PayForVpChip
from companion.games.roll.model.holdings import Dice, Good, Holdings
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.exploring import Stocking, stocking
from companion.games.roll.rules.lookup import Rules, current_workers, has_power
from companion.games.roll.rules.managing import add_credits
from companion.games.roll.rules.producing import rooms
from companion.games.roll.rules.shipping import booked, consume, trade
from companion.games.roll.view.table_view import Option


def options(rules: Rules, state: GameState, seat: int) -> tuple[Option, ...]:
    """Return the possible tasks of the player's workers, without duplicates, with their income.

    Own workers come before borrowed ones. Scouting is not included: it needs further input.
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
        yield Option(Stock(seat, die), _stocked(state, seat, stocking(die, tableau)))
    for die in dict.fromkeys(held.turn.borrowed):
        command = Stock(seat, die, borrowed=True)
        yield Option(command, _stocked(state, seat, stocking(die, tableau)))


def _stocked(state: GameState, seat: int, found: Stocking) -> int:
    now = state.empire(seat).credits
    return add_credits(now, found.credits)[0] - now


def _productions(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Option]:
    for die in dict.fromkeys(current_workers(state, seat)):
        for room in rooms(rules.sides(held.tableau), held.goods):
            yield Option(Produce(seat, (Good(room.world.key, die),)))


def _shipments(rules: Rules, state: GameState, seat: int, held: Holdings) -> Iterator[Option]:
    tableau, now = rules.sides(held.tableau), state.empire(seat).credits
    buying = (False, True) if has_power(tableau, PayForVpChip) else (False,)
    shippers: tuple[tuple[Dice, bool], ...] = (
        (current_workers(state, seat), False),
        (held.turn.borrowed, True),
    )
    for good in dict.fromkeys(held.goods):
        for dice, borrowed in shippers:
            for die in dict.fromkeys(dice):
                for shipment, buy in (
                    (consume(good, die, tableau), False),
                    *((trade(good, die, tableau, buy_vp=buy), buy) for buy in buying),
                ):
                    after = booked(shipment, now, rules.options.bankers_moment)
                    if after is not None:
                        command = Ship(seat, die, good, shipment.task, borrowed, buy)
                        yield Option(command, after - now, shipment.total_vp)
