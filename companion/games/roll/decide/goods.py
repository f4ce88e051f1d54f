"""Phases IV and V: producers become goods, shippers trade and consume (R-8.1, R-9.1 to R-9.4)."""

from __future__ import annotations

from companion.games.roll.decide.ledger import Ledger
from companion.games.roll.model import errors
from companion.games.roll.model.commands import Produce, Ship, ShipTask
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import PayForVpChip
from companion.games.roll.model.events import Events
from companion.games.roll.model.holdings import contains
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.task_events import GoodShipped, GoodsProduced
from companion.games.roll.model.tiles import World
from companion.games.roll.rules.lookup import Rules, has_power
from companion.games.roll.rules.producing import goods_limit
from companion.games.roll.rules.shipping import booked, consume, in_order, trade


def produce(rules: Rules, state: GameState, command: Produce) -> Events:
    """Put producers on worlds with room (R-8.1)."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    dice = tuple(good.die for good in command.goods)
    if not dice or not contains(held.workers(Phase.PRODUCE), dice):
        raise errors.NO_SUCH_WORKER(name=name, die=dice[0].value if dice else "-")
    tableau = rules.sides(held.tableau)
    lying = [good.world for good in (*held.goods, *command.goods)]
    for world in dict.fromkeys(good.world for good in command.goods):
        side = next((side for side in tableau if side.key == world), None)
        if not isinstance(side, World) or lying.count(world) > goods_limit(side, tableau):
            raise errors.NO_ROOM(name=name, world=world)
    return (GoodsProduced(command.seat, command.goods),)


def ship(rules: Rules, state: GameState, command: Ship) -> Events:
    """Let one shipper trade or consume one good (R-9.1)."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    there = held.turn.borrowed if command.borrowed else held.workers(Phase.SHIP)
    if not contains(there, (command.shipper,)):
        raise errors.NO_SUCH_WORKER(name=name, die=command.shipper.value)
    if command.good not in held.goods:
        raise errors.NO_SUCH_GOOD(name=name, world=command.good.world)
    tableau = rules.sides(held.tableau)
    if command.buy_vp and (
        command.task is ShipTask.CONSUME or not has_power(tableau, PayForVpChip)
    ):
        raise errors.NO_POWER(name=name)
    if command.task is ShipTask.CONSUME:
        shipment = consume(command.good, command.shipper, tableau)
    else:
        shipment = trade(command.good, command.shipper, tableau, buy_vp=command.buy_vp)
    ledger, moment = Ledger(state), rules.options.bankers_moment
    if booked(shipment, ledger.credits(command.seat), moment) is None:
        raise errors.NO_POWER(name=name)
    ledger.book(command.seat, in_order(shipment, moment))
    shipped = GoodShipped(
        command.seat, command.shipper, command.good, command.task, command.borrowed
    )
    return shipped, *ledger.events
