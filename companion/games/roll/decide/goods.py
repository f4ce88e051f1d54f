"""Phases IV and V: producers become goods, shippers trade and consume (R-8.1, R-9.1 to R-9.4)."""

from __future__ import annotations

from companion.games.roll.decide.ledger import Ledger
from companion.games.roll.model.commands import Produce, Ship, ShipTask
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import PayForVpChip
from companion.games.roll.model.errors import (
    NoPowerError,
    NoRoomError,
    NoSuchGoodError,
    NoSuchWorkerError,
)
from companion.games.roll.model.events import Events
from companion.games.roll.model.holdings import contains
from companion.games.roll.model.options import BankersMoment
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.task_events import GoodShipped, GoodsProduced
from companion.games.roll.model.tiles import World
from companion.games.roll.rules.income import Gain
from companion.games.roll.rules.lookup import Rules, has_power
from companion.games.roll.rules.producing import goods_limit
from companion.games.roll.rules.shipping import Shipment, consume, trade


def produce(rules: Rules, state: GameState, command: Produce) -> Events:
    """Put producers on worlds with room (R-8.1)."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    dice = tuple(good.die for good in command.goods)
    if not dice or not contains(held.workers(Phase.PRODUCE), dice):
        raise NoSuchWorkerError(name=name, die=dice[0].value if dice else "-")
    tableau = rules.sides(held.tableau)
    lying = [good.world for good in (*held.goods, *command.goods)]
    for world in dict.fromkeys(good.world for good in command.goods):
        side = next((side for side in tableau if side.key == world), None)
        if not isinstance(side, World) or lying.count(world) > goods_limit(side, tableau):
            raise NoRoomError(name=name, world=world)
    return (GoodsProduced(command.seat, command.goods),)


def ship(rules: Rules, state: GameState, command: Ship) -> Events:
    """Let one shipper trade or consume one good (R-9.1)."""
    held = holdings(state, command.seat)
    name = state.empire(command.seat).name
    there = held.turn.borrowed if command.borrowed else held.workers(Phase.SHIP)
    if not contains(there, (command.shipper,)):
        raise NoSuchWorkerError(name=name, die=command.shipper.value)
    if command.good not in held.goods:
        raise NoSuchGoodError(name=name, world=command.good.world)
    tableau = rules.sides(held.tableau)
    if command.buy_vp and (
        command.task is ShipTask.CONSUME or not has_power(tableau, PayForVpChip)
    ):
        raise NoPowerError(name=name)
    ledger = Ledger(state)
    if command.task is ShipTask.CONSUME:
        shipment = consume(command.good, command.shipper, tableau)
        ledger.give_vp(command.seat, shipment.vp, "R-9.3")
        ledger.book(command.seat, shipment.gains)
    else:
        shipment = trade(command.good, command.shipper, tableau, buy_vp=command.buy_vp)
        _book_trade(rules, state, command.seat, shipment, ledger)
    shipped = GoodShipped(
        command.seat, command.shipper, command.good, command.task, command.borrowed
    )
    return shipped, *ledger.events


def _book_trade(
    rules: Rules, state: GameState, seat: int, shipment: Shipment, ledger: Ledger
) -> None:
    """Book the income of a Trade, and credits turned into VP before or after it (D-6)."""
    bought = [gain for gain in shipment.gains if gain.credits < 0]
    others = [gain for gain in shipment.gains if gain.credits >= 0]
    before = rules.options.bankers_moment is BankersMoment.BEFORE_INCOME
    if before:
        _check_funds(state, seat, bought, ledger)
        ledger.book(seat, bought)
    ledger.pay(seat, shipment.credits, "R-9.2")
    ledger.book(seat, others)
    if not before:
        ledger.book(seat, bought)


def _check_funds(state: GameState, seat: int, bought: list[Gain], ledger: Ledger) -> None:
    if ledger.credits(seat) + sum(gain.credits for gain in bought) < 0:
        raise NoPowerError(name=state.empire(seat).name)
