"""Phases IV and V: producers become goods, shippers trade and consume (R-8.1, R-9.1 to R-9.4)."""

from dataclasses import dataclass

from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import PayForVpChip
from companion.games.roll.model.holdings import Good, ShipTask, contains, without
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.state_edits import hold, less, used
from companion.games.roll.model.tiles import World
from companion.games.roll.phases.ledger import Ledger
from companion.games.roll.rules.judge import Events, apply, decides, task
from companion.games.roll.rules.lookup import Rules, has_power
from companion.games.roll.rules.producing import goods_limit
from companion.games.roll.rules.shipping import booked, consume, in_order, trade


@dataclass(frozen=True, slots=True)
class Produce:
    """Producers become goods on worlds (R-8.1)."""

    seat: int
    goods: tuple[Good, ...]


@dataclass(frozen=True, slots=True)
class Ship:
    """One shipper takes one good (R-9.1); ``buy_vp``: a power turns a credit into VP."""

    seat: int
    shipper: DieType
    good: Good
    task: ShipTask
    borrowed: bool = False
    buy_vp: bool = False


@decides(task(Phase.PRODUCE))
def _produce(rules: Rules, state: GameState, command: Produce) -> Events:
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
    return (command,)


@decides(task(Phase.SHIP, in_order=True))
def _ship(rules: Rules, state: GameState, command: Ship) -> Events:
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
    ledger, moment = Ledger(state), state.options.bankers_moment
    if booked(shipment, ledger.credits(command.seat), moment) is None:
        raise errors.NO_POWER(name=name)
    ledger.book(command.seat, in_order(shipment, moment))
    return command, *ledger.events


@apply.case
def _goods_produced(state: GameState, event: Produce) -> GameState:
    held = holdings(state, event.seat)
    dice = tuple(good.die for good in event.goods)
    columns = less(held.columns, Phase.PRODUCE, dice)
    return hold(state, event.seat, columns=columns, goods=held.goods + event.goods)


@apply.case
def _good_shipped(state: GameState, event: Ship) -> GameState:
    held = holdings(state, event.seat)
    changes = used(held, Phase.SHIP, event.shipper, borrowed=event.borrowed)
    changes["citizenry"] = (*changes.get("citizenry", held.citizenry), event.good.die)
    changes["goods"] = without(held.goods, (event.good,))
    return hold(state, event.seat, **changes)
